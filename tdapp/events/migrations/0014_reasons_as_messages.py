"""Why a table or a place came about is kept as data now, which may be longer than the sentence."""

from django.db import migrations, models



class Migration(migrations.Migration):

    dependencies = [
        ("events", "0013_who_plays_here"),
    ]

    operations = [
        migrations.AlterField("slot", "reason", models.TextField(blank=True)),
        migrations.AlterField("table", "reason", models.TextField(blank=True)),
    ]
