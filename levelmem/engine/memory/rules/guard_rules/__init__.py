"""What the instruction guard is made of: one small rule room a file."""
