"""What is remembered: records on disk and the pure rules that read them."""
