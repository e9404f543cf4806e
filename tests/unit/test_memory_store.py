"""The store: whole lines under a lock, private files, tolerant reading."""

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from levelmem.engine.memory.records import JournalLine, Observation
from levelmem.engine.memory.store import FACTS, JOURNAL, MemoryStore, StoreError

CRASH = Path(__file__).parents[1] / "benchmarks" / "kill_appends.py"


def store(folder: Path) -> MemoryStore:
    return MemoryStore(folder / "memory")


def texts(memory: MemoryStore) -> list[str]:
    records, _ = memory.facts()
    return [record.text for record in records if isinstance(record, Observation)]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_memory_that_does_not_exist_is_empty_and_is_not_made(tmp_path: Path) -> None:
    memory = store(tmp_path)
    assert memory.facts() == ([], 0)
    assert memory.journal() == ([], 0)
    assert memory.read_text("MEMORY.md") is None
    assert not memory.folder.exists()


def test_appended_records_are_read_back_in_order(tmp_path: Path) -> None:
    memory = store(tmp_path)
    memory.append([Observation("a"), Observation("b\nc\u2028d")])
    memory.append([Observation("é 使用")])
    assert texts(memory) == ["a", "b\nc\u2028d", "é 使用"]
    raw = (memory.folder / FACTS).read_text("utf-8")
    assert raw.count("\n") == len(raw.splitlines()) == 3


def test_files_and_folders_are_private(tmp_path: Path) -> None:
    memory = MemoryStore(tmp_path / "deep" / "er" / "memory")
    memory.append([Observation("a")])
    memory.replace("MEMORY.md", "x")
    assert mode(memory.folder) == mode(tmp_path / "deep") == 0o700
    assert mode(memory.folder / FACTS) == mode(memory.folder / "MEMORY.md") == 0o600


def test_a_memory_file_that_others_could_read_is_taken_back(tmp_path: Path) -> None:
    memory = store(tmp_path)
    memory.append([Observation("a")])
    (memory.folder / FACTS).chmod(0o644)
    memory.append([Observation("b")])
    assert mode(memory.folder / FACTS) == 0o600


def test_a_missing_final_newline_is_mended_before_an_append(tmp_path: Path) -> None:
    memory = store(tmp_path)
    memory.append([Observation("a")])
    path = memory.folder / FACTS
    path.write_bytes(path.read_bytes() + b'{"v":1,"text":"torn')
    assert texts(memory) == ["a"]
    assert memory.facts()[1] == 0
    memory.append([Observation("b")])
    assert texts(memory) == ["a", "b"]
    assert memory.facts()[1] == 1


def test_a_whole_record_without_its_newline_counts(tmp_path: Path) -> None:
    memory = store(tmp_path)
    memory.append([Observation("a")])
    path = memory.folder / FACTS
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    memory.append([Observation("b")])
    assert texts(memory) == ["a", "b"]


def test_bad_lines_are_skipped_and_counted(tmp_path: Path) -> None:
    memory = store(tmp_path)
    memory.folder.mkdir()
    lines = [b"{", b"[1]", b"\xff\xfe", b'{"v":1,"text":"a"}', b"", b'{"z":1}', b"nul"]
    (memory.folder / FACTS).write_bytes(b"\n".join(lines) + b"\n")
    assert texts(memory) == ["a"]
    assert memory.facts()[1] == 4


def test_journal_lines_are_kept_apart_from_facts(tmp_path: Path) -> None:
    memory = store(tmp_path)
    memory.append([JournalLine("s1", summary="did it")], JOURNAL)
    assert [line.summary for line in memory.journal()[0]] == ["did it"]
    assert memory.facts() == ([], 0)


def test_secrets_are_scrubbed_in_every_field_before_they_are_written(
    tmp_path: Path,
) -> None:
    secret = "ghp_" + "a1B2" * 9
    memory = store(tmp_path)
    record = Observation(
        f"The token is {secret}",
        said=f"it is {secret}",
        extra={"deep": [{"x": secret}]},
    )
    memory.append([record])
    memory.append([JournalLine("s1", title=secret, files=(secret,))], JOURNAL)
    written = "".join((memory.folder / name).read_text() for name in (FACTS, JOURNAL))
    assert secret not in written
    assert "The token is" in written


def test_replacing_a_file_leaves_no_other_file_behind(tmp_path: Path) -> None:
    memory = store(tmp_path)
    memory.replace("MEMORY.md", "one")
    memory.replace("MEMORY.md", "two")
    assert memory.read_text("MEMORY.md") == "two"
    assert [path.name for path in memory.folder.iterdir()] == ["MEMORY.md"]


def test_a_link_that_leads_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    memory = store(tmp_path)
    memory.folder.mkdir()
    (memory.folder / FACTS).symlink_to(victim)
    with pytest.raises(StoreError, match="leads out"):
        memory.append([Observation("a")])
    with pytest.raises(StoreError):
        memory.facts()
    with pytest.raises(StoreError):
        memory.replace("../victim", "x")
    assert victim.read_text() == "precious"


def test_a_folder_that_can_not_be_written_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "memory").write_text("a file")
    with pytest.raises(StoreError, match=r"memory.*can't be used"):
        store(tmp_path).append([Observation("a")])


def test_a_signature_changes_with_the_file(tmp_path: Path) -> None:
    memory = store(tmp_path)
    before = memory.signature(FACTS)
    memory.append([Observation("a")])
    assert memory.signature(FACTS) != before


def test_writers_killed_at_random_neither_lose_nor_tear_a_record() -> None:
    run = subprocess.run(
        [sys.executable, str(CRASH), "--kills", "20", "--json"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    result = json.loads(run.stdout)
    assert result["kills"] == 20
    assert result["acknowledged"] > 0
    assert result["lost"] == result["torn"] == result["half_digests"] == 0
