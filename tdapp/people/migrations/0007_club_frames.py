from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('people', '0006_clubs'),
    ]

    operations = [
        migrations.AddField(
            model_name='clubhome',
            name='frames',
            field=models.JSONField(blank=True, default=list, help_text="websites that may show its events' pages in a frame"),
        ),
    ]
