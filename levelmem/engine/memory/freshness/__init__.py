"""Whether what is remembered still holds in the working tree."""
