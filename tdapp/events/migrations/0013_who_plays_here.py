from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0012_unknown_ages_guarded'),
    ]

    operations = [
        migrations.AddField(
            model_name='membership',
            name='person',
            field=models.CharField(blank=True, help_text='id of the player this user is here, as opaque text', max_length=36, null=True),
        ),
    ]
