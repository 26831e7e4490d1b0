"""Guards that can be read from the source: refusals, permissions asked for, constraints. Each with how it is taken away."""

from __future__ import annotations

import ast
import builtins
import importlib
import re
from collections.abc import Iterator
from functools import cache, reduce
from pathlib import Path

from tdapp.kernel.permissions import LOOK
from tests.guards.guard import Guard
from tests.guards.watched import UNWATCHED, watchers

ROOT = Path(__file__).resolve().parents[2]
REFUSALS = {"Refusal", "Conflict", "NotAllowed", "Missing", "NotSignedIn", "Problem"}


def sources() -> list[Path]:
    """Every module of the rooms."""
    return [path for room in ("tdapp", "lexicon_admin") for path in sorted((ROOT / room).rglob("*.py"))]


def refusals() -> Iterator[Guard]:
    """Every `if ...: raise Refusal(...)` of the rooms' commands, with `if False` in its place."""
    for path in sources():
        file = path.relative_to(ROOT).as_posix()
        if tests := watchers(file):
            yield from _refusals_of(path.read_text(encoding="utf-8"), file, tests)


def unwatched(files: dict[str, str] | None = None) -> list[str]:
    """Files, of these or of all there are, that refuse something while no row says which tests watch over them."""
    if files is None:
        files = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in sources()}
    return [
        file
        for file, text in files.items()
        if not file.startswith(UNWATCHED) and not watchers(file) and any(_refusals_of(text, file, ()))
    ]


# Never reached, because a door before it refuses: they tell the type checker, and whoever moves that door, what holds.
UNREACHED = {("tdapp/api/access.py", "_context")}


def _refusals_of(text: str, file: str, tests: tuple[str, ...]) -> Iterator[Guard]:
    for function in ast.walk(ast.parse(text)):
        if isinstance(function, ast.FunctionDef) and (file, function.name) not in UNREACHED:
            for node in ast.walk(function):
                if isinstance(node, ast.If) and (code := _refuses(node)):
                    name = f"{file}: {function.name} refuses {code} (line {node.lineno})"
                    yield Guard(name, (), tests, lines=_never(text, file, node))


def _refuses(node: ast.If) -> str:
    """What an `if` refuses at the end of its body, "" when nothing: the refusal's code, or what makes it.

    Python's own errors tell of a mistake in the program; whatever else is raised, somebody is told.
    """
    last = node.body[-1]
    if not (isinstance(last, ast.Raise) and isinstance(last.exc, ast.Call)):
        return ""
    name = _name(last.exc.func)
    if isinstance(getattr(builtins, name, None), type):
        return ""
    code = last.exc.args[0] if last.exc.args and name in REFUSALS else None
    return str(code.value) if isinstance(code, ast.Constant) else name


def _name(called: ast.expr) -> str:
    """`damaged` of `sealed.damaged(...)`, `Refusal` of `Refusal(...)`."""
    return (
        called.attr
        if isinstance(called, ast.Attribute)
        else called.id
        if isinstance(called, ast.Name)
        else "?"
    )


def _never(text: str, file: str, node: ast.If) -> tuple[tuple[str, int, str], ...]:
    """The lines of an `if`'s condition, replaced by one that never holds but still names what it names."""
    first, last = node.test.lineno, node.test.end_lineno or node.test.lineno
    condition = ast.get_source_segment(text, node.test) or "True"
    rows = text.splitlines(keepends=True)
    indent = re.match(r"\s*(el)?if ", rows[node.lineno - 1])
    word = indent.group(0) if indent else "if "
    while not rows[last - 1].rstrip().endswith(":"):
        last += 1
    replaced = [(file, number, "") for number in range(node.lineno, last + 1)]
    flat = " ".join(condition.split())
    replaced[0] = (file, node.lineno, f"{word}({flat}) and False:\n")
    return tuple(replaced) if first >= node.lineno else ()


NAMED_NEED = re.compile(
    r'@command\(\s*"[^"]+",\s*"[^"]+",\s*needs=(?P<needs>"[^"]+"|[A-Z]+)[^@]*?\ndef (?P<name>\w+)\('
)
NEED = re.compile(r'@command\(\s*"(?P<intent>[^"]+)",\s*"[^"]+",\s*needs=(?P<needs>"[^"]+"|[A-Z]+)')


def permissions_of_commands() -> Iterator[Guard]:
    """Every command, asking for no more than any member has."""
    for path in sources():
        text = path.read_text(encoding="utf-8")
        for match in NEED.finditer(text):
            needs = _permission(path, match["needs"])
            if needs not in {"event.view", "session.own"}:
                old, file = match[0], path.relative_to(ROOT).as_posix()
                new = old.replace(f"needs={match['needs']}", 'needs="event.view"')
                name, intent = f"{match['intent']} asks for {needs}", match["intent"]
                yield Guard(name, ((file, old, new),), COMMANDS, command=intent)


def _permission(path: Path, written: str) -> str:
    """The permission a file writes out, or names: `"prize.edit"`, `CHANGE`, `making.NEEDS`."""
    if written.startswith('"'):
        return written.strip('"')
    module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    return str(reduce(getattr, written.split("."), module))


COMMANDS = ("tests/guards/test_command_permissions.py",)
DOOR = re.compile(r'"[a-z]+\.[a-z_]+"|(?<=, )(?:[a-z]+\.)?[A-Z]+(?=\))')
DOORS = (
    "web_event(",
    "web_division(",
    "web_round(",
    "in_view(",
    "_entry(",
    "round_place(",
    "at_event(",
    "_table(",
    "web_sheet(",
)


