"""memcode's session log: the records, the writer, and every reader of them."""
