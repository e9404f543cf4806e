"""The engine: sessions, memory and the rules between them. It knows no screen."""
