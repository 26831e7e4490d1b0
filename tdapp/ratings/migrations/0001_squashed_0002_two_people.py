import django.db.models.deletion
import tdapp.kernel.clock
import uuid
from django.db import migrations, models

from tdapp.kernel.running.create_together import CreateTogether


class Migration(migrations.Migration):

    replaces = [
        ('ratings', '0001_initial'),
        ('ratings', '0002_two_people'),
    ]

    initial = True

    dependencies = [
        ('events', '0001_squashed_0008_eligibility'),
        ('people', '0001_squashed_0002_rating_lists'),
    ]

    operations = [
        CreateTogether(
            [
                migrations.CreateModel(
                    name='RatingRun',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('kind', models.CharField(choices=[('event', 'Event'), ('values', 'Values')], default='event', max_length=6)),
                        ('on', models.DateField()),
                        ('order', models.PositiveBigIntegerField(help_text='among the runs of one day: event sequence, then division')),
                        ('state', models.CharField(choices=[('pending', 'Pending'), ('current', 'Current'), ('superseded', 'Superseded')], default='pending', max_length=10)),
                        ('batch', models.UUIDField(help_text='runs that become current together')),
                        ('partial', models.BooleanField(default=False)),
                        ('formula', models.CharField(max_length=40)),
                        ('settings', models.JSONField(default=dict)),
                        ('digest', models.CharField(help_text='of the results that were rated', max_length=64)),
                        ('outcome', models.CharField(help_text='of what came out', max_length=64)),
                        ('games', models.PositiveIntegerField(default=0)),
                        ('players', models.PositiveIntegerField(default=0)),
                        ('note', models.CharField(blank=True, max_length=200)),
                        ('at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('by_name', models.CharField(max_length=150)),
                        ('division', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rating_runs', to='events.division')),
                        ('rating_list', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='runs', to='people.ratinglist')),
                    ],
                    options={
                        'ordering': ['rating_list', 'on', 'order'],
                        'indexes': [models.Index(fields=['rating_list', 'state', 'on', 'order'], name='ratings_rat_rating__a87ed1_idx')],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('kind', 'event'), ('state', 'current')), fields=('rating_list', 'division'), name='run_one_current_per_list_and_division'), models.UniqueConstraint(condition=models.Q(('state', 'current')), fields=('rating_list', 'on', 'order'), name='run_one_current_per_place_in_order'), models.CheckConstraint(condition=models.Q(models.Q(('division__isnull', False), ('kind', 'event')), models.Q(('division__isnull', True), ('kind', 'values')), _connector='OR'), name='run_an_event_has_a_division')],
                    },
                ),
                migrations.CreateModel(
                    name='RatingChange',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('before', models.PositiveSmallIntegerField(default=0, help_text='0: no rating yet')),
                        ('after', models.PositiveSmallIntegerField()),
                        ('games_before', models.PositiveIntegerField(default=0)),
                        ('games_after', models.PositiveIntegerField(default=0)),
                        ('deviation_before', models.FloatField(blank=True, null=True)),
                        ('deviation', models.FloatField(blank=True, null=True)),
                        ('volatility', models.FloatField(blank=True, null=True)),
                        ('segments', models.JSONField(default=list)),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_changes', to='people.player')),
                        ('run', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='ratings.ratingrun')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('run', 'player'), name='change_one_per_run_and_player')],
                    },
                ),
                migrations.CreateModel(
                    name='TwoPeople',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('by_name', models.CharField(max_length=150)),
                        ('one', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='people.player')),
                        ('other', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='people.player')),
                    ],
                    options={
                        'ordering': ['-at'],
                        'constraints': [models.UniqueConstraint(fields=('one', 'other'), name='two_people_once_a_pair'), models.CheckConstraint(condition=models.Q(('one__lt', models.F('other'))), name='two_people_in_order')],
                    },
                ),
            ]
        ),
    ]
