"""What holds for every test: the same examples each time, no time limit on them."""

from hypothesis import settings

# A shared machine is slow now and then, and a check before landing has to give the
# same answer twice. New examples are tried with: pytest --hypothesis-profile=default
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")
