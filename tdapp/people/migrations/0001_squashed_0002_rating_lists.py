import django.db.models.deletion
import tdapp.kernel.clock
import uuid
from django.db import migrations, models

from tdapp.kernel.running.create_together import CreateTogether


class Migration(migrations.Migration):

    replaces = [
        ('people', '0001_initial'),
        ('people', '0002_rating_lists'),
    ]

    initial = True

    dependencies = [
    ]

    operations = [
        CreateTogether(
            [
                migrations.CreateModel(
                    name='Club',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('name', models.CharField(max_length=120)),
                        ('key', models.CharField(help_text='name folded for matching', max_length=120, unique=True)),
                        ('kind', models.CharField(choices=[('club', 'Club'), ('school', 'School')], default='club', max_length=6)),
                        ('region', models.CharField(blank=True, max_length=80)),
                    ],
                    options={
                        'ordering': ['name'],
                    },
                ),
                migrations.CreateModel(
                    name='Player',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('number', models.CharField(help_text='member number, or a temporary T- number', max_length=24, unique=True)),
                        ('surname', models.CharField(max_length=80)),
                        ('given', models.CharField(blank=True, max_length=80)),
                        ('key', models.CharField(db_index=True, help_text='name folded for matching', max_length=170)),
                        ('created_at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='players', to='people.club')),
                        ('merged_into', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged', to='people.player')),
                    ],
                    options={
                        'ordering': ['surname', 'given', 'number'],
                    },
                ),
                migrations.CreateModel(
                    name='RatingList',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('slug', models.SlugField(unique=True)),
                        ('name', models.CharField(max_length=120)),
                        ('kind', models.CharField(choices=[('national', 'National'), ('club', 'Club'), ('school', 'School')], default='national', max_length=8)),
                        ('formula', models.CharField(default='naspa', max_length=40)),
                        ('settings', models.JSONField(blank=True, default=dict, help_text="numbers that differ from the formula's own")),
                        ('partial_formula', models.CharField(default='naspa-club', help_text='for events rated in part', max_length=40)),
                        ('starts_on', models.DateField(blank=True, help_text='earlier events are not rated here', null=True)),
                        ('provisional_games', models.PositiveSmallIntegerField(default=50)),
                        ('inactive_days', models.PositiveSmallIntegerField(default=730)),
                        ('public', models.BooleanField(default=True)),
                        ('version', models.PositiveIntegerField(default=1, help_text='grows with every change of its values')),
                        ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rating_lists', to='people.club')),
                    ],
                    options={
                        'ordering': ['name'],
                    },
                ),
                migrations.CreateModel(
                    name='PlayerPrivate',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('scope', models.CharField(help_text='the event that was told, as opaque text', max_length=64)),
                        ('birth_date', models.DateField(blank=True, null=True)),
                        ('birth_year', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('guardian', models.CharField(blank=True, max_length=160)),
                        ('contact', models.CharField(blank=True, max_length=160)),
                        ('consent', models.BooleanField(default=False, help_text='guardian or player agreed to the full name in public')),
                        ('consent_by', models.CharField(blank=True, max_length=160)),
                        ('consent_at', models.DateTimeField(blank=True, null=True)),
                        ('notice_version', models.CharField(blank=True, max_length=20)),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='privates', to='people.player')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('player', 'scope'), name='private_one_row_per_event')],
                    },
                ),
                migrations.CreateModel(
                    name='RatingValue',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('rating', models.PositiveSmallIntegerField()),
                        ('deviation', models.FloatField(blank=True, null=True)),
                        ('volatility', models.FloatField(blank=True, null=True)),
                        ('games', models.PositiveIntegerField(default=0)),
                        ('changed_on', models.DateField(blank=True, null=True)),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to='people.player')),
                        ('rating_list', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='values', to='people.ratinglist')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('rating_list', 'player'), name='rating_one_value_per_list')],
                    },
                ),
            ]
        ),
    ]
