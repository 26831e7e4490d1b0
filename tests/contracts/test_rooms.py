"""House laws 3, 7 and 9, read from the source and from the models: who may know whom, and what may never be written."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.db import models

from tests.contracts.addresses import every_address
from tests.sweeps import swept

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("core", "scoring", "pairings", "lexicon_admin", "tdapp")
# Lowest first; `lexicon_admin` and `accounts` stand beside people.
ROOMS = ("kernel", "accounts", "people", "lexicon_admin", "events", "judging", "scoresheets", "desk", "ratings", "interchange",
         "publishing", "clubs", "demo", "api")  # fmt: skip
SOURCES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
TEMPLATES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.html"))]
SCRIPTS = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.js"))]
MODELS = [model for model in apps.get_models() if model.__module__.startswith(("tdapp.", "lexicon_admin."))]
by_room = swept("model", MODELS, name=lambda model: f"{model._meta.app_label}:{model.__name__}")
OWN_CODE = [path for path in SOURCES if "migrations" not in path.parts]


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT))


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_the_import_contracts_hold() -> None:
    """In a process of its own: the linter sets up logging, which would silence every logger of this one."""
    lint = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    told = subprocess.run([sys.executable, "-c", lint], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert told.returncode == 0, told.stdout


def test_every_room_there_is_stands_in_the_order_of_rooms() -> None:
    rooms = {path.parent.name for path in (ROOT / "tdapp").glob("*/apps.py")}
    assert rooms - set(ROOMS) == set()
    layers = (ROOT / "pyproject.toml").read_text().partition("layers = [")[2].partition("]")[0]
    assert [room for room in rooms if f"tdapp.{room}" not in layers] == []


def those_with(words: str) -> list[Path]:
    """Our own code in which such words stand: only there is it worth while to read the sentences."""
    looked_for = re.compile(words)
    return [path for path in OWN_CODE if looked_for.search(path.read_text(encoding="utf-8"))]


def test_imports_stand_at_the_top() -> None:
    found = []
    for path in those_with(r"(?m)^[ \t]+(import|from)\b|[:;][ \t]*(import|from)\b"):
        functions = [n for n in ast.walk(tree(path)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
        inside = [n for f in functions for n in ast.walk(f) if isinstance(n, ast.Import | ast.ImportFrom)]
        found += [f"{shown(path)}:{node.lineno}" for node in inside]
    assert found == []


def test_nothing_forbidden_is_imported() -> None:
    last = "|".join([*(name.rpartition(".")[2] for name in FORBIDDEN), "dispatch"])
    found = [(shown(path), name) for path in those_with(last) for name in _imported(path)
             if name in FORBIDDEN or name.startswith("django.dispatch")]  # fmt: skip
    assert found == []


FORBIDDEN = {
    "django.db.models.signals",
    "django.contrib.contenttypes.fields",
    "pickle",
    "marshal",
    "xml.etree.ElementTree",
}


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def test_the_time_of_day_is_asked_of_the_clock_alone() -> None:
    """House law 5: an injected clock. What measures durations (monotonic) or files may use the machine's own."""
    asked = re.compile(r"datetime\.now\(|timezone\.now\(|date\.today\(|datetime\.utcnow\(")
    hits = [shown(path) for path in OWN_CODE if asked.search(path.read_text(encoding="utf-8"))]
    # The parent process notes when it restored a backup; it runs before Django and knows no clock of ours. A session ends by
    # the library's own clock, which set its end.
    session = "tdapp/kernel/signing_in/doors/session_store.py"
    assert set(hits) <= {"tdapp/kernel/clock.py", "tdapp/launch/process/parent_request.py", session}


def test_chance_comes_from_a_seed() -> None:
    """House law 5. What must not be guessed comes from `secrets`; everything else is drawn from a stored seed."""
    loose = re.compile(r"\brandom\.(random|choice|shuffle|randint|sample|seed)\(|random\.Random\(\)")
    assert [shown(p) for p in OWN_CODE if loose.search(p.read_text(encoding="utf-8"))] == []


