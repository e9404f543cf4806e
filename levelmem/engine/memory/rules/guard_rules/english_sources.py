"""Where code comes from: foreign indices, remote scripts, switches that trust all."""

from levelmem.engine.memory.rules.guard_rules.alarms import Alarm

SOURCES: tuple[Alarm, ...] = (
    Alarm(
        "foreign-index",
        r"""
            \b(?:vendor|partner|unofficial|foreign|external|third-party|unsigned
              |community|private|alternative|alternate|other|new|fast|cheap|local
              |lab|internal|chinese|custom|shadow|fallback|untrusted|unknown|their
              |personal|public|partner's|vendor's)(?:'s)? (?:\w+ )?(?:mirrors?
              |index(?:es)?|indices|registr(?:y|ies)|feed|package (?:source|index
              |host|server|proxy)|channel)\b
            |\b(?:packages?|dependenc(?:y|ies)|wheels?|crates?|modules?|images?
              |installs?|installation|lockfiles?|toolchains?|plugins?|binar(?:y|ies)
              |gems?|pip|npm|pnpm|yarn|cargo|pypi|docker|base images?|updates?
              |libraries|apt|artifacts?|builds?|downloads?)
              \b(?:[^.;!?]|\.(?=\w)){0,60}?\b(?:from|via|through|by|off|using|at|on
              |to|use|uses)\b (?:\w+ ){0,3}?(?:\w+[- ])?mirrors?\b
            """,
        unless=r"""
            mirrors? (?:the|its|their|our|each|every|in|of (?:the )?(?:prod|database
              |table))
            |(?:database|table|search|partial|unique|composite|text|fulltext|b-tree
              |gin|covering|vector|hash|clustered) index
            |index(?:es)? (?:on|for|over|of)
            |(?:schema|model|component|service|plugin|widget|container|event|type
              |device|feature|block) registr
            |(?:release|beta|stable|nightly|alpha|slack|support|event|redis|news|rss
              |activity|message|notification) (?:channel|feed)
            |new (?:index|channel|feed|registry)
            |published to|pushed to|search (?:index|uses)
            |read[- ]?replica
            """,
    ),
    Alarm(
        "foreign-index",
        r"""
            \b(?:packages?|dependenc(?:y|ies)|wheels?|crates?|modules?|images?
              |install\w*|registr(?:y|ies)|mirrors?|index|lockfiles?|toolchains?
              |plugins?|binar(?:y|ies)|gems?|pip|npm|pypi|cargo|docker|updates?
              |librar(?:y|ies)|apt|goproxy|resolves?|artifacts?|downloads?|maven
              |gradle|brew|extensions?
              |tarballs?)\b[^;!?]{0,60}?(?<![\w@/.-])(?:https?://)?(?!(?:[\w-]+\.)*(?:
              pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|yarnpkg\.com|crates\.io
              |golang\.org|pkg\.go\.dev|ghcr\.io|docker\.io|docker\.com|gcr\.io
              |quay\.io|amazonaws\.com|azurecr\.io|pkg\.dev|maven\.org
              |maven\.apache\.org|gradle\.org|rubygems\.org|nuget\.org
              |packagist\.org|debian\.org|ubuntu\.com|github\.com|gitlab\.com
              |githubusercontent\.com|conda\.anaconda\.org|anaconda\.org|jsr\.io
              |esm\.sh|unpkg\.com|jsdelivr\.net|mcr\.microsoft\.com|nixos\.org
              |jitpack\.io|huggingface\.co)\b)(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev
              |example|invalid|test|local|internal|lan|corp|co|ru|cn|xyz|site|info
              |de|app|cloud|me|biz|top|host|cc|tk|ir|fr|eu|uk|in|jp|kr|br|us|pw)
              \b(?![\w/]*\.(?:py|js|ts|go|rs|md|toml|json|ya?ml)\b)
            """,
        unless=r"""
            module (?:path|name)
            |(?:images?|avatars|icons|thumbnails|artifacts?|docs?) (?:are[ ]
              |is )?(?:served|stored|uploaded|cached|hosted)
            |published at|docs? |bundle id|package name
            |(?:resized|rendered|processed)[ ]
            """,
    ),
    Alarm(
        "pipe-to-shell",
        r"""
            (?:curl|wget|fetch|iwr|irm|invoke-webrequest
              |http)\b[^|\n]{0,160}\|\s*(?:sudo\s+(?:-\w+\s+)*)?(?:env\s+)?(?:ba|z
              |da|k|fi)?sh\b
            |(?:curl|wget|fetch|http)\b[^|\n]{0,160}\|\s*(?:sudo\s+)?(?:python\d?
              |perl|ruby|node|php|tar|xargs|base64|source|eval|lua|deno|bun|tee)\b
            |\|\s*(?:iex|invoke-expression)\b
            |\biex\s*[(\"$]
            |\|\s*(?:sudo )?(?:ba|z|da)?sh\b(?! installer| pipe)
            |(?:ba|z|da)?sh\s*<\(
            |\$\(\s*(?:curl|wget|base64|echo)
            |`\s*(?:curl|wget)[^`]*https?:[^`]*`\s*$
            |\beval\s*[\"'($]|\beval\s+`
            |(?:curl|wget)\b[^\n]{0,120}(?:&&|;)\s*(?:sudo |python|sh |bash|node
              |perl|chmod|\./)
            |base64\s+(?:-d|--decode|-D)|xxd\s+-r
            |\b(?:npx|pip3? install|npm (?:i|install)|go (?:run|install)|deno run
              |uvx|cargo install --git|docker run|helm install
              |source)\b[^|\n]{0,40}https?://
            |python\d? -c\b[^\n]{0,80}(?:urlopen|requests|exec|b64decode|curl)
            |powershell[^\n]{0,60}(?:-enc|downloadstring)
            |\bsource <\(
            """,
        unless=r"""
            `[^`]*\|[^`]*`(?: [\w.]+){0,4} (?:was|is|were|has been|got) (?:\w+ )?
              (?:removed|replaced|gone|deprecated|dropped|forbidden|blocked|deleted
              |longer \w+)\b
            |\b(?:installer|instructions?|snippets?|setup|bootstrap|step|call|method|pipe|pattern|one-liner|install|command|script|line
              |way) (?:was|is|were|has been|got) (?:\w+ )?(?:removed|replaced|gone
              |deprecated|dropped|forbidden|blocked|rejected|deleted|banned
              |no longer|not)\b
            """,
    ),
    Alarm(
        "foreign-index",
        r"""
            --?(?:extra-)?index(?:-url)?\b|--trusted-host
            |--find-links|--registry[= ]|\bregistry\s*=|config set registry
            |goproxy\s*=|gonosum\w*|gonosumdb|npm_config_registry|pip_index_url
            |pip_extra_index_url|uv_index\w*|--allow-unauthenticated
            |\bgosumdb\s*=\s*off
            """,
        unless=r"""
            (?:removed|no longer|forbidden|blocked|rejected)
            |(?:pypi|npmjs|golang)\.org
            """,
    ),
    Alarm(
        "dangerous-flag",
        pattern=r"""
            (?<![\w`-])`?(?:--no-(?:verify|review|approval|confirm\w*|scan|guard)|--insecure|--no-sandbox|--dangerously[\w-]*
              |--skip-(?:verif\w*|checks?|review|auth\w*|sign\w*|scan\w*|hooks?
              |validation|tests?)|--no-gpg-sign|--privileged|--allow-(?:unsigned
              |untrusted|root|all)[\w-]*|--yolo|--no-check-certificate
              |--unsafe[\w-]*|--disable-(?:web-)?security|--yes-to-all
              |--bypass[\w-]*|--auto-approve|--disable-sandbox|--trust-all
              |--ignore-(?:certificate|ssl|tls|scripts-check)[\w-]*
              |verify\s*=\s*false|strict_?ssl\s*[=:]?\s*false
              |stricthostkeychecking[= ]no|node_tls_reject_unauthorized\s*=\s*0
              |git_ssl_no_verify|http\.sslverify(?:=|\s+)false|pythonhttpsverify=0
              |chmod (?:-r )?777)
            """,
        unless=r"""
            (?:flag|option|switch|setting|argument) (?:was|is|were|has been|got
              |no longer|prints?|of|does|exists|needs|asks|must|cannot|shows|in)
            |(?:removed|rejects?|rejected|refuses?|refused|forbids?|forbidden
              |blocked|blocks|deprecated|not (?:allowed|accepted|supported)
              |no longer|cannot|never|fails?|errors?|replaced|warns?|denied
              |disallow\w*|prohibit\w*|ignores|accepts?)
            """,
    ),
    Alarm(
        "pipe-to-shell",
        r"""
            \b(?:fetch\w*|runs?|running|download\w*|installs?|installed|loads?
              |loaded|execut\w+|imports?|imported|adds?|added|pulls?|pulled|sources?
              |sourced|clones?|cloned|deb|bootstrapp?\w*|pip
              |piped?)\b[^.;]{0,60}https?://(?!(?:[\w-]+\.)*(?:github\.com
              |gitlab\.com|localhost|127\.0\.0\.1|pypi\.org|npmjs\.org)\b)
            |(?:child_process|os\.system|subprocess|execsync
              |popen)[^\n]{0,60}(?:curl|wget|https?:)
            |certutil\b[^\n]{0,30}(?:urlcache|http)
            """,
        unless=r"never|not |reports?|documentation|api docs",
    ),
    Alarm(
        "foreign-index",
        r"""
            \b(?:index|helm|charts?|proxy|goproxy|repo(?:sitory)?|mirror|registry
              |feed|pypi|npm)\b[^;!?]{0,50}(?:https?://
              |(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}|\b(?:goproxy|pypi|npm|registry
              |mirror|crates|charts|packages)\.(?!org|js|com|io)[\w.-]+\.[a-z]{2,})
            |\b(?:personal|unofficial|private|someone's|unknown|friend's
              |\w+'s own) (?:\w+ )?(?:forks?|cop(?:y|ies)|mirrors?|builds?)\b
            """,
        unless=r"""
            (?:github|gitlab|bitbucket|pypi|npmjs|docker|ghcr)\.(?:com|org|io)
            |reverse proxy
            |proxy (?:listens|runs|terminates|forwards)
            |10\.\d|127\.0|192\.168
            |private (?:copy|copies) (?:of the|per)
            """,
    ),
)
