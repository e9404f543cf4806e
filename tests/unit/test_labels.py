"""The person's filing: an overlay for most agents, LevelCode's own events for it."""

import json
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from builders.levelcode import event, meta, put
from levelmem.engine.sessions.labels import (
    Label,
    LabelError,
    append_label,
    apply_labels,
    file_session,
    label_levelcode,
    read_labels,
)
from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.sources.levelcode import SOURCE

KEY = ("codex", "s1")
AT = datetime(2026, 3, 1, 9, tzinfo=UTC)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


class TestTheOverlay:
    def test_a_record_says_what_when_and_of_which_session(self, tmp_path: Path) -> None:
        overlay = tmp_path / "data/labels.jsonl"
        append_label(overlay, KEY, Label("archived", True, "Mine"), AT)
        assert lines(overlay) == [
            {
                "v": 1,
                "agent": "codex",
                "id": "s1",
                "at": "2026-03-01T09:00:00.000Z",
                "lifecycle": "archived",
                "pinned": True,
                "title": "Mine",
            }
        ]
        assert overlay.stat().st_mode & 0o777 == 0o600
        assert overlay.parent.stat().st_mode & 0o777 == 0o700

    def test_the_last_value_of_each_field_counts(self, tmp_path: Path) -> None:
        overlay = tmp_path / "labels.jsonl"
        append_label(overlay, KEY, Label(lifecycle="archived", title="One"))
        append_label(overlay, KEY, Label(pinned=True))
        append_label(overlay, ("codex", "s2"), Label(pinned=True))
        append_label(overlay, KEY, Label(lifecycle="active"))
        assert read_labels(overlay) == {
            KEY: Label("active", True, "One"),
            ("codex", "s2"): Label(pinned=True),
        }

    def test_saying_nothing_writes_nothing(self, tmp_path: Path) -> None:
        append_label(tmp_path / "labels.jsonl", KEY, Label())
        assert not (tmp_path / "labels.jsonl").exists()

    def test_without_a_file_nothing_is_filed(self, tmp_path: Path) -> None:
        assert read_labels(tmp_path / "labels.jsonl") == {}

    def test_a_torn_line_swallows_no_record(self, tmp_path: Path) -> None:
        overlay = tmp_path / "labels.jsonl"
        append_label(overlay, KEY, Label(pinned=True))
        with overlay.open("ab") as stream:
            stream.write(b'{"v":1,"agent":"cod')
        append_label(overlay, KEY, Label(lifecycle="trashed"))
        assert read_labels(overlay) == {KEY: Label("trashed", True)}

    @pytest.mark.parametrize(
        "line",
        [
            "broken",
            "[]",
            '{"agent":"codex"}',
            '{"agent":5,"id":"s1","pinned":true}',
            '{"agent":"codex","id":"s1","pinned":"yes","lifecycle":"lost","title":3}',
        ],
    )
    def test_lines_of_another_shape_say_nothing(
        self, tmp_path: Path, line: str
    ) -> None:
        overlay = tmp_path / "labels.jsonl"
        overlay.write_text(line + "\n")
        assert set(read_labels(overlay).values()) <= {Label()}

    def test_many_writers_lose_no_line(self, tmp_path: Path) -> None:
        overlay = tmp_path / "labels.jsonl"

        def write(number: int) -> None:
            for turn in range(20):
                append_label(overlay, (f"a{number}", f"{turn}"), Label(title="x" * 500))

        threads = [threading.Thread(target=write, args=(n,)) for n in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(lines(overlay)) == 120

    def test_words_of_any_kind_can_be_written(self, tmp_path: Path) -> None:
        overlay = tmp_path / "labels.jsonl"
        append_label(overlay, KEY, Label(title="лампа \ud83d\nblue"))
        assert read_labels(overlay)[KEY].title == "лампа ?\nblue"
        assert overlay.read_bytes().count(b"\n") == 1

    def test_a_lifecycle_is_one_of_three(self, tmp_path: Path) -> None:
        with pytest.raises(ValueError, match="lost"):
            append_label(tmp_path / "labels.jsonl", KEY, Label(lifecycle="lost"))

    def test_a_file_that_can_not_be_written_is_explained(self, tmp_path: Path) -> None:
        overlay = tmp_path / "labels.jsonl"
        overlay.mkdir()
        with pytest.raises(LabelError, match=r"labels\.jsonl can't be written"):
            append_label(overlay, KEY, Label(pinned=True))


class TestApplying:
    def test_sessions_are_shown_as_filed(self) -> None:
        session = Session("codex", "s1", Path("/x"), title="Old", title_source="typed")
        other = Session("claude-code", "s1", Path("/y"), title="Other")
        label = Label("archived", True, "Mine")
        filed, same = apply_labels([session, other], {KEY: label})
        assert (filed.lifecycle, filed.pinned) == ("archived", True)
        assert (filed.title, filed.title_source) == ("Mine", "named")
        assert same is other

    def test_an_empty_title_gives_the_agents_back(self) -> None:
        session = Session("codex", "s1", Path("/x"), title="Old", title_source="typed")
        (filed,) = apply_labels([session], {KEY: Label(title="")})
        assert (filed.title, filed.title_source) == ("Old", "typed")


class TestLevelCode:
    def one(self, root: Path) -> Session:
        (session,) = (SOURCE.scan(f).session for f in SOURCE.files(root))
        return session

    def test_filing_goes_to_the_session_itself(self, tmp_path: Path) -> None:
        root = tmp_path / "sessions"
        path = put(root, meta(), event("user", 1, content="hello"))
        before = path.read_bytes()
        overlay = tmp_path / "labels.jsonl"
        label = Label("archived", True, "Mine")
        file_session(self.one(root), label, overlay, [root], AT)
        assert path.read_bytes().startswith(before)
        at = "2026-03-01T09:00:00.000Z"
        assert lines(path)[2:] == [
            {"kind": "label", "t": at, "lifecycle": "archived", "pinned": True},
            {"kind": "title", "t": at, "title": "Mine"},
        ]
        session = self.one(root)
        assert (session.lifecycle, session.pinned) == ("archived", True)
        assert session.title == "Mine"
        assert not overlay.exists()

    def test_other_agents_files_are_never_written(self, tmp_path: Path) -> None:
        path = tmp_path / "rollout.jsonl"
        path.write_text("{}\n")
        overlay = tmp_path / "labels.jsonl"
        file_session(Session("codex", "s1", path), Label(pinned=True), overlay)
        assert path.read_text() == "{}\n"
        assert read_labels(overlay) == {KEY: Label(pinned=True)}

    def test_a_torn_last_line_is_closed_first(self, tmp_path: Path) -> None:
        path = put(tmp_path, meta(), event("user", 1, content="x"), b'{"kind":"us')
        label_levelcode(path, Label(pinned=True), [tmp_path])
        assert self.one(tmp_path).pinned
        assert path.read_bytes().splitlines()[2] == b'{"kind":"us'

    def test_a_path_outside_the_store_is_refused(self, tmp_path: Path) -> None:
        root, outside = tmp_path / "sessions", tmp_path / "outside"
        path = put(outside, meta())
        (root / "-p").mkdir(parents=True)
        link = root / "-p" / "s.jsonl"
        link.symlink_to(path)
        for tried in (
            path,
            link,
            root / "-p/../../outside" / path.parent.name / path.name,
        ):
            before = path.read_bytes()
            with pytest.raises(LabelError, match="does not lie in LevelCode's store"):
                label_levelcode(tried, Label(pinned=True), [root])
            assert path.read_bytes() == before

    def test_memory_files_are_no_sessions(self, tmp_path: Path) -> None:
        path = put(tmp_path, meta())
        facts = path.parent / "memory" / "facts.jsonl"
        facts.parent.mkdir()
        facts.write_text("")
        with pytest.raises(LabelError):
            label_levelcode(facts, Label(pinned=True), [tmp_path])

    def test_a_session_that_is_gone_stays_gone(self, tmp_path: Path) -> None:
        path = put(tmp_path, meta())
        path.unlink()
        with pytest.raises(LabelError, match="can't be found"):
            label_levelcode(path, Label(pinned=True), [tmp_path])
        assert not path.exists()
