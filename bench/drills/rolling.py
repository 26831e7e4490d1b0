"""Members started anew one after the other while clerks type: by the same program, and by a newer one with a migration."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

from django.db import connection

from bench.drills.stage import Size, Stage, rows, staged, timed
from tdapp.devtools.federation import Federation
from tdapp.launch.host import environment

# What a program is made of; what is installed is lent to the newer one.
TREE = ("core", "scoring", "pairings", "lexicon_admin", "tdapp", "docs", "td", "manage.py")
# What an update between two releases brings: a column on the table everybody writes into, an index on it, a table of its
# own; columns of other tables, in another order than a command takes them; a longer text where each command looks first.
# `db_default`: a program of before, which knows nothing of the column, goes on writing rows.
MIGRATION = """from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("desk", "{last}")]
    operations = [
        migrations.AddField("result", "drill", models.CharField(max_length=20, db_default="", default="")),
        migrations.AddIndex("result", models.Index(fields=["drill"], name="desk_result_drill")),
        migrations.RunSQL([
            "SELECT pg_sleep(1)",
            "ALTER TABLE events_table ADD COLUMN drill varchar(20) NOT NULL DEFAULT ''",
            "ALTER TABLE events_division ADD COLUMN drill varchar(20) NOT NULL DEFAULT ''",
            "ALTER TABLE kernel_auditentry ADD COLUMN drill varchar(20) NOT NULL DEFAULT ''",
            "ALTER TABLE kernel_audithead ALTER COLUMN chained TYPE varchar(80)",
        ]),
        migrations.CreateModel("Drilled", [("id", models.BigAutoField(primary_key=True)), ("note", models.TextField())]),
    ]
"""
NEWER = "9999_drill"


def restarted(made: Federation, size: Size) -> list[str]:
    """Web processes and workers, by the same program."""
    return _one_after_the_other(made, staged(made, size))


def upgraded(made: Federation, size: Size) -> list[str]:
    """Each by the newer program; the first of them brings the database up to date while the others go on."""
    stage = staged(made, size)
    newer = _newer_program(made.websites.parent / "newer")
    for member in made.members.values():
        member.program = newer
    found = _one_after_the_other(made, stage)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM django_migrations WHERE name = %s", [NEWER])
        brought = cursor.fetchone()[0]
        cursor.execute("SELECT count(*) FROM desk_result WHERE drill = ''")
        print(f"    migration applied {brought} time(s); {cursor.fetchone()[0]} results in the changed table")
    return found + ([] if brought == 1 else ["the database was not brought up to date"])


def _one_after_the_other(made: Federation, stage: Stage) -> list[str]:
    told, began = [], time.perf_counter()
    with stage.at_work():
        for name in made.members:
            before, entered = stage.told.failed, stage.acknowledged
            seconds = timed(lambda one=name: made.restart(one))  # type: ignore[misc]
            told.append(
                f"    {name:10} ready again after {seconds:5.1f} s, {stage.acknowledged - entered:4} results meanwhile, "
                f"failed {stage.told.failed - before}"
            )
    print("\n".join([*told, *rows(stage, time.perf_counter() - began)]), flush=True)
    found = stage.faults()
    print(f"    check_event and what was acknowledged: {'; '.join(found) or 'all of it holds'}", flush=True)
    return found + ([f"failed {stage.told.failed}"] if stage.told.failed else [])


def _newer_program(folder: Path) -> Path:
    """This program in another folder, as a checkout of the next version has it, with a migration more."""
    folder.mkdir()
    for name in TREE:
        copy = shutil.copytree if (environment.ROOT / name).is_dir() else shutil.copy2
        copy(environment.ROOT / name, folder / name)
    for pins in environment.ROOT.glob("requirements*.txt"):
        shutil.copy2(pins, folder / pins.name)
    (folder / ".venv").mkdir()
    for there in environment.VENV.iterdir():
        if there.suffix != ".stamp":
            (folder / ".venv" / there.name).symlink_to(there)
    stamp = "from tdapp.launch.host import environment as e; e._stamp('run').write_text(e._mark('run'))"
    subprocess.run([sys.executable, "-c", stamp], cwd=folder, check=True)
    migrations = folder / "tdapp" / "desk" / "migrations"
    last = max(path.stem for path in migrations.glob("[0-9]*.py") if "squashed" not in path.stem)
    (migrations / f"{NEWER}.py").write_text(MIGRATION.format(last=last), encoding="utf-8")
    return folder
