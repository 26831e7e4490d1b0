"""`./td check --security`: bandit, rules of our own over the whole tree, header and matrix tests, and what we depend on.

Nothing of medium or high weight may stand unexplained: each exception is named here with its reason, and a reason whose
place is gone is a fault too.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tdapp.devtools import dependencies
from tdapp.kernel import clock

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("core", "tdapp", "scoring", "pairings", "lexicon_admin")
TESTS = (
    "tests/launch/test_requests.py",
    "tests/contracts/test_permission_matrix.py",
    "tests/contracts/test_every_write_is_a_command.py",
    "tests/contracts/test_private_data.py",
    "tests/guards/test_command_permissions.py",
)


@dataclass(frozen=True, slots=True)
class Rule:
    """What no line of ours may say, why, and where it is all right, with the reason."""

    name: str
    said: re.Pattern[str]
    why: str
    explained: dict[str, str] = field(default_factory=dict)
    files: str = "*.py"

    def breaches(self, file: str, text: str) -> Iterator[str]:
        """One sentence for each line that says it."""
        for number, line in enumerate(text.splitlines(), 1):
            if self.said.search(line) and file not in self.explained:
                yield f"{file}:{number}: {self.name}: {self.why}."


ESCAPED = "built from escaped parts and numbers only"
RULES = (
    Rule(
        "csrf_exempt",
        re.compile(r"^@csrf_exempt"),
        "a write without Django's token needs a proof of its own",
        {
            "tdapp/kernel/pages/language.py": "the switch on cached public pages, taken by its origin",
            "tdapp/interchange/views/helpers.py": "a helper's browser proves itself by its token, hashed",
            "tdapp/publishing/inbox/views.py": "another installation proves itself by its token, hashed, and its signature",
            "tdapp/interchange/views/takeover.py": "large uploads: checked by csrf_protect inside, after the size",
            "lexicon_admin/views/imports.py": "large uploads: checked by csrf_protect inside, after the size",
        },
    ),
    Rule(
        "text marked safe",
        re.compile(r"\b(mark_safe|SafeString)\("),
        "what people typed would run as HTML",
        {
            "tdapp/kernel/pages/markdown.py": "every part is escaped on its way",
            "tdapp/desk/templatetags/desk.py": ESCAPED,
            "tdapp/events/rules/board_svg.py": ESCAPED,
            "tdapp/kernel/pages/stamps.py": "pieces of templates, each text between them escaped",
            "tdapp/kernel/pages/svg.py": ESCAPED,
            "tdapp/kernel/templatetags/td.py": ESCAPED,
            "tdapp/accounts/addresses.py": "a QR code's own drawing",
            "tdapp/kernel/pages/forms.py": "two words of markup of our own",
            "tdapp/publishing/answers/sports_event.py": "JSON whose < > & are written as numbers",
        },
    ),
    Rule(
        "a template that does not escape",
        re.compile(r"\|\s*safe\b|autoescape off"),
        "as above",
        files="*.html",
    ),
    Rule(
        "a template that loads from elsewhere",
        re.compile(r"""(src|href|action)=["']?(https?:)?//(?!\{)"""),
        "pages load nothing from another host",
        files="*.html",
    ),
    Rule(
        "SQL put together from text",
        re.compile(r"""(execute|raw|RawSQL|extra)\(\s*f["']"""),
        "a value would be read as SQL",
        {
            "tdapp/launch/sqlite/base.py": "a number of milliseconds of our own",
            "tdapp/interchange/backups/sqlite.py": "names of our own tables and a quoted path of our own",
            "tdapp/kernel/running/health.py": "a pragma by a name of our own",
            "tdapp/launch/updating/integrity.py": "names of tables, read from the very file",
        },
    ),
    Rule(
        "a job sent inside its transaction",
        re.compile(r"\.(delay|apply_async)\("),
        "a worker may look before the row is there; jobs.start sends after the commit",
        {"tdapp/kernel/tasks.py": "this is where it is sent, after the commit"},
    ),
    Rule(
        "a secret compared with ==",
        re.compile(
            r"\b(token|pin|password|secret|code_hash|digest)\s*[!=]=\s*(?!['\"]{2}|None)[a-z_.]*(token|pin|password|secret|given|typed)\b"
        ),
        "the time it takes tells how much of it fits; use constant_time_compare",
    ),
    Rule(
        "a visitor's word for their own address",
        re.compile(r"HTTP_X_FORWARDED_FOR|HTTP_X_REAL_IP"),
        "only a proxy we were told to trust may say it",
        {"tdapp/launch/requests/proxies.py": "this is where trusted proxies are read"},
    ),
    Rule(
        "code from text",
        re.compile(r"(?<![\w.])(eval|exec|pickle\.loads?|marshal\.loads?|yaml\.load)\("),
        "it runs what it reads",
    ),
    Rule("a shell", re.compile(r"shell=True|os\.system\("), "a name would be read as a command"),
)
# Bandit's own, of medium and high weight: (file, test) -> why it is all right.
EXPLAINED = {
    ("tdapp/kernel/pages/stamps.py", "B703"): "pieces of templates, each text between them escaped",
    ("tdapp/desk/templatetags/desk.py", "B703"): ESCAPED,
    ("tdapp/kernel/pages/svg.py", "B703"): ESCAPED,
    ("tdapp/events/rules/board_svg.py", "B308"): ESCAPED,
    ("tdapp/events/rules/board_svg.py", "B703"): ESCAPED,
    ("tdapp/kernel/templatetags/td.py", "B703"): ESCAPED,
    ("tdapp/kernel/pages/markdown.py", "B308"): "every part is escaped on its way",
    ("tdapp/kernel/pages/markdown.py", "B703"): "every part is escaped on its way",
    ("tdapp/accounts/addresses.py", "B703"): "a QR code's own drawing",
    ("tdapp/accounts/second/app_codes.py", "B303"): "HMAC-SHA1, as RFC 6238 and the apps have it",
    ("tdapp/kernel/pages/forms.py", "B703"): ESCAPED,
    ("tdapp/publishing/answers/sports_event.py", "B308"): "JSON whose < > & are written as numbers",
    ("tdapp/publishing/answers/sports_event.py", "B703"): "JSON whose < > & are written as numbers",
    ("pairings/checks/claims.py", "B610"): "a list's extra, no query set's",
    ("tdapp/interchange/backups/sqlite.py", "B608"): "names of our own tables and a quoted path of our own",
    ("tdapp/launch/updating/integrity.py", "B608"): "names of tables, read from the very file",
    ("tdapp/launch/running.py", "B104"): "serving the hall's network is what it is for",
}


