"""``recall`` and ``bench`` as a person runs them."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from levelmem.engine.eventlog.records import LogRecord
from levelmem.engine.eventlog.writer import SessionLog


def run(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    keep = {name: os.environ[name] for name in ("PATH",) if name in os.environ}
    environ = keep | {
        "HOME": str(home),
        "LEVELMEM_DATA_DIR": str(home / "data"),
        "LEVELMEM_CACHE_DIR": str(home / "cache"),
        "LEVELMEM_CONFIG_DIR": str(home / "config"),
    }
    command = [sys.executable, "-m", "levelmem", *words]
    return subprocess.run(
        command, env=environ, cwd=home, capture_output=True, text=True, check=False
    )


def printed(home: Path, *words: str) -> Any:
    done = run(home, *words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def made_up_home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    shop = home / "shop"
    shop.mkdir(parents=True)
    log = SessionLog(shop, "sess_1")
    log.append(LogRecord("user_message", text="Which port does the gateway use?"))
    log.append(LogRecord("assistant_message", text="The gateway uses port 8443."))
    log.close()
    return home


def test_recall_cites_turns_and_facts(tmp_path: Path) -> None:
    home = made_up_home(tmp_path)
    shop = str(home / "shop")
    noted = run(home, "remember", "The gateway port is 8443", "--project", shop)
    assert noted.returncode == 0, noted.stderr
    answer = printed(home, "recall", "gateway", "port")
    assert answer["schema"] == 1
    kinds = {hit["kind"]: hit for hit in answer["hits"]}
    assert set(kinds) == {"fact", "turn"}
    fields = (
        "kind",
        "text",
        "state",
        "agent",
        "session",
        "turn",
        "date",
        "score",
        "why",
    )
    assert all(set(fields) <= set(hit) for hit in answer["hits"])
    turn = kinds["turn"]
    assert (turn["agent"], turn["session"]) == ("memcode", "sess_1")
    assert kinds["fact"]["state"] == "confirmed"


def test_recall_prints_for_people_and_says_where_nothing_is_found(
    tmp_path: Path,
) -> None:
    home = made_up_home(tmp_path)
    assert "8443" in run(home, "recall", "gateway port").stdout
    nothing = run(home, "recall", "xyzzyplugh")
    assert nothing.returncode == 0
    assert nothing.stdout == ""
    assert "nothing" in nothing.stderr


def test_bench_measures_its_own_set(tmp_path: Path) -> None:
    result = printed(tmp_path, "bench", "coding", "--seed", "3")
    assert result["benchmark"] == "coding"
    assert result["metrics"]["R@5"] > 0.9
    assert result["data"] == {"seed": 3}


def test_bench_refuses_what_is_no_data(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")
    done = run(tmp_path, "bench", "locomo", "--data", str(tmp_path / "x.json"))
    assert done.returncode == 1
    assert "LoCoMo" in done.stderr
    assert run(tmp_path, "bench", "beam").returncode == 2
