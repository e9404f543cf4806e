"""The newest sessions of the last listing: there at once, never in anybody's way."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from levelmem.engine.places import Places
from levelmem.engine.sessions.catalog import Catalog
from levelmem.engine.sessions.glimpse import NotedEnviron, keep_glimpse, recall_glimpse
from levelmem.engine.sessions.model import Kind, Session

NOW = datetime(2026, 11, 26, 15, 30, tzinfo=UTC)
AGENTS = {"notebook": "Notebook"}


def places(home: Path, **environ: str) -> Places:
    return Places({"HOME": str(home), **environ})


def session(number: int, project: str = "/work/a", kind: Kind = Kind.MAIN) -> Session:
    return Session(
        agent="notebook",
        id=f"s{number}",
        path=Path(f"/store/s{number}.txt"),
        project=project,
        title=f"日本 {number} \ud800",
        updated=NOW - timedelta(hours=number),
        kind=kind,
        edits=(("a.py", 2),),
        models=("m1",),
        spark=(1, 2),
        files=(Path("/store/more"),),
    )


def test_what_was_kept_comes_back_whole(tmp_path: Path) -> None:
    kept = (session(1), replace(session(2), pinned=True, updated=None))
    keep_glimpse(kept, AGENTS, places(tmp_path), {})
    found = recall_glimpse(places(tmp_path))
    assert found is not None
    assert found.sessions == kept
    assert found.agents == AGENTS


def test_only_main_sessions_are_kept_and_never_too_many(tmp_path: Path) -> None:
    child = session(0, kind=Kind.SUBAGENT)
    many = [session(n, f"/work/p{n % 400}") for n in range(5000)]
    keep_glimpse([child, *many], AGENTS, places(tmp_path), {})
    found = recall_glimpse(places(tmp_path))
    assert found is not None
    assert len(found.sessions) == 240
    assert found.sessions[:120] == tuple(many[:120])


def test_an_old_project_has_its_newest_sessions(tmp_path: Path) -> None:
    busy = [session(n) for n in range(600)]
    old = [session(n, "/work/old") for n in range(600, 610)]
    keep_glimpse([*busy, *old], AGENTS, places(tmp_path), {})
    found = recall_glimpse(places(tmp_path))
    assert found is not None
    assert [s for s in found.sessions if s.project == "/work/old"] == old


@pytest.mark.parametrize(
    ("then", "now"),
    [({"STORE": "/a"}, {"STORE": "/b"}), ({"STORE": "/a"}, {}), ({}, {"STORE": "/a"})],
)
def test_it_is_not_shown_where_the_stores_are_others(
    tmp_path: Path, then: dict[str, str], now: dict[str, str]
) -> None:
    environ = NotedEnviron(then)
    environ.get("STORE")
    keep_glimpse([session(1)], AGENTS, places(tmp_path), environ.asked)
    assert recall_glimpse(places(tmp_path, **now)) is None
    assert recall_glimpse(places(tmp_path, **then)) is not None


def test_it_is_not_shown_where_the_person_named_other_stores(tmp_path: Path) -> None:
    keep_glimpse([session(1)], AGENTS, places(tmp_path), {})
    named = Places({"HOME": str(tmp_path)}, {"notebook": (Path("/backup"),)})
    assert recall_glimpse(named) is None


@pytest.mark.parametrize("body", ["", "[]", "{}", "torn", '{"schema": 99}', "\ud800"])
def test_what_does_not_fit_is_passed_over(tmp_path: Path, body: str) -> None:
    keep_glimpse([session(1)], AGENTS, places(tmp_path), {})
    file = places(tmp_path).cache / "newest.json"
    file.write_bytes(body.encode("utf-8", "surrogatepass"))
    assert recall_glimpse(places(tmp_path)) is None


def test_rows_of_another_shape_are_passed_over(tmp_path: Path) -> None:
    keep_glimpse([session(1)], AGENTS, places(tmp_path), {})
    file = places(tmp_path).cache / "newest.json"
    data = json.loads(file.read_text())
    data["rows"][0][1:3] = [7]
    file.write_text(json.dumps(data))
    assert recall_glimpse(places(tmp_path)) is None


def test_it_is_private_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    keep_glimpse([session(1)], AGENTS, places(tmp_path), {})
    (file,) = places(tmp_path).cache.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_catalog_keeps_its_newest_sessions_without_secrets(tmp_path: Path) -> None:
    secret = "ghp" + "_" + "a1B2" * 9
    store = tmp_path / ".claude" / "projects" / "-work-a"
    store.mkdir(parents=True)
    record = {
        "type": "user",
        "sessionId": "s1",
        "uuid": "u1",
        "cwd": "/work/a",
        "timestamp": "2026-11-26T15:30:00.000Z",
        "message": {"role": "user", "content": f"deploy with {secret} now"},
    }
    (store / "s1.jsonl").write_text(json.dumps(record) + "\n")
    listing = Catalog.open(places(tmp_path)).listing()
    found = recall_glimpse(places(tmp_path))
    assert found is not None
    assert found.sessions == listing.main
    assert "[redacted]" in found.sessions[0].title
    assert secret not in (places(tmp_path).cache / "newest.json").read_text()
    assert recall_glimpse(places(tmp_path, CLAUDE_CONFIG_DIR="/other")) is None
