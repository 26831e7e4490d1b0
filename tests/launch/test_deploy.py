"""What lies in `deploy/` says nothing the program does not understand, and names no figure it does not tell."""

from __future__ import annotations

import configparser
import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands
from django.test import Client
from django.urls import get_resolver, resolve

from tdapp import command_line
from tdapp.devtools import federation
from tests.launch.conftest import WATCHER
from tests.launch.test_metrics import told

DEPLOY = Path(__file__).parents[2] / "deploy"
CONTAINER = DEPLOY / "container"
SETTING = re.compile(r"\bTD_[A-Z_]+\b|\b(?:DATABASE|REDIS|EMAIL)_URL\b")
FIGURE = re.compile(r"\btd_[a-z_]+\b")
# What the library adds to the name of a count or a row of counts.
SUFFIX = re.compile(r"_(total|bucket|count|sum)$")


def compose() -> dict[str, Any]:
    found = yaml.safe_load((CONTAINER / "compose.yaml").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def understood(words: list[str]) -> None:
    """Fails for a line `./td` would refuse."""
    options, rest = command_line._parser().parse_known_args(words)
    assert not rest, words
    assert options.port == 8000, words


def verified_by_systemd(unit: Path, folder: Path) -> None:
    """By systemd's own tool, where there is one; with a program that is on this machine."""
    if (tool := shutil.which("systemd-analyze")) is None:
        return
    (folder / unit.name).write_text(
        unit.read_text(encoding="utf-8").replace("/opt/td/td run", "/bin/true run")
    )
    done = subprocess.run([tool, "verify", "--man=no", folder / unit.name], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), unit.name


def test_every_unit_and_container_starts_the_program_by_words_it_knows(tmp_path: Path) -> None:
    for name in ("td.service", "td-jobs.service"):
        unit = configparser.RawConfigParser(strict=False)
        unit.optionxform = str  # type: ignore[assignment,method-assign]
        unit.read(DEPLOY / "systemd" / name, encoding="utf-8")
        program, *words = shlex.split(unit["Service"]["ExecStart"])
        assert program == "/opt/td/td", name
        understood(words)
        assert unit["Service"]["StateDirectory"] in unit["Service"]["Environment"], name
        assert unit["Service"]["User"] != "root", name
        # All else is only read: where the guide has copies go, it must say so.
        told = (DEPLOY.parent / "docs" / "guide" / "operating.md").read_text(encoding="utf-8")
        folders = re.findall(r"^ *TD_(?:BACKUP_TO|PUSH_FOLDERS)=(\S+)", told, re.MULTILINE)
        assert folders
        assert {f"-{folder}" for folder in folders} <= set(unit["Service"]["ReadWritePaths"].split()), name
        verified_by_systemd(DEPLOY / "systemd" / name, tmp_path)
    for name, service in compose()["services"].items():
        if service["image"] == "tournament-desk" and "command" in service:
            understood(service["command"])
            assert name.startswith("worker"), name
    text = (CONTAINER / "Containerfile").read_text(encoding="utf-8")
    understood(json.loads(re.findall(r"^CMD (\[.*\])$", text, re.MULTILINE)[-1]))
    assert re.findall(r"^USER (\S+)$", text, re.MULTILINE) == ["10001"]
    assert resolve(re.findall(r"127\.0\.0\.1:8000(/\w+)", text)[0]).view_name == "healthz"


def typed() -> str:
    """What the operating guide has somebody type."""
    guide = (DEPLOY.parent / "docs" / "guide" / "operating.md").read_text(encoding="utf-8")
    return "\n".join([*re.findall(r"(?ms)^ *```$(.*?)^ *```$", guide), *re.findall(r"`([^`\n]+)`", guide)])


def test_every_command_file_and_setting_the_operating_guide_has_typed_is_there() -> None:
    commands = typed()
    for name in re.findall(r"/opt/td(?:-\d)?/deploy/([\w./-]+)", commands):
        file = DEPLOY / name
        assert file.is_file(), name
        assert bool(file.stat().st_mode & 0o111) == (not file.suffix), f"{name}: what is typed can be run"
    known = get_commands()
    assert (asked := set(re.findall(r"(?:^|[ \n])td-manage ([a-z_]+)", commands)))
    assert asked <= set(known)
    for words in re.findall(r"/opt/td(?:-\d)?/td (\w+)|\./td (run|federation|soak)\b", commands):
        command_line._parser().parse_args(["".join(words)])
    assert set(SETTING.findall(commands)) <= set(
        SETTING.findall((DEPLOY.parent / ".env.example").read_text())
    )


def test_the_guide_the_units_the_commands_at_the_server_and_nginx_name_the_same_places() -> None:
    commands = typed()
    unit = (DEPLOY / "systemd" / "td.service").read_text(encoding="utf-8")
    at_server = (DEPLOY / "td-manage").read_text(encoding="utf-8")
    settings = re.findall(r"^EnvironmentFile=(\S+)$", unit, re.MULTILINE)[0]
    data = re.findall(r"^Environment=TD_DATA=(\S+)$", unit, re.MULTILINE)[0]
    user = re.findall(r"^User=(\S+)$", unit, re.MULTILINE)[0]
    assert f"cat > {settings} <<" in commands
    assert f"done <{settings}\n" in at_server
    assert f"runuser -u {user} -- /opt/td/td manage --data {data} " in at_server
    assert f"install -d -o {user} -g {user} -m 700 {data}\n" in commands
    nginx = (DEPLOY / "nginx" / "td.conf").read_text(encoding="utf-8")
    # At the server, and at the drill with a certificate of its own.
    replaced = re.findall(r'sed -i "(.*?)" /etc/nginx/conf.d/td.conf', commands)
    assert len(replaced) == 2
    for old in re.findall(r"s#(.*?)#", " ".join(replaced)):
        assert f" {old};" in nginx, old
    for name in ("td.conf", "td-folder.conf"):
        told = (DEPLOY / "nginx" / name).read_text(encoding="utf-8")
        assert told.count("listen 443") == told.count("ssl_protocols TLSv1.2 TLSv1.3;"), name
    # What goes away is what comes back.
    archive, back = (
        (DEPLOY / "postgresql" / name).read_text(encoding="utf-8")
        for name in ("td-archive.conf", "td-back.conf")
    )
    for folder in re.findall(r"/srv/\w+", archive + back + (DEPLOY / "postgresql" / "td-base").read_text()):
        assert re.search(rf"install -d -o postgres .*{folder}\b", commands), folder
    kept, restored = (set(re.findall(r"/srv/wal/%f\.\w+", text)) for text in (archive, back))
    assert restored <= kept


def test_the_containers_fit_each_other_and_every_setting_is_one_of_ours() -> None:
    made = compose()
    services, volumes = made["services"], made["volumes"]
    webs = {name for name in services if name.startswith("web-")}
    passed_to = set(re.findall(r"server (\S+):8000 max_fails=0;", (CONTAINER / "processes.conf").read_text()))
    assert webs == passed_to == set(services["proxy"]["depends_on"])
    for name, service in services.items():
        for mount in service.get("volumes", ()):
            source = mount.split(":")[0]
            assert source in volumes or (CONTAINER / source).exists() or source == "./certificate", (
                name,
                mount,
            )
        assert set(service.get("depends_on", ())) <= set(services), name
    own = [
        mount.split(":")[0]
        for name in services
        for mount in services[name].get("volumes", ())
        if ":/var/lib/td" in mount
    ]
    shared = federation.SHARED
    assert sorted(source for source in own if source not in shared) == sorted(
        name for name in services if services[name]["image"] == "tournament-desk"
    ), "each has a data folder of its own"
    mounted = {
        mount.split(":")[1]
        for service in services.values()
        for mount in service.get("volumes", ())
        if ":/var/lib/td" in mount
    }
    made_in_image = re.findall(r"--owner=td .*", (CONTAINER / "Containerfile").read_text(encoding="utf-8"))[
        0
    ].split()
    assert mounted == {"/var/lib/td", *(f"/var/lib/td/{name}" for name in shared)} <= set(made_in_image), (
        "a volume belongs to whom its place in the image belongs: what is not made there is the superuser's"
    )
    known = set(SETTING.findall((DEPLOY.parent / ".env.example").read_text(encoding="utf-8")))
    for file in DEPLOY.rglob("*"):
        if file.is_file():
            assert set(SETTING.findall(file.read_text(encoding="utf-8"))) <= known, file.name


@pytest.mark.django_db
def test_the_dashboard_and_the_alerts_ask_for_figures_the_program_tells_of_pages_it_has(
    client: Client, watched: None
) -> None:
    asked = [
        panel["targets"]
        for panel in json.loads((DEPLOY / "watching" / "dashboard.json").read_text())["panels"]
    ]
    lines = [target["expr"] for targets in asked for target in targets]
    rules = yaml.safe_load((DEPLOY / "watching" / "alerts.yaml").read_text())["groups"][0]["rules"]
    lines += [rule["expr"] for rule in rules]
    page = told(client)
    figures = {SUFFIX.sub("", name) for name in re.findall(r"^# HELP (\S+)", page, re.MULTILINE)} | {
        "td_commands"
    }
    routes = {
        f"{space}:{name}"
        for space, (_, found) in get_resolver().namespace_dict.items()
        # The API's addresses are loaded when they are first asked for.
        if found.url_patterns
        for name in found.reverse_dict
        if isinstance(name, str)
    }
    assert WATCHER not in page
    for line in lines:
        for name in FIGURE.findall(line):
            assert SUFFIX.sub("", name) in figures | {"td_requests", "td_request_seconds"}, line
        for route in re.findall(r'route="([^"]+)"', line):
            assert route == "kept" or route in routes, line
