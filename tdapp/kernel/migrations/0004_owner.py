from __future__ import annotations

from typing import Any

from django.db import migrations, models


def first_is_owner(apps: Any, schema_editor: Any) -> None:
    """Somebody keeps an installation from before there were owners: its first superuser, else its first operator."""
    users = apps.get_model("kernel", "User").objects.filter(is_active=True).order_by("date_joined")
    first = users.filter(is_superuser=True).first() or users.filter(operator=True).first()
    if first is not None:
        first.owner = first.operator = True
        first.save(update_fields=["owner", "operator"])


class Migration(migrations.Migration):
    dependencies = [("kernel", "0001_squashed_0003_fence")]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="operator",
            field=models.BooleanField(
                default=False, help_text="may create events, keeps word lists and ratings"
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="owner",
            field=models.BooleanField(
                default=False, help_text="keeps the installation: its backups and its people"
            ),
        ),
        migrations.RunPython(first_is_owner, migrations.RunPython.noop),
    ]
