"""The cores of our scripts, without a page: Node.js runs their unit tests, and its pins are whole."""

from __future__ import annotations

import json
import subprocess

import pytest

from tdapp.devtools import javascript
from tdapp.launch.host import environment


def test_the_cores_of_entry_line_outbox_clock_and_sheet_store_do_what_their_unit_tests_say() -> None:
    command = javascript.tests()
    assert len([word for word in command if word.endswith(".test.js")]) >= 4
    done = subprocess.run(command, cwd=environment.ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_javascript_tool_is_pinned_by_its_content_and_no_address_is_written_down() -> None:
    lock = json.loads((javascript.HOME / "package-lock.json").read_text(encoding="utf-8"))
    wanted = json.loads((javascript.HOME / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    tools = {name: facts for name, facts in lock["packages"].items() if name}
    loose = [name for name, facts in tools.items() if not facts["integrity"].startswith("sha512-")]
    assert loose == []
    assert [name for name, facts in tools.items() if "resolved" in facts] == []
    assert {name: tools[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    programs = {name for facts in tools.values() for name in facts.get("optionalDependencies", {})}
    assert {name for name in programs if f"node_modules/{name}" not in tools} == set(), "of another system"


@pytest.mark.parametrize(
    ("version", "fit"),
    [("v20.19.0", True), ("v20.18.3", False), ("v21.7.0", False), ("v22.11.0", False), ("v22.12.0", True),
     ("v24.1.0", True), ("", False), ("install me first", False)],
)  # fmt: skip
def test_a_node_that_is_too_old_or_none_is_passed_over(version: str, fit: bool) -> None:
    assert javascript.is_fit(version) is fit
