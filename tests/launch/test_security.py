"""`./td check --security`: the rules find what they are for, nothing unexplained stands in the tree, all is listed."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from tdapp.devtools import dependencies, security
from tdapp.launch.host.pins import read

TODAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("csrf_exempt", "@csrf_exempt"),
        ("text marked safe", "return mark_safe(name)"),
        ("a template that does not escape", "<b>{{ name|safe }}</b>"),
        ("a template that loads from elsewhere", '<script src="https://cdn.example/x.js">'),
        ("SQL put together from text", 'cursor.execute(f"SELECT {name}")'),
        ("a job sent inside its transaction", "run_job.delay(pk)"),
        ("a secret compared with ==", "if row.token == given:"),
        ("a visitor's word for their own address", 'request.META["HTTP_X_FORWARDED_FOR"]'),
        ("code from text", "eval(typed)"),
        ("a shell", "subprocess.run(name, shell=True)"),
    ],
)
def test_each_rule_finds_what_it_is_for_and_bears_what_is_explained(rule: str, line: str) -> None:
    (found,) = [one for one in security.RULES if one.name == rule]
    assert list(found.breaches("tdapp/new.py", f"first = 1\n{line}\n")) == [
        f"tdapp/new.py:2: {found.name}: {found.why}."
    ]
    assert list(found.breaches("tdapp/new.py", "token = 'x'\nlog.info('%s', token)\n")) == []
    assert all(list(found.breaches(file, line)) == [] for file in found.explained)


def test_every_rule_is_tried_above() -> None:
    assert len(security.RULES) == 10


def test_nothing_unexplained_stands_in_the_tree_and_no_reason_is_left_over() -> None:
    assert list(security.of_our_own()) == []


@pytest.mark.soak
def test_bandit_finds_nothing_of_medium_weight_that_is_not_explained() -> None:
    assert list(security.of_bandit()) == []


def test_every_pinned_package_is_listed_with_its_licence_and_age() -> None:
    found = dependencies.parts()
    assert dependencies.lacking(found) == [], "pins changed: docs/dependencies.tsv wants writing"
    named = {(part.pin.name, part.pin.version) for part in found}
    assert named == {
        (pin.name, pin.version) for file in dependencies.PINNED for pin in read(dependencies.ROOT / file)
    }
    runs = [part for part in found if "requirements.txt" in part.wanted]
    assert [part.pin.name for part in runs if part.licence == dependencies.UNKNOWN] == []
    assert all("AGPL" not in part.licence for part in runs)
    django = next(line for line in dependencies.table(runs, TODAY) if line.lower().startswith("django "))
    assert django.split()[1:4] == ["5.2.19", "2026-11-03", "19"]
    assert "BSD" in django


def test_a_package_without_a_date_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "kept.tsv"
    kept.write_text("django\t5.2.19\t2026-11-03\tBSD-3-Clause\n")
    monkeypatch.setattr(dependencies, "ROOT", tmp_path)
    monkeypatch.setattr(dependencies, "RELEASED", kept)
    monkeypatch.setattr(dependencies, "PINNED", ("requirements.txt",))
    (tmp_path / "requirements.txt").write_text(
        "django==5.2.19 \\\n    --hash=sha256:"
        + "0" * 64
        + "\nredis==8.1.0 \\\n    --hash=sha256:"
        + "1" * 64
        + "\n"
    )
    assert dependencies.lacking(dependencies.parts()) == [
        "redis 8.1.0 has no date in kept.tsv: write it anew (see this module)."
    ]


def test_the_bill_of_materials_names_the_program_and_every_package_it_runs_with(tmp_path: Path) -> None:
    dependencies.write_bill(tmp_path / "bill.json")
    assert len(json.loads((tmp_path / "bill.json").read_text())["components"]) > 30
    bill = dependencies.bill(dependencies.parts(), "1.2.3", TODAY)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill["metadata"]["component"] == {
        "type": "application",
        "bom-ref": "td",
        "name": "td",
        "version": "1.2.3",
    }
    pinned = {f"pkg:pypi/{pin.name}@{pin.version}" for pin in read(dependencies.ROOT / "requirements.txt")}
    assert set(bill["dependencies"][0]["dependsOn"]) == pinned
    assert all(one["properties"] and one["licenses"] for one in bill["components"])
    again = dependencies.bill(dependencies.parts(), "1.2.3", TODAY)
    assert again["serialNumber"] == bill["serialNumber"], "the same packages, the same bill"