# Every role at an event may look: a door that asks for no more than that lets nobody in that it should not.
EVERY_ROLE = LOOK | {"session.own"}
# Behind these doors stands a command that asks for the same and is answered the same; its own guard is tried.
DOUBLED = {
    ("tdapp/api/views/results.py", "result.enter"),
    ("tdapp/api/views/tokens.py", "member.manage"),
    ("tdapp/events/entries/views/entry.py", "roster.private"),
    ("tdapp/scoresheets/editor/views/write.py", "sheet.write"),
}


@cache
def _asked_by_commands() -> dict[str, frozenset[str]]:
    """The permissions the commands of each name ask for."""
    found: dict[str, set[str]] = {}
    for path in sources():
        for match in NAMED_NEED.finditer(path.read_text(encoding="utf-8")):
            found.setdefault(match["name"], set()).add(_permission(path, match["needs"]))
    return {name: frozenset(needs) for name, needs in found.items()}


def _doubled_lines(text: str) -> dict[int, frozenset[str]]:
    """By line, what the commands ask for that a view runs, itself or by its helpers: one that answers to POST only."""
    found: dict[int, frozenset[str]] = {}
    nodes = list(ast.walk(ast.parse(text)))
    imported = [one for node in nodes if isinstance(node, ast.ImportFrom) for one in node.names]
    proper = {one.asname: one.name for one in imported if one.asname}
    functions = {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}
    for view in nodes:
        if isinstance(view, ast.FunctionDef) and _only_posts(view):
            called = {proper.get(name, name) for name in _called_by(view, functions, set())}
            needs = frozenset(one for name in called for one in _asked_by_commands().get(name, ()))
            found |= dict.fromkeys(range(view.lineno, (view.end_lineno or view.lineno) + 1), needs)
    return found


def _called_by(function: ast.FunctionDef, functions: dict[str, ast.FunctionDef], seen: set[str]) -> set[str]:
    """The names a function speaks of, and those its helpers of the same file speak of."""
    names = {_name(node) for node in ast.walk(function) if isinstance(node, ast.Name | ast.Attribute)}
    new = names - seen
    for name in new & functions.keys():
        names |= _called_by(functions[name], functions, seen | new)
    return names


def _only_posts(view: ast.FunctionDef) -> bool:
    return view.name == "post" or "require_POST" in map(_name_of, view.decorator_list)


def _name_of(decorator: ast.expr) -> str:
    return _name(decorator.func if isinstance(decorator, ast.Call) else decorator)


# Rooms whose addresses have other names before the colon than the room's own.
NAMES = {
    "api": ("api", "keys"), "interchange": ("copies", "interchange"),
    "publishing": ("certificates", "look", "screens", "paper", "publishing"),
}  # fmt: skip


def permissions_of_views() -> Iterator[Guard]:
    """Every door of a view that asks for a permission, asking for no more than any member has."""
    for path in sorted((ROOT / "tdapp").rglob("views/*.py")):
        text = path.read_text(encoding="utf-8")
        rows, doubled = text.splitlines(keepends=True), _doubled_lines(text)
        file, room = path.relative_to(ROOT).as_posix(), path.relative_to(ROOT / "tdapp").parts[0]
        for number, row in enumerate(rows, start=1):
            match = DOOR.search(row)
            if not match or not any(door in row for door in DOORS):
                continue
            needs = _permission(path, match[0])
            if _keeps_out(file, needs) and needs not in doubled.get(number, ()):
                lines = ((file, number, row.replace(match[0], '"event.view"')),)
                name = f"{file}:{number} asks for {needs}"
                names = NAMES.get(room, (room,))
                tests = tuple(f"tests/contracts/test_permission_matrix.py -k {one}" for one in names)
                yield Guard(name, (), tests, lines=lines)


def _keeps_out(file: str, needs: str) -> bool:
    return needs not in EVERY_ROLE and (file, needs) not in DOUBLED


def constraints() -> Iterator[Guard]:
    """Every constraint of the models, gone from the migration that makes it: the models still speak of it.

    Of the squashed migrations, not of those they replace: nobody makes a new table by these. One that was made anew
    since is that of the newest.
    """
    found: dict[str, Guard] = {}
    for path in _migrations():
        text = path.read_text(encoding="utf-8")
        calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
        added = [node for node in calls if _called(node) == "AddConstraint"]
        inner = {id(k.value) for node in added for k in node.keywords}
        made = [node for node in calls if _called(node).endswith("Constraint") and id(node) not in inner]
        for node in made:
            if _called(node) in {"AddConstraint", "UniqueConstraint", "CheckConstraint"}:
                one = _constraint(path.relative_to(ROOT).as_posix(), text, node)
                found[one.name] = one
    yield from found.values()


def _migrations() -> Iterator[Path]:
    """The migrations a new database is made by."""
    found = [path for path in sources() if path.parent.name == "migrations" and path.name.startswith("0")]
    replaced = {
        path.with_name(f"{name}.py")
        for path in found
        if "_squashed_" in path.name
        for name in re.findall(r"'(\d{4}\w+)'\)", path.read_text(encoding="utf-8").partition("initial = ")[0])
    }
    yield from (path for path in found if path not in replaced)


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


def _constraint(file: str, text: str, node: ast.Call) -> Guard:
    old = ast.get_source_segment(text, node) or ""
    name = re.search(r"""\bname=['"]([a-z0-9_]+)['"]""", old)
    whole = f"{old}," if f"{old}," in text else old
    title = f"constraint {name[1] if name else old}"
    tests = ("tests/guards/test_every_constraint.py",)
    return Guard(title, ((file, whole, ""),), tests, constraint=name[1] if name else "")
