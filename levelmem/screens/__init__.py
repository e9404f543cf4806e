"""The screens of the application, one file each."""
