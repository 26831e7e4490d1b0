from django.db import migrations


def without_names(apps, schema_editor):
    """Who sat at the tables that were out is known from the seats themselves; surnames of children stood here as well."""
    Handover = apps.get_model("interchange", "Handover")
    for row in Handover.objects.exclude(out=[]):
        row.out = [{name: value for name, value in one.items() if name != "names"} for one in row.out]
        row.save(update_fields=["out"])


class Migration(migrations.Migration):

    dependencies = [
        ('interchange', '0005_codes_in_copies'),
    ]

    operations = [
        migrations.RunPython(without_names, migrations.RunPython.noop),
    ]
