"""What is asked of all session logs of a project."""

import os
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from levelmem.engine.eventlog.plans import plan_title
from levelmem.engine.eventlog.records import LogRecord, RecordKind
from levelmem.engine.eventlog.store import Logs
from levelmem.engine.eventlog.writer import SessionLog
from levelmem.engine.recall.classic.ranking import Options
from levelmem.engine.recall.logs import search_logs
from levelmem.engine.sessions.shell import git_events

NOW = datetime(2026, 8, 20, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def write(root: Path, session: str, records: Sequence[LogRecord]) -> None:
    log = SessionLog(root, session)
    for record in records:
        log.append(record)
    log.close()


def said(text: str, when: datetime = NOW) -> LogRecord:
    return LogRecord("user_message", when, text=text)


def ran(command: str, when: datetime = NOW, **more: object) -> LogRecord:
    return LogRecord("tool_call", when, tool="shell", input=command, **more)  # type: ignore[arg-type]


def texts(records: Sequence[LogRecord]) -> list[str]:
    return [record.text for record in records]


def test_without_a_store_everything_is_empty(tmp_path: Path) -> None:
    logs = Logs(tmp_path)
    assert not logs.ids()
    assert not logs.infos()
    assert not logs.latest()
    assert not logs.burst()
    assert not logs.plans()
    assert not logs.commits(git_events)
    assert not logs.last_shell()
    assert not logs.recent("sess_1")
    assert not logs.asked("sess_1")
    assert not search_logs(logs, "anything", NOW)
    assert not search_logs(logs, "", NOW)
    assert not any(logs.signals(kind) for kind in RecordKind)


def test_the_last_records_of_a_session_are_its_tail(tmp_path: Path) -> None:
    write(tmp_path, "s1", [said(str(n)) for n in range(6)])
    logs = Logs(tmp_path)
    assert texts(logs.recent("s1")) == list("012345")
    assert texts(logs.recent("s1", 2)) == ["4", "5"]


def test_only_what_was_asked_is_asked(tmp_path: Path) -> None:
    agent = LogRecord("assistant_message", NOW, text="b")
    write(tmp_path, "s1", [said("a"), agent, said("c")])
    assert texts(Logs(tmp_path).asked("s1")) == ["a", "c"]


def test_the_latest_session_is_the_one_written_last(tmp_path: Path) -> None:
    write(tmp_path, "new", [said("new", NOW)])
    write(tmp_path, "old", [said("old", NOW - MINUTE)])
    logs = Logs(tmp_path)
    assert texts(logs.latest()) == ["new"]
    assert texts(logs.latest(skip="new")) == ["old"]
    assert logs.latest()[0].session == "new"


def test_equal_times_are_ordered_by_id(tmp_path: Path) -> None:
    for name in ("b", "a", "c"):
        write(tmp_path, name, [said(name)])
    assert Logs(tmp_path).ids() == ["c", "b", "a"]


def test_an_empty_newest_folder_hides_nothing(tmp_path: Path) -> None:
    write(tmp_path, "s1", [said("real")])
    (tmp_path / ".memcode/sessions/s2").mkdir()
    SessionLog(tmp_path, "s3").close()
    logs = Logs(tmp_path)
    assert texts(logs.latest()) == ["real"]
    assert [info.id for info in logs.infos()] == ["s1"]


def test_records_count_before_the_files_time(tmp_path: Path) -> None:
    write(tmp_path, "copied", [said("old", NOW - 9 * MINUTE)])
    write(tmp_path, "s1", [said("new", NOW)])
    os.utime(tmp_path / ".memcode/sessions/copied/events.jsonl")
    assert Logs(tmp_path).ids() == ["s1", "copied"]


def test_without_times_the_files_time_counts(tmp_path: Path) -> None:
    for name, seconds in (("a", 2000), ("b", 1000)):
        folder = tmp_path / ".memcode/sessions" / name
        folder.mkdir(parents=True)
        path = folder / "events.jsonl"
        path.write_text('{"kind":"user_message","text":"x"}\n')
        os.utime(path, (seconds, seconds))
    assert Logs(tmp_path).ids() == ["a", "b"]


def test_facts_that_are_learned_later_do_not_wake_a_session(tmp_path: Path) -> None:
    late = LogRecord("facts", NOW, text="a fact")
    write(tmp_path, "old", [said("old", NOW - 9 * MINUTE), late])
    write(tmp_path, "s1", [said("new", NOW - MINUTE)])
    assert Logs(tmp_path).ids() == ["s1", "old"]


def test_a_list_tells_what_was_asked_first(tmp_path: Path) -> None:
    start = LogRecord("session_started", NOW - 5 * MINUTE)
    end = LogRecord("session_finished", NOW)
    asked = said("fix the parser\nplease", NOW - 4 * MINUTE)
    write(tmp_path, "s1", [start, asked, ran("ls"), end])
    write(tmp_path, "s2", [LogRecord("session_started", NOW - 9 * MINUTE)])
    first, second = Logs(tmp_path).infos()
    assert (first.headline, first.actions, first.requests) == ("fix the parser …", 1, 1)
    assert first.finished
    assert first.duration == 5 * MINUTE
    assert second.headline == "(no request recorded)"
    assert [info.id for info in Logs(tmp_path).infos(skip="s1")] == ["s2"]
    assert len(Logs(tmp_path).infos(1)) == 1


class TestBurst:
    def made(self, root: Path) -> Logs:
        for number in range(3):
            when = NOW - (3 - number) * MINUTE
            write(
                root, f"s{number}", [said(f"{number}a", when), said(f"{number}b", when)]
            )
        write(root, "current", [said("now", NOW)])
        return Logs(root)

    def test_it_runs_from_old_to_new_without_the_current(self, tmp_path: Path) -> None:
        found = texts(self.made(tmp_path).burst(skip="current"))
        assert found == ["0a", "0b", "1a", "1b", "2a", "2b"]

    def test_it_can_be_bounded(self, tmp_path: Path) -> None:
        logs = self.made(tmp_path)
        assert texts(logs.burst(skip="current", sessions=1)) == ["2a", "2b"]
        assert texts(logs.burst(skip="current", each=1)) == ["0b", "1b", "2b"]

    def test_a_long_rest_ends_it(self, tmp_path: Path) -> None:
        year = timedelta(days=365)
        write(tmp_path, "a", [said("a", NOW)])
        write(tmp_path, "b", [said("b", NOW - timedelta(hours=1))])
        write(tmp_path, "c", [said("c", NOW - year)])
        assert texts(Logs(tmp_path).burst()) == ["b", "a"]
        assert texts(Logs(tmp_path).burst(gap=timedelta(0))) == ["c", "b", "a"]

    def test_a_single_old_session_is_always_told(self, tmp_path: Path) -> None:
        write(tmp_path, "c", [said("c", NOW - timedelta(days=900))])
        assert texts(Logs(tmp_path).burst()) == ["c"]


class TestPlans:
    def plan(self, slug: str, text: str, when: datetime = NOW) -> LogRecord:
        return LogRecord("plan_presented", when, slug=slug, text=text)

    def test_the_last_revision_of_each_stands(self, tmp_path: Path) -> None:
        later = self.plan("b", "# PLAN: other", NOW + MINUTE)
        first = self.plan("a", "# Plan: one")
        write(tmp_path, "s1", [first, self.plan("a", "## two"), later])
        plans = Logs(tmp_path).plans()
        assert [(p.slug, p.title) for p in plans] == [("b", "other"), ("a", "two")]
        assert len(Logs(tmp_path).plans(1)) == 1

    def test_plans_without_a_slug_are_each_their_own(self, tmp_path: Path) -> None:
        blank = self.plan("", "  \n")
        write(tmp_path, "s1", [self.plan("", "x"), self.plan("", "y"), blank])
        assert {plan.title for plan in Logs(tmp_path).plans()} == {"x", "y"}

    @pytest.mark.parametrize(
        ("text", "title"),
        [
            ("\n\n## PLAN: Ship it\nmore", "Ship it"),
            ("plan: lower", "lower"),
            ("No label", "No label"),
            ("", ""),
            ("# " + "x" * 100, "x" * 80 + "…"),
        ],
    )
    def test_the_title_is_the_first_line_without_marks(
        self, text: str, title: str
    ) -> None:
        assert plan_title(text) == title


class TestCommits:
    def commits(self, root: Path, *records: LogRecord) -> list[str]:
        write(root, "s1", records)
        return [record.input for record in Logs(root).commits(git_events)]

    def test_a_commit_is_told_from_words_that_look_like_one(
        self, tmp_path: Path
    ) -> None:
        real = 'git -C repo commit -m "x"'
        noise = ('rg "git commit" .', "echo git push please")
        found = self.commits(tmp_path, ran(real), *map(ran, noise))
        assert found == [real]

    def test_json_with_backticks_is_no_commit(self, tmp_path: Path) -> None:
        text = '{"path":"README.md","new":"Run `git push` to publish"}'
        call = LogRecord("tool_call", NOW, tool="edit_file", input=text)
        assert self.commits(tmp_path, call) == []

    def test_one_that_failed_is_none(self, tmp_path: Path) -> None:
        failed = ran("git commit -m x", exit=128, is_error=True)
        result = LogRecord("tool_result", NOW, tool_use_id="c1", status="error")
        call = LogRecord("tool_call", NOW, tool="bash", input="git push")
        named = LogRecord(
            "tool_call", NOW, tool="bash", input="git push", tool_use_id="c1"
        )
        assert self.commits(tmp_path, failed, named, result, call) == ["git push"]

    def test_one_that_was_denied_is_none(self, tmp_path: Path) -> None:
        denied = LogRecord("approval", NOW, decision="denied", text="git push")
        allowed = LogRecord("approval", NOW, decision="approved", text="git push")
        first, second = ran("git push a"), ran("git push b")
        assert self.commits(tmp_path, denied, first, allowed, second) == ["git push b"]

    def test_they_are_in_the_order_of_time_over_all_sessions(
        self, tmp_path: Path
    ) -> None:
        write(tmp_path, "s1", [ran("git push 1", NOW - 3 * MINUTE), ran("git push 3")])
        write(tmp_path, "s2", [ran("git push 2", NOW - MINUTE)])
        found = [r.input[-1] for r in Logs(tmp_path).commits(git_events)]
        assert found == ["3", "2", "1"]


def test_the_last_command_of_the_person_is_found_with_its_output(
    tmp_path: Path,
) -> None:
    write(
        tmp_path, "s1", [ran("sh -c 'x; exit 3'", content="bad", is_error=True, exit=3)]
    )
    write(tmp_path, "s2", [said("later", NOW + MINUTE)])
    record = Logs(tmp_path).last_shell()
    assert record is not None
    assert (record.content, record.is_error, record.exit) == ("bad", True, 3)


def test_signals_come_by_time_from_all_sessions(tmp_path: Path) -> None:
    kind = RecordKind.PREFERENCE_SIGNAL
    write(tmp_path, "s1", [LogRecord(kind, NOW, text="b")])
    write(tmp_path, "s2", [LogRecord(kind, NOW - MINUTE, text="a"), said("no")])
    found = Logs(tmp_path).signals(kind)
    assert [(r.text, r.session) for r in found] == [("a", "s2"), ("b", "s1")]


def test_what_could_not_be_read_is_told_and_the_rest_is_used(tmp_path: Path) -> None:
    write(tmp_path, "s1", [said("kept")])
    with (tmp_path / ".memcode/sessions/s1/events.jsonl").open("a") as stream:
        stream.write("garbage\n")
    logs = Logs(tmp_path)
    assert texts(logs.latest()) == ["kept"]
    assert logs.reports["s1"].invalid == [2]


def test_links_and_files_among_the_sessions_are_passed_over(tmp_path: Path) -> None:
    write(tmp_path, "s1", [said("x")])
    sessions = tmp_path / ".memcode/sessions"
    (sessions / "file").write_text("x")
    (sessions / "link").symlink_to(sessions / "s1")
    (sessions / ".hidden").mkdir()
    assert Logs(tmp_path).ids() == ["s1"]


@pytest.mark.parametrize("name", ["../s1", "..", "", "/etc"])
def test_a_hostile_id_reads_nothing(tmp_path: Path, name: str) -> None:
    write(tmp_path, "s1", [said("x")])
    assert Logs(tmp_path).recent(name) == []


class TestSearch:
    def test_a_word_is_found_across_sessions(self, tmp_path: Path) -> None:
        write(tmp_path, "s1", [said("the parser is slow")])
        write(tmp_path, "s2", [said("unrelated"), ran("pytest tests/test_parser.py")])
        found = search_logs(Logs(tmp_path), "parsers", NOW)
        assert {record.session for record in found} == {"s1", "s2"}

    def test_a_blank_query_lists_everything_backwards(self, tmp_path: Path) -> None:
        write(tmp_path, "s1", [said("a", NOW - MINUTE), said("b", NOW - MINUTE)])
        write(tmp_path, "s2", [said("c"), said("d")])
        logs = Logs(tmp_path)
        assert texts(search_logs(logs, "  ", NOW)) == ["d", "c", "b", "a"]
        assert texts(search_logs(logs, "", NOW, 3)) == ["d", "c", "b"]

    def test_a_fact_is_first_for_a_paraphrase_of_itself(self, tmp_path: Path) -> None:
        fact = LogRecord(
            "facts", NOW, text="Melanie adopted a puppy", entities=("melanie", "dog")
        )
        talk = [said("look at this puppy"), said("adoption papers of Melanie came")]
        write(tmp_path, "s1", [said("hello"), fact])
        write(tmp_path, "s2", talk)
        found = search_logs(Logs(tmp_path), "which puppy did melanie adopt", NOW)
        assert (found[0].kind, found[0].session) == ("facts", "s1")

    def test_a_lesson_is_found_by_its_trigger(self, tmp_path: Path) -> None:
        lesson = LogRecord(
            "lesson_signal", NOW, trigger="lockfile drift", strategy="reinstall"
        )
        write(tmp_path, "s1", [said("hi"), lesson])
        found = search_logs(Logs(tmp_path), "lockfile drift", NOW)
        assert found[0].kind == "lesson_signal"

    def test_a_command_word_for_word_is_first_with_every_layer(
        self, tmp_path: Path
    ) -> None:
        command = "docker compose -f ops/dev.yml up"
        talk = [said(f"docker compose talk {n} ops dev up") for n in range(5)]
        write(tmp_path, "s1", talk)
        write(tmp_path, "s2", [ran(command)])
        every = Options(field_weights=True, rm3=True, adjacency=True, entities=True)
        found = search_logs(Logs(tmp_path), command, NOW, options=every)
        assert found[0].input == command
