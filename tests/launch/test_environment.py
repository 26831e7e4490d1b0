"""When the project's Python environment is made, and when it is left alone."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tdapp.launch.host import environment, machine, pins
from tdapp.launch.sentences import Stop
from tests.servers import ROOT

Commands = list[list[str]]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty project with pins, and a machine without uv."""
    for name in environment.FILES.values():
        (tmp_path / name).write_text(f"# {name}\n")
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    return tmp_path


@pytest.fixture
def installs(monkeypatch: pytest.MonkeyPatch) -> Commands:
    """The installer commands that would have run."""
    commands: Commands = []
    monkeypatch.setattr(environment, "_quietly", commands.append)
    return commands


def pretend_environment(project: Path) -> None:
    interpreter = machine.venv_python(project / ".venv")
    interpreter.parent.mkdir(parents=True, exist_ok=True)
    interpreter.write_text("#!/bin/sh\n")
    interpreter.chmod(0o755)


def test_from_nothing_an_environment_is_made_and_the_pins_installed_with_their_hashes(
    project: Path, installs: Commands
) -> None:
    python = environment.python("run")
    assert subprocess.run([python, "-c", "import pip"], check=True).returncode == 0
    assert installs == [
        [
            str(python),
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-compile",
            "--require-hashes",
            "-r",
            str(project / "requirements.txt"),
        ]
    ]


def test_the_second_time_nothing_is_installed(
    project: Path, installs: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend_environment(project)
    monkeypatch.setattr(environment, "_create", lambda uv: None)
    environment.python("run")
    before = len(installs)
    environment.python("run")
    assert before == len(installs) == 1


@pytest.mark.parametrize(("asked", "again"), [("run", []), ("services", ["requirements-services.txt"])])
def test_the_dev_pins_include_those_to_run_but_not_the_services(
    project: Path, installs: Commands, monkeypatch: pytest.MonkeyPatch, asked: str, again: list[str]
) -> None:
    pretend_environment(project)
    monkeypatch.setattr(environment, "_create", lambda uv: None)
    environment.python("dev")
    installs.clear()
    environment.python(asked)
    assert [Path(command[-1]).name for command in installs] == again


def test_changed_pins_are_installed(
    project: Path, installs: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend_environment(project)
    monkeypatch.setattr(environment, "_create", lambda uv: None)
    environment.python("run")
    (project / "requirements.txt").write_text("# new\n")
    environment.python("run")
    assert len(installs) == 2


def test_a_moved_environment_is_made_again(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not environment._runs(Path(sys.executable)), "the tests' own environment is another folder's"
    monkeypatch.setattr(environment, "VENV", Path(sys.prefix))
    assert environment._runs(Path(sys.executable))


def test_uv_is_used_where_it_is(project: Path, installs: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: "/bin/uv" if name == "uv" else None)
    environment.python("run")
    assert [command[:3] for command in installs] == [
        ["/bin/uv", "venv", "--quiet"],
        ["/bin/uv", "pip", "install"],
    ]
    assert "--require-hashes" in installs[1]


def test_a_failed_install_leaves_no_stamp_and_says_so(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend_environment(project)
    monkeypatch.setattr(environment, "_create", lambda uv: None)
    monkeypatch.setattr(environment, "_runs", lambda interpreter: True)
    failing = machine.venv_python(project / ".venv")
    failing.write_text("#!/bin/sh\necho no route to anywhere >&2\nexit 1\n")
    failing.chmod(0o755)
    with pytest.raises(Stop, match="no route to anywhere"):
        environment.python("run")
    assert not (project / ".venv" / "td-run.stamp").exists()


@pytest.mark.parametrize(
    ("bundle", "said"), [(False, "Is there a network?"), (True, "Do the wheels of this folder fit ")]
)
def test_after_a_failed_install_the_advice_is_about_the_network_or_the_bundles_wheels(
    project: Path, bundle: bool, said: str
) -> None:
    if bundle:
        (project / "wheels").mkdir()
    with pytest.raises(Stop) as stopped:
        environment._quietly([sys.executable, "-c", "raise SystemExit(1)"])
    assert said in str(stopped.value)


def test_a_python_without_venv_is_one_sentence(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise subprocess.CalledProcessError(1, "ensurepip")

    monkeypatch.setattr("venv.EnvBuilder.create", refuse)
    with pytest.raises(Stop, match=r"apt install python3-venv\.$"):
        environment.python("run")


def test_what_the_tests_need_holds_everything_the_program_needs() -> None:
    """One pinned list is not read with the other: a pin that is in one alone is missed by `./td test`."""
    program, tests = (_pins(name) for name in ("requirements.txt", "requirements-dev.txt"))
    assert sorted(program - tests) == []


def _pins(name: str) -> set[str]:
    text = (Path(__file__).resolve().parents[2] / name).read_text(encoding="utf-8")
    return {line.rstrip(" \\") for line in text.splitlines() if "==" in line and not line.startswith(" ")}


def test_what_is_only_read_afterwards_is_compiled_beside_its_source(project: Path) -> None:
    """A server's service may write nothing there: it would compile all of it at each start."""
    for name in (*environment.ROOMS, ".venv/lib"):
        (project / name).mkdir(parents=True)
        (project / name / "part.py").write_text("figure = 7\n")
    environment.compiled()
    compiled = {file.parents[1].relative_to(project).as_posix() for file in project.rglob("part.*.pyc")}
    assert compiled == {*environment.ROOMS, ".venv/lib"}


def test_pip_and_setuptools_are_pinned_and_not_those_of_the_python() -> None:
    """A new environment of Python 3.11 brings pip 23 and setuptools 65; the pins replace them, by whichever installer."""
    for name in ("requirements.txt", "requirements-dev.txt"):
        found = {pin.name: pin.version for pin in pins.read(ROOT / name)}
        assert int(found["pip"].split(".")[0]) >= 26
        assert int(found["setuptools"].split(".")[0]) >= 84