@by_room
def test_keys_point_down_the_rooms_only(model: type[models.Model]) -> None:
    own = ROOMS.index(model._meta.app_label)
    for field in foreign_keys(model):
        label = field.related_model._meta.app_label  # type: ignore[union-attr]
        assert ROOMS.index(label) <= own, f"{model.__name__}.{field.name} points up to {label}"


def foreign_keys(model: type[models.Model]) -> list[models.ForeignKey]:  # type: ignore[type-arg]
    return [f for f in model._meta.get_fields() if isinstance(f, models.ForeignKey)]


# What may go with the row it belongs to: it is nothing without it, and no result hangs on it.
GOES_WITH = {
    "Authenticator.user",
    "Invitation.used_by",
    "Invitation.user",
    "LinkedIdentity.user",
    "Passkey.user",
    "RecoveryCode.user",
    "Claim.table",
    "DeskPin.user",
    "JoinLink.user",
    "Membership.user",
    "Officer.user",
    "CodeShowing.entrant",
    "PhoneBinding.entrant",
    "PhoneCode.entrant",
    "PlayerPrivate.player",
    "SeasonCertificate.season",
    "StagedChange.club",
    "StagedChange.division",
    "StagedChange.entrant",
    "StagedChange.player",
    "StagedChange.preview",
    "TableLink.table",
    "Kiosk.table",
    "TableQuestion.table",
}


@by_room
def test_nothing_with_results_behind_it_goes_by_cascade(model: type[models.Model]) -> None:
    loose = {f"{model.__name__}.{f.name}" for f in foreign_keys(model)
             if f.remote_field.on_delete is not models.PROTECT}  # fmt: skip
    assert loose - GOES_WITH == set()


@by_room
def test_ids_are_independent_of_the_machine(model: type[models.Model]) -> None:
    key = model._meta.pk
    # The scope's name; the key; a keyed hash; the one row there is; the round, which has one.
    natural = {"AuditHead", "BrowserSession", "WrongTries", "FrontText", "SecondFactorRule", "KeptRound"}
    assert isinstance(key, models.UUIDField) or model.__name__ in natural


def test_there_are_no_generic_foreign_keys() -> None:
    assert [m.__name__ for m in MODELS if m._meta.private_fields] == []


def test_the_admin_is_not_mounted_and_registers_nothing_of_ours() -> None:
    """House law 1: the Django admin could write past the commands."""
    assert [a.pattern for a in every_address() if a.name.startswith("admin:")] == []
    assert [model.__name__ for model in admin.site._registry if model in MODELS] == []


RAW = re.compile(r"\|\s*safe\b|\|\s*safeseq\b|{%\s*autoescape\s+off|mark_safe")


def test_no_template_turns_escaping_off() -> None:
    assert [shown(path) for path in TEMPLATES if RAW.search(path.read_text(encoding="utf-8"))] == []


# Drawn by us from numbers and fixed shapes, each text in them escaped by `format_html`.
MAKES_MARKUP = {
    "tdapp/kernel/pages/icons.py": "icons: fixed paths",
    "tdapp/kernel/pages/forms.py": "a word without a value in it: selected",
    "tdapp/kernel/pages/svg.py": "charts: numbers, texts through format_html",
    "tdapp/kernel/pages/stamps.py": "rows: pieces of their own template, each text between them escaped",
    "tdapp/kernel/templatetags/td.py": "marks: fixed parts, texts through format_html",
    "tdapp/desk/templatetags/desk.py": "cells of a wall chart: numbers and letters of ours, texts escaped",
    "tdapp/accounts/addresses.py": "QR code of an address: black squares only",
    "tdapp/events/rules/board_svg.py": "the board: numbers and fixed shapes, texts through format_html",
    "tdapp/publishing/answers/sports_event.py": "JSON for search engines: each < > & of it written as its number",
    "tdapp/kernel/pages/markdown.py": "our own rule pages: every part is escaped before it becomes markup",
}


