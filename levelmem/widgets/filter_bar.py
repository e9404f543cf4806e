"""The filters of a list as chips with counts."""

from levelmem.widgets.chips import ChipLine


class FilterBar(ChipLine):
    """One line of filters: a filled sign is in force, an empty one is not."""

    DEFAULT_CSS = """
    FilterBar { height: 1; }
    """
