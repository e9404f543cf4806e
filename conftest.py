"""What all tests share; pytest takes plugins from a conftest at the root alone."""

pytest_plugins = ["builders.own_home", "builders.quick_runs"]
