import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('desk', '0013_private_prizes'),
        ('events', '0019_front_text'),
    ]

    operations = [
        migrations.CreateModel(
            name='KeptRound',
            fields=[
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='kept', serialize=False, to='events.round')),
                ('stamp', models.CharField(help_text='what it was made of; another one now: it is out of date', max_length=60)),
                ('columns', models.JSONField()),
            ],
        ),
    ]
