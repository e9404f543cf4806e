"""Where a project's memory lies: LevelCode's folder in place, or levelmem's own."""

import json
import stat
from pathlib import Path

from levelmem.engine.memory.folders import all_memories, memory_folder
from levelmem.engine.memory.records import Observation
from levelmem.engine.memory.service import Memory
from levelmem.engine.memory.store import MemoryStore
from levelmem.engine.places import Places


def places(home: Path) -> Places:
    return Places({"HOME": str(home), "LEVELMEM_DATA_DIR": str(home / "data")})


def levelcode_session(root: Path, slug: str, project: str, name: str = "s") -> Path:
    folder = root / slug
    folder.mkdir(parents=True, exist_ok=True)
    meta = {"kind": "meta", "v": 1, "id": name, "project": project}
    (folder / f"{name}.jsonl").write_text(json.dumps(meta) + "\n")
    return folder


def test_levelcodes_folder_is_used_where_levelcode_knows_the_project(
    tmp_path: Path,
) -> None:
    project = tmp_path / "code" / "thin.ly"
    root = tmp_path / "sessions"
    slug = str(project).replace("/", "-").replace(".", "-")
    folder = levelcode_session(root, slug, str(project))
    found = memory_folder(str(project), places(tmp_path), [root])
    assert (found.path, found.of_levelcode) == (folder / "memory", True)
    assert found.project == str(project)


def test_a_slug_that_another_project_has_is_not_taken_for_it(tmp_path: Path) -> None:
    root = tmp_path / "sessions"
    levelcode_session(root, "-code-thin-ly", "/code/thin-ly")
    found = memory_folder("/code/thin.ly", places(tmp_path), [root])
    assert not found.of_levelcode
    assert found.path == tmp_path / "data" / "projects" / "-code-thin-ly" / "memory"


def test_projects_whose_slugs_collide_keep_memories_apart(tmp_path: Path) -> None:
    here = places(tmp_path)
    first = memory_folder("/code/thin.ly", here, [])
    Memory.of(first).observe("Uses pnpm", "s1")
    second = memory_folder("/code/thin-ly", here, [])
    assert second.path != first.path
    Memory.of(second).observe("Uses bun", "s2")
    assert memory_folder("/code/thin.ly", here, []) == first
    assert memory_folder("/code/thin-ly", here, []) == second
    assert {(found.project, found.path) for found in all_memories(here, [])} == {
        ("/code/thin.ly", first.path),
        ("/code/thin-ly", second.path),
    }


def test_worktrees_of_one_repository_share_one_memory(tmp_path: Path) -> None:
    main, tree = tmp_path / "repo", tmp_path / "tree"
    gitdir = main / ".git" / "worktrees" / "tree"
    gitdir.mkdir(parents=True)
    tree.mkdir()
    (tree / ".git").write_text(f"gitdir: {gitdir}\n")
    here = places(tmp_path)
    one = memory_folder(str(main), here, [])
    assert memory_folder(str(tree), here, []).path == one.path
    assert memory_folder(str(main / "src"), here, []).path == one.path


def test_all_memories_lists_levelcodes_with_the_path_that_its_sessions_name(
    tmp_path: Path,
) -> None:
    root = tmp_path / "sessions"
    folder = levelcode_session(root, "-code-a", "/code/a")
    levelcode_session(root, "-code-empty", "/code/empty")
    MemoryStore(folder / "memory").append([Observation("Uses pnpm")])
    (root / "stray").mkdir()
    (root / "file").write_text("x")
    [found] = all_memories(places(tmp_path), [root, tmp_path / "absent"])
    assert (found.project, found.path) == ("/code/a", folder / "memory")


def test_broken_session_files_and_owner_files_are_no_obstacle(tmp_path: Path) -> None:
    root = tmp_path / "sessions"
    folder = levelcode_session(root, "-code-a", "/code/a")
    (folder / "0.jsonl").write_bytes(b"\xff{")
    (folder / "1.jsonl").write_text("[]\n")
    (folder / "2.jsonl").write_text('{"kind":"meta","project":7}\n')
    assert memory_folder("/code/a", places(tmp_path), [root]).of_levelcode
    own = tmp_path / "data" / "projects" / "-code-b"
    own.mkdir(parents=True)
    (own / "project.json").write_text("{")
    assert memory_folder("/code/b", places(tmp_path), [root]).path == own / "memory"


def test_the_off_switch_of_a_levelcode_project_lies_in_levelmems_own_data(
    tmp_path: Path,
) -> None:
    root = tmp_path / "sessions"
    folder = levelcode_session(root, "-code-a", "/code/a")
    found = memory_folder("/code/a", places(tmp_path), [root])
    found.turn_off()
    assert memory_folder("/code/a", places(tmp_path), [root]).off
    assert [path.name for path in folder.iterdir()] == ["s.jsonl"]
    assert stat.S_IMODE(found.switches.stat().st_mode) == 0o700
    found.turn_on()
    assert not found.off
