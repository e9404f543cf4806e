"""Chinese, Japanese and Korean: how their closed classes cut a run into words.

None of the three has a Snowball stemmer, and two are written without spaces. So a
run of characters is cut at its negations, conditions and particles, and what is
left must stand in the quote unbroken. That credits less than a grammar would, and
never more.
"""

import re
from types import MappingProxyType

from levelmem.engine.memory.rules.wording.closed_words import ClosedWords


def _words(entries: str) -> frozenset[str]:
    return frozenset(entries.split())


_CHINESE = ClosedWords(
    negations=_words(
        "不要 不能 不可以 不可 不得 不应该 不应 不许 不准 不用 不再 不会 不是 不 "
        "从不 决不 绝不 永不 没有 没 切勿 请勿 勿 别 莫 未 无 非 從不 決不 絕不 沒有 "
        "沒 請勿 別 無 不應 不許 而不是 而非"
    ),
    negating_words=_words("禁止 避免 停止 拒绝 拒絕 忘记 忘掉 忘了 忘記"),
    conditions=_words(
        "只有 只能 只在 只 仅仅 仅在 仅 僅 除非 除了 除 如果 若 要是 假如 当 當 直到 "
        "之前 以前 之后 以后 之後 以後 时候 時候 的时候 代替 暂时 暫時 今天 明天 "
        "可能 也许 有时"
    ),
    scope=_words(
        "仓库 倉庫 代码库 程式碼庫 项目 專案 项目里 项目中 本项目 本仓库 这里 這裡"
    ),
    contrasts=_words("但是 但 不过 然而"),
    answers=_words("不 不是 不对 好 好的 是"),
    fillers=_words(
        "请 請 的 了 吧 啊 呢 们 個 个 我们 我們 你 我 这个 這個 这 是 要 把"
    ),
    # Words with a negating character that negate nothing.
    content=_words(
        "不同 不仅 不但 不管 不论 不断 非常 无论 未来 别名 特别 类别 级别 差别 分别 "
        "识别 别的 莫名 無論 未來 別名 特別 類別 級別 差別 分別 識別"
    ),
)

_JAPANESE = ClosedWords(
    negations=_words(
        "ない なく なかっ なけれ なきゃ ません ませぬ ずに ず ぬ まい なし 無し "
        "ではなく じゃなく ならない いけない"
    ),
    negating_words=_words("禁止 不可 避け 厳禁 やめ 止め 忘れ"),
    conditions=_words(
        "だけ のみ しか もし 場合 とき 時は 時 まで 前に 後に 以外 代わり かわり "
        "限り たら なら れば 今は 今日 明日 たぶん 多分 かもしれ"
    ),
    scope=_words("リポジトリ レポジトリ プロジェクト コードベース ここ このリポ"),
    contrasts=_words("しかし ただし だが でも"),
    answers=_words("いいえ いや はい うん"),
    fillers=_words(
        "ください 下さい してください して する します しま した てください こと "
        "よう べき この その で は が を に の と へ も や か よ ね です でした ます "
        "まし だ た て い る う く れ ら り し せ さ え お から より という こちら "
        "いる ある ば"
    ),
    content=_words("必ず かならず まず はず ずっと 少ない いつも すべて 全て など"),
    negates_backwards=True,
)

_KOREAN = ClosedWords(
    negations=_words(
        "안 못 아니 아니라 않고 않는 않습니다 않아 않아요 않음 없이 없음 없다"
    ),
    negating_words=_words("금지 금지입니다 피하세요 피해 중단 잊어 잊지"),
    conditions=_words(
        "만 오직 만약 경우 경우에 경우에만 때 때만 때는 까지 전에 후에 제외 제외하고 "
        "대신 대신에 동안 오늘 내일 아마 가끔 면"
    ),
    scope=_words("저장소 저장소에서 프로젝트 프로젝트에서 리포 코드베이스 여기 여기서"),
    contrasts=_words("하지만 그러나 그런데"),
    answers=_words("아니 아니요 네 예 응"),
    fillers=_words(
        "을 를 은 는 이 가 에 에서 로 으로 와 과 도 의 이다 입니다 좀 주세요"
    ),
    negates_backwards=True,
)

ASIAN_WORDS = MappingProxyType({"zh": _CHINESE, "ja": _JAPANESE, "ko": _KOREAN})
"""The closed classes by ISO 639-1 code, for the three languages above."""

JAPANESE_PROHIBITION = re.compile(r"(?<=[るうくすつぬむぐぶ])な(?=[よねー]*(?:\W|$))")
"""The な after a verb that forbids it (使うな), at the end of the clause."""

KOREAN_NEGATED_VERB = re.compile(
    r"(?<=지)(?:마|말|않|못)\w*"
    r"|^(?:마세요|마십시오|마시오|마|마라|말고|말아\w*|말것|말자|않\w*|못\w+|없\w*)$"
)
"""말다, 않다 or 못하다 after a verb in -지, in one written word or as a second one."""

KOREAN_ONLY_OR_IF = re.compile(r"(?<=\w)만$|(?<=[하이되으])면$|(?<=\w)까지$")
"""An ending that limits: only, if, until."""

KOREAN_ENDING = re.compile(
    r"(?<=\w)(?:에서|으로|에게|부터|을|를|은|는|이|가|에|로|와|과|도|의"
    r"|하지|하세요|해주세요|해요|해라|해|합니다|하자|하라|하십시오|한다|하고|하기|해야|함)$"
)
"""A case particle of a noun, or an ending of the verbs in -하다."""