def of_our_own() -> Iterator[str]:
    """What the rules find, and exceptions whose place says nothing of the kind any more."""
    for rule in RULES:
        met = set()
        for path in _files(rule.files):
            file, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
            if file == "tdapp/devtools/security.py":
                continue
            yield from rule.breaches(file, text)
            met |= {file} if any(rule.said.search(line) for line in text.splitlines()) else set()
        for file in sorted(set(rule.explained) - met):
            yield f"{file}: nothing there is {rule.name} any more; take its reason out of the list."


def _files(pattern: str) -> Iterator[Path]:
    for room in ROOMS:
        yield from sorted((ROOT / room).rglob(pattern))


def of_bandit() -> Iterator[str]:
    """Bandit's findings of medium and high weight that nobody explained; what it could not read."""
    command = [
        sys.executable,
        "-m",
        "bandit",
        "-q",
        "-r",
        *ROOMS,
        "td",
        "manage.py",
        "--severity-level",
        "medium",
        "-f",
        "json",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    told = json.loads(done.stdout)
    for one in told["results"]:
        file = one["filename"].removeprefix("./")
        if (file, one["test_id"]) not in EXPLAINED:
            yield f"{file}:{one['line_number']}: {one['test_id']} ({one['issue_severity'].lower()}): {one['issue_text']}"
    for one in told["errors"]:
        yield f"{one['filename']}: bandit cannot read it: {one['reason']}"
    met = {(one["filename"].removeprefix("./"), one["test_id"]) for one in told["results"]}
    for file, test in sorted(set(EXPLAINED) - met):
        yield f"{file}: bandit has no {test} there any more; take its reason out of the list."


def of_dependencies() -> Iterator[str]:
    """The list is printed; a package without a date is a finding."""
    found = dependencies.parts()
    sys.stdout.write("\n".join([*dependencies.table(found, clock.now().date()), ""]))
    yield from dependencies.lacking(found)


def of_tests() -> Iterator[str]:
    """Headers on every address, every role at every address, every write a command, nothing private in public."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "--color=no",
        "-m",
        "not services and not browser",
        *TESTS,
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        yield f"header and matrix tests failed:\n{done.stdout[-4000:]}"


PARTS = (
    ("rules of our own", of_our_own),
    ("bandit", of_bandit),
    ("dependencies", of_dependencies),
    ("header and matrix tests", of_tests),
)


def main() -> int:
    """Every part runs; 1 when one found something."""
    failed = 0
    for name, part in PARTS:
        findings = list(part())
        failed += bool(findings)
        sys.stdout.write("\n".join([f"{'FAILED' if findings else 'ok    '} {name}", *findings, ""]))
        sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
