"""What can't be done, told to people."""


class Problem(Exception):
    """Something that was asked for can't be done.

    Its message is for people: what happened, to which file or session, what to do.
    The doors (screens, commands, tools) show it and go on.
    """
