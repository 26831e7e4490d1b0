"""Everybody gets a public code, and what they say of a page over all events has its place."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models

import tdapp.people.models.players

BATCH = 500


def draw(apps: Any, schema: Any) -> None:
    players = apps.get_model("people", "Player")._base_manager
    taken: set[str] = set()
    rows = []
    for row in players.only("pk").order_by("pk"):
        code = tdapp.people.models.players.new_code()
        while code in taken:
            code = tdapp.people.models.players.new_code()
        taken.add(code)
        row.code = code
        rows.append(row)
    players.bulk_update(rows, ["code"], batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [("people", "0008_renamed_clubs")]

    operations = [
        migrations.AddField("player", "code", models.CharField(max_length=10, null=True)),
        migrations.RunPython(draw, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            "player",
            "code",
            models.CharField(
                default=tdapp.people.models.players.new_code,
                help_text="what the address of their page has",
                max_length=10,
                unique=True,
            ),
        ),
        migrations.AddField(
            "playerprivate",
            "page",
            models.CharField(
                blank=True,
                choices=[("yes", "Yes"), ("no", "No")],
                help_text="whether they agree to a page over all public events; empty: nobody asked here",
                max_length=3,
                default="",
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            "playerprivate", "page_by", models.CharField(blank=True, max_length=160, default=""), preserve_default=False
        ),
        migrations.AddField("playerprivate", "page_at", models.DateTimeField(blank=True, null=True)),
    ]
