"""memcode's own ranking, rule for rule: what levelmem's is measured against."""
