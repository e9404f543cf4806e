"""levelmem: browse, search and curate what coding agents did and remember."""

__version__ = "0.1.0"
