import django.db.models.deletion
import uuid
from django.db import migrations, models

from tdapp.kernel.running.create_together import CreateTogether


class Migration(migrations.Migration):

    replaces = [
        ('publishing', '0001_hall_screens'),
        ('publishing', '0002_screen_language'),
    ]

    initial = True

    dependencies = [
        ('events', '0001_squashed_0008_eligibility'),
    ]

    operations = [
        CreateTogether(
            [
                migrations.CreateModel(
                    name='HallScreen',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('slug', models.SlugField(max_length=40)),
                        ('name', models.CharField(max_length=60)),
                        ('show', models.CharField(default='auto', help_text='a kind of screens.kinds, or auto', max_length=20)),
                        ('divisions', models.JSONField(blank=True, default=list, help_text='short names; empty: all of them')),
                        ('zoom', models.PositiveSmallIntegerField(default=100, help_text='percent; 100 is 1/25 of the height a row')),
                        ('theme', models.CharField(choices=[('auto', 'Auto'), ('light', 'Light'), ('dark', 'Dark')], default='auto', max_length=5)),
                        ('language', models.CharField(choices=[('auto', 'Auto'), ('en', 'English'), ('fil', 'Filipino'), ('both', 'Both')], default='auto', help_text='both: one after the other', max_length=4)),
                        ('seconds', models.PositiveSmallIntegerField(default=12, help_text='how long a page stays')),
                        ('version', models.PositiveIntegerField(default=1)),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='hall_screens', to='events.event')),
                    ],
                    options={
                        'ordering': ['event', 'name'],
                        'constraints': [models.UniqueConstraint(fields=('event', 'slug'), name='screen_one_slug_per_event'), models.CheckConstraint(condition=models.Q(('zoom__gte', 100), ('zoom__lte', 250)), name='screen_never_below_one_25th'), models.CheckConstraint(condition=models.Q(('seconds__gte', 5), ('seconds__lte', 120)), name='screen_pages_can_be_read')],
                    },
                ),
            ]
        ),
    ]