def test_markup_is_made_in_few_known_places() -> None:
    made = re.compile(r"\bmark_safe\(|\bSafeString\(|\bSafeText\(")
    found = {shown(path) for path in OWN_CODE if made.search(path.read_text(encoding="utf-8"))}
    assert found - set(MAKES_MARKUP) == set()


def test_no_query_is_written_by_hand_from_values() -> None:
    """Raw SQL has constant text; values go as parameters."""
    found = []
    for path in those_with(r"\.\s*(execute|raw|extra)\b"):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                by_hand = node.func.attr in {"execute", "raw", "extra"} and node.args
                if by_hand and not isinstance(node.args[0], ast.Constant):
                    found.append(shown(path))
    assert set(found) - set(WRITTEN_BY_HAND) == set()


# Where a name, not a value, stands in the text: names cannot be parameters.
WRITTEN_BY_HAND = {
    "tdapp/kernel/running/health.py": "PRAGMA of a fixed list",
    "lexicon_admin/words/building.py": "CREATE statements that stand as constants above",
    "lexicon_admin/words/store.py": "one of the constants above, values as parameters",
    "lexicon_admin/words/finding/making.py": "CREATE statements that stand as constants above",
    "lexicon_admin/words/finding/index.py": "one of the constants above, values as parameters",
    "tdapp/launch/sqlite/base.py": "PRAGMA with a number of its own",
    "tdapp/interchange/backups/sqlite.py": "PRAGMA of a fixed list, table names of the schema",
    "tdapp/kernel/signing_in/limits.py": "one of the constants above, values as parameters",
    "tdapp/launch/updating/integrity.py": "table names of the schema",
    "tdapp/interchange/copies/content.py": "what the ORM compiled, values as parameters",
    "tdapp/interchange/backups/postgres.py": "names quoted by psycopg.sql",
}


EVERYTHING = [*SOURCES, *TEMPLATES, *SCRIPTS, ROOT / "td", ROOT / "pyproject.toml"]
# A machine's own places, and the hosts packages come from: neither belongs into what others run.
NAMES = re.compile(
    # bracketed letters keep this line from naming what it looks for
    r"/w[o]rk/|/h[o]me/\w|/U[s]ers/\w|C:\\\\U[s]ers|\.\./s[h]ared|(?:extra-)?index-url[ =]|find-links[ =]"
)


def test_no_file_names_a_place_of_the_machine_it_was_written_on() -> None:
    found = [shown(path) for path in EVERYTHING if NAMES.search(path.read_text(encoding="utf-8"))]
    assert found == []


def test_no_page_or_script_needs_the_network() -> None:
    """House law 7: nothing is loaded from outside; a link a person may follow is another matter."""
    loads = re.compile(
        r"""(?:src|action|hx-get|hx-post)=["']https?:|url\(["']?https?:|fetch\(["']https?:|@import"""
    )
    styles = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.css"))]
    found = [shown(p) for p in [*TEMPLATES, *SCRIPTS, *styles] if loads.search(p.read_text(encoding="utf-8"))]
    assert found == []


def test_nothing_is_left_undone_in_words() -> None:
    undone = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError)\b")
    assert [shown(p) for p in EVERYTHING if undone.search(p.read_text(encoding="utf-8"))] == []


def test_no_file_is_longer_than_can_be_read_at_a_sitting() -> None:
    lengths = {shown(path): len(path.read_text(encoding="utf-8").splitlines()) for path in EVERYTHING}
    assert {name: lines for name, lines in lengths.items() if lines > 500} == {}


def test_installed_rooms_are_those_of_the_house() -> None:
    ours = [
        name.rpartition(".")[2] for name in settings.INSTALLED_APPS if name.startswith(("tdapp.", "lexicon"))
    ]
    assert settings.INSTALLED_APPS[-1] == "tdapp", "what connects the rooms comes after them"
    assert [name for name in ours if name not in ROOMS] == []
    assert ours == sorted(ours, key=ROOMS.index), "lowest first"
