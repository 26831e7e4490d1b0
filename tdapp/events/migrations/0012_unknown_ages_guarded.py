"""Until somebody says that there are no minors among them, players of unknown age are shown as children are."""

from django.db import migrations, models
from django.utils import timezone


def leave_what_is_over(apps, schema_editor):
    """Events that are over stay as they were shown: their names stand in lists, records and ratings."""
    over = apps.get_model("events", "Event").objects.filter(closed_at__isnull=False, guards_unknown="")
    over.update(guards_unknown="no", guards_unknown_by="An update", guards_unknown_at=timezone.now())


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0011_unknown_ages"),
    ]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="guards_unknown",
            field=models.CharField(
                blank=True,
                choices=[("yes", "yes"), ("no", "no")],
                help_text="whether there are minors among players of unknown age; empty: nobody answered yet, they are shown as children",
                max_length=3,
            ),
        ),
        migrations.RunPython(leave_what_is_over, migrations.RunPython.noop),
    ]
