"""Where code comes from: foreign indices, remote scripts, switches that trust all."""

from levelmem.engine.memory.guard_rules.alarms import Alarm

SOURCES: tuple[Alarm, ...] = (
    Alarm(
        "foreign-index",
        r"mirror\w*|index|indexes|indices|registr\w+|vendor|partner|unofficial|fork"
        r"|feed|proxy|forked|channel",
        r"\b(?:vendor|partner|unofficial|foreign|external|third-party|unsigned"
        r"|community|private|alternative|alternate|"
        r"other|new|fast|cheap|local|lab|internal|chinese|custom|shadow|fallback"
        r"|untrusted|unknown|their|personal|public|partner's|vendor's)(?:'s)? (?:\w+ "
        r")?"
        r"(?:mirrors?|index(?:es)?|indices|registr(?:y|ies)|feed|package (?:source"
        r"|index|host|server|proxy)|channel)\b|"
        r"\b(?:packages?|dependenc(?:y|ies)|wheels?|crates?|modules?|images?|installs?"
        r"|installation|lockfiles?|toolchains?|"
        r"plugins?|binar(?:y|ies)|gems?|pip|npm|pnpm|yarn|cargo|pypi|docker|base "
        r"images?|updates?|libraries|apt|artifacts?|builds?|downloads?)\b"
        r"(?:[^.;!?]|\.(?=\w)){0,60}?\b(?:from|via|through|by|off|using|at|on|to|use"
        r"|uses)\b (?:\w+ ){0,3}?(?:\w+[- ])?mirrors?\b",
        unless=r"mirrors? (?:the|its|their|our|each|every|in|of (?:the )?(?:prod"
        r"|database|table))|"
        r"(?:database|table|search|partial|unique|composite|text|fulltext|b-tree|gin"
        r"|covering|vector|hash|clustered) index|index(?:es)? (?:on|for|"
        r"over|of)|(?:schema|model|component|service|plugin|widget|container|event"
        r"|type|device|feature|block) registr|"
        r"(?:release|beta|stable|nightly|alpha|slack|support|event|redis|news|rss"
        r"|activity|message|notification) (?:channel|feed)|"
        r"new (?:index|channel|feed|registry)|published to|pushed to|search (?:index"
        r"|uses)|read[- ]?replica",
    ),
    Alarm(
        "foreign-index",
        r"packages?|depend\w+|wheels?|crates?|modules?|images?|install\w*|registr\w+"
        r"|mirrors?|index\w*|lockfiles?|"
        r"toolchains?|plugins?|binar\w+|gems?|pip|npm|pypi|cargo|docker|updates?"
        r"|librar\w+|apt|goproxy|proxy|resolve\w*|go|artifacts?|downloads?|maven"
        r"|gradle|brew|extensions?|tarballs?",
        r"\b(?:packages?|dependenc(?:y|ies)|wheels?|crates?|modules?|images?"
        r"|install\w*|registr(?:y|ies)|mirrors?|index|"
        r"lockfiles?|toolchains?|plugins?|binar(?:y|ies)|gems?|pip|npm|pypi|cargo"
        r"|docker|updates?|librar(?:y|ies)|apt|goproxy|"
        r"resolves?|artifacts?|downloads?|maven|gradle|brew|extensions?"
        r"|tarballs?)\b[^;!?]{0,60}?(?<![\w@/.-])(?:https?://)?"
        r"(?!(?:[\w-]+\.)*(?:pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)"
        r"|yarnpkg\.com|crates\.io|golang\.org|"
        r"pkg\.go\.dev|ghcr\.io|docker\.io|docker\.com|gcr\.io|quay\.io|amazonaws\.com"
        r"|azurecr\.io|pkg\.dev|maven\.org|maven\.apache\.org|"
        r"gradle\.org|rubygems\.org|nuget\.org|packagist\.org|debian\.org|ubuntu\.com"
        r"|github\.com|gitlab\.com|"
        r"githubusercontent\.com|conda\.anaconda\.org|anaconda\.org|jsr\.io|esm\.sh"
        r"|unpkg\.com|jsdelivr\.net|mcr\.microsoft\.com|nixos\.org|jitpack\.io"
        r"|huggingface\.co)\b)"
        r"(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|example|invalid|test|local|internal"
        r"|lan|corp|co|ru|cn|xyz|site|info|de|app|cloud|me|biz|top|host|cc|tk|ir|fr|eu"
        r"|uk|in|jp|kr|br|us|pw)\b(?![\w/]*\.(?:py|js|ts|go|rs|md|toml|json|ya?ml)\b)",
        unless=r"module (?:path|name)|(?:images?|avatars|icons|thumbnails|artifacts?"
        r"|docs?) (?:are |is )?(?:served|stored|uploaded|"
        r"cached|hosted)|published at|docs? |bundle id|package name|(?:resized"
        r"|rendered|processed) ",
    ),
    Alarm(
        "pipe-to-shell",
        r"curl|wget|iwr|iex|eval|base|sh|bash|invoke|irm|python|npx|powershell|xxd"
        r"|exec|fetch|sudo|perl|ruby|node|zsh|source|certutil|mshta|openssl",
        r"(?:curl|wget|fetch|iwr|irm|invoke-webrequest"
        r"|http)\b[^|\n]{0,160}\|\s*(?:sudo\s+(?:-\w+\s+)*)?(?:env\s+)?(?:ba|z|da|k"
        r"|fi)?sh\b|"
        r"(?:curl|wget|fetch|http)\b[^|\n]{0,160}\|\s*(?:sudo\s+)?(?:python\d?|perl"
        r"|ruby|node|php|tar|xargs|base64)\b|"
        r"\|\s*(?:iex|invoke-expression)\b|\biex\s*[(\"$]|\|\s*(?:sudo )?(?:ba|z"
        r"|da)?sh\b(?! "
        r"installer| pipe)|"
        r"(?:ba|z|da)?sh\s*<\(|\$\(\s*(?:curl|wget|base64|echo)|`\s*(?:curl"
        r"|wget)[^`]*https?:[^`]*`\s*$|\beval\s*[\"'(`$]|"
        r"(?:curl|wget)\b[^\n]{0,120}(?:&&|;)\s*(?:sudo |python|sh |bash|node|perl"
        r"|chmod|\./)|base64\s+(?:-d|--decode|-D)|xxd\s+-r|\b(?:npx|pip3? install|npm "
        r"(?:i"
        r"|install)|go (?:run|install)|deno run|uvx|cargo install --git|docker run"
        r"|helm install|source)\b[^|\n]{0,40}https?://|"
        r"python\d? -c\b[^\n]{0,80}(?:urlopen|requests|exec|b64decode|curl)"
        r"|powershell[^\n]{0,60}(?:-enc|downloadstring)|\bsource <\(",
        unless=r"\b(?:installer|pipe|pattern|one-liner|install|command|script|line"
        r"|way) (?:was|is|were|has been|got) (?:\w+ )?(?:removed|replaced|gone|"
        r"deprecated|dropped|forbidden|blocked|rejected|deleted|banned|no longer"
        r"|not)\b",
    ),
    Alarm(
        "foreign-index",
        r"index|registry|goproxy|proxy|trusted|find|extra|repository|source|url",
        r"--?(?:extra-)?index(?:-url)?\b|--trusted-host|--find-links|--registry[= ]"
        r"|\bregistry\s*=|config set registry|goproxy\s*=|"
        r"gonosum\w*|gonosumdb|npm_config_registry|pip_index_url|pip_extra_index_url"
        r"|uv_index\w*|--allow-unauthenticated|\bgosumdb\s*=\s*off",
        unless=r"(?:removed|no longer|forbidden|blocked|rejected)|(?:pypi|npmjs"
        r"|golang)\.org",
    ),
    Alarm(
        "dangerous-flag",
        "",
        signs="-=7",
        pattern=r"(?<![\w`-])`?(?:--no-verify|--insecure|--no-sandbox"
        r"|--dangerously[\w-]*"
        r"|--skip-(?:verif\w*|checks?|review|auth\w*|"
        r"sign\w*|scan\w*|hooks?|validation|tests?)|--no-gpg-sign|--privileged"
        r"|--allow-(?:unsigned|untrusted|root|all)[\w-]*|--yolo|"
        r"--no-check-certificate|--unsafe[\w-]*|--disable-(?:web-)?security"
        r"|--yes-to-all|--bypass[\w-]*|--auto-approve|--disable-sandbox|"
        r"--trust-all|--ignore-(?:certificate|ssl|tls|scripts-check)[\w-]*"
        r"|verify\s*=\s*false|strict_?ssl\s*[=:]?\s*false|"
        r"stricthostkeychecking[= ]no|node_tls_reject_unauthorized\s*=\s*0"
        r"|git_ssl_no_verify|http\.sslverify(?:=|\s+)false|pythonhttpsverify=0|chmod "
        r"(?:-r )?777)",
        unless=r"(?:flag|option|switch|setting|argument) (?:was|is|were|has been|got"
        r"|no longer|prints?|of|does|exists|needs|asks|must|cannot|shows|in)|"
        r"(?:removed|rejects?|rejected|refuses?|refused|forbids?|forbidden|blocked"
        r"|blocks|deprecated|not (?:allowed|accepted|supported)|"
        r"no longer|cannot|never|fails?|errors?|replaced|warns?|denied|disallow\w*"
        r"|prohibit\w*|ignores|accepts?)",
    ),
    Alarm(
        "pipe-to-shell",
        r"https?|curl|wget|child|subprocess|os|certutil|deb|urlcache",
        r"\b(?:fetch\w*|runs?|running|download\w*|installs?|installed|loads?|loaded"
        r"|execut\w+"
        r"|imports?|imported|adds?|added|pulls?|pulled|sources?|sourced|clones?|cloned"
        r"|deb|"
        r"bootstrapp?\w*|pip"
        r"|piped?)\b[^.;]{0,60}https?://(?!(?:[\w-]+\.)*(?:github\.com|"
        r"gitlab\.com|localhost|127\.0\.0\.1|pypi\.org|npmjs\.org)\b)|(?:child_process"
        r"|os\."
        r"system|subprocess|execsync|popen)[^\n]{0,60}(?:curl|wget|https?:)|certutil\b"
        r"[^\n]{0,30}(?:urlcache|http)",
        unless=r"never|not |reports?|documentation|api docs",
    ),
    Alarm(
        "foreign-index",
        r"index|helm|charts?|proxy|goproxy|repo|repository|mirror|registry|fork|copy"
        r"|feed|pypi|npm",
        r"\b(?:index|helm|charts?|proxy|goproxy|repo(?:sitory)?|mirror|registry|feed"
        r"|pypi|npm)\b"
        r"[^;!?]{0,50}(?:https?://|(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}|\b(?:goproxy|pypi"
        r"|npm"
        r"|registry|mirror|crates|charts|packages)\.(?!org|js|com"
        r"|io)[\w.-]+\.[a-z]{2,})"
        r"|\b(?:personal|unofficial|private|someone's|unknown|friend's|\w+'s own) "
        r"(?:\w+ )?"
        r"(?:forks?|cop(?:y|ies)|mirrors?|builds?)\b",
        unless=r"(?:github|gitlab|bitbucket|pypi|npmjs|docker|ghcr)\.(?:com|org"
        r"|io)|"
        r"reverse proxy|proxy (?:listens|runs|terminates|forwards)|10\.\d|127\.0"
        r"|192\.168|"
        r"private (?:copy|copies) (?:of the|per)",
    ),
)
