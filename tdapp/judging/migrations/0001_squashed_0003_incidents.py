import django.db.models.deletion
import tdapp.kernel.clock
import uuid
from django.conf import settings
from django.db import migrations, models

from tdapp.kernel.running.create_together import CreateTogether


class Migration(migrations.Migration):

    replaces = [
        ('judging', '0001_initial'),
        ('judging', '0002_table_links'),
        ('judging', '0003_incidents'),
    ]

    initial = True

    dependencies = [
        ('events', '0001_squashed_0008_eligibility'),
        ('events', '0002_initial'),
        ('kernel', '__first__'),
        ('lexicon_admin', '0001_initial'),
    ]

    operations = [
        CreateTogether(
            [
                migrations.CreateModel(
                    name='Call',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('state', models.CharField(choices=[('waiting', 'Waiting'), ('taken', 'Taken'), ('ruled', 'Ruled'), ('off', 'Off')], default='waiting', max_length=7)),
                        ('version', models.PositiveIntegerField(default=1)),
                        ('challengers', models.JSONField(default=list, help_text='seats in the order of claiming')),
                        ('challenged', models.PositiveSmallIntegerField(blank=True, help_text='seat whose play it is', null=True)),
                        ('words', models.JSONField(default=list, help_text='as typed')),
                        ('play', models.CharField(blank=True, help_text='row of the scoresheet, if there is one', max_length=36)),
                        ('word_count', models.PositiveSmallIntegerField(blank=True, help_text='how many are challenged, where they were not named', null=True)),
                        ('note', models.CharField(blank=True, max_length=200)),
                        ('called_at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('called_name', models.CharField(max_length=150)),
                        ('taken_at', models.DateTimeField(blank=True, null=True)),
                        ('taken_name', models.CharField(blank=True, max_length=150)),
                        ('closed_at', models.DateTimeField(blank=True, null=True)),
                        ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='calls', to='events.table')),
                        ('taken_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['called_at'],
                    },
                ),
                migrations.CreateModel(
                    name='Incident',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('number', models.PositiveSmallIntegerField()),
                        ('kind', models.CharField(choices=[('warning', 'Warning'), ('overdrawn', 'Overdrawn'), ('exposed', 'Exposed'), ('wrong-set', 'Wrong Set'), ('time', 'Time'), ('conduct', 'Conduct'), ('recount', 'Recount'), ('protest', 'Protest'), ('other', 'Other')], max_length=9)),
                        ('state', models.CharField(choices=[('open', 'Open'), ('decided', 'Decided'), ('appealed', 'Appealed'), ('settled', 'Settled'), ('withdrawn', 'Withdrawn')], default='open', max_length=9)),
                        ('version', models.PositiveIntegerField(default=1)),
                        ('turn', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('text', models.CharField(max_length=1000)),
                        ('deadline', models.DateTimeField(blank=True, help_text='of a protest: by when it has to be decided', null=True)),
                        ('at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('by_name', models.CharField(max_length=150)),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('division', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='incidents', to='events.division')),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='incidents', to='events.event')),
                        ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='incidents', to='events.table')),
                    ],
                    options={
                        'ordering': ['event', 'number'],
                        'constraints': [models.UniqueConstraint(fields=('event', 'number'), name='incident_one_number_per_event'), models.CheckConstraint(condition=models.Q(('deadline', None), ('deadline__gt', models.F('at')), _connector='OR'), name='incident_deadline_after_it')],
                    },
                ),
                migrations.CreateModel(
                    name='IncidentParty',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='incident_parts', to='events.entrant')),
                        ('incident', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='parties', to='judging.incident')),
                    ],
                    options={
                        'ordering': ['incident', 'entrant__number'],
                        'constraints': [models.UniqueConstraint(fields=('incident', 'entrant'), name='party_once_per_incident')],
                    },
                ),
                migrations.CreateModel(
                    name='IncidentPhoto',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('sha256', models.CharField(max_length=64)),
                        ('width', models.PositiveSmallIntegerField()),
                        ('height', models.PositiveSmallIntegerField()),
                        ('at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('by_name', models.CharField(max_length=150)),
                        ('removed_at', models.DateTimeField(blank=True, null=True)),
                        ('incident', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='photos', to='judging.incident')),
                    ],
                    options={
                        'ordering': ['incident', 'at'],
                    },
                ),
                migrations.CreateModel(
                    name='IncidentStep',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('kind', models.CharField(choices=[('note', 'Note'), ('decision', 'Decision'), ('appeal', 'Appeal'), ('on-appeal', 'Appeal Decision'), ('withdrawn', 'Withdrawn')], max_length=9)),
                        ('text', models.CharField(max_length=1000)),
                        ('measure', models.CharField(choices=[('none', 'None'), ('warning', 'Warning'), ('score', 'Score'), ('game', 'Game'), ('time', 'Time'), ('recount', 'Recount'), ('other', 'Other')], default='none', max_length=7)),
                        ('amount', models.PositiveSmallIntegerField(blank=True, help_text='points off the score, or minutes added', null=True)),
                        ('at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('by_name', models.CharField(max_length=150)),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('entrant', models.ForeignKey(blank=True, help_text='whom the measure is against', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='events.entrant')),
                        ('incident', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='steps', to='judging.incident')),
                    ],
                    options={
                        'ordering': ['incident', 'at'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('kind', 'decision')), fields=('incident',), name='incident_decided_once'), models.UniqueConstraint(condition=models.Q(('kind', 'on-appeal')), fields=('incident',), name='incident_appeal_decided_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Kiosk',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('opened_at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('opened_name', models.CharField(max_length=150)),
                        ('seen_at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('closed_at', models.DateTimeField(blank=True, null=True)),
                        ('label', models.CharField(blank=True, max_length=40)),
                        ('division', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='kiosks', to='events.division')),
                        ('opened_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['opened_at'],
                    },
                ),
                migrations.CreateModel(
                    name='Pin',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('layer', models.CharField(choices=[('main', 'Main'), ('dialect', 'Dialect'), ('block', 'Block'), ('theme', 'Theme')], max_length=7)),
                        ('place', models.PositiveSmallIntegerField(default=1, help_text='order among lists of the same layer')),
                        ('division', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pins', to='events.division')),
                        ('edition', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pins', to='lexicon_admin.edition')),
                    ],
                    options={
                        'ordering': ['division', 'layer', 'place'],
                        'constraints': [models.UniqueConstraint(fields=('division', 'edition'), name='pin_an_edition_once'), models.UniqueConstraint(condition=models.Q(('layer', 'main')), fields=('division',), name='pin_one_main_edition'), models.UniqueConstraint(condition=models.Q(('layer', 'theme')), fields=('division',), name='pin_one_theme_list')],
                    },
                ),
                migrations.CreateModel(
                    name='Ruling',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('round_number', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('play', models.CharField(blank=True, help_text='row of the scoresheet', max_length=36)),
                        ('turn', models.PositiveSmallIntegerField(blank=True, help_text='as told at the table, from 1', null=True)),
                        ('challengers', models.JSONField(default=list)),
                        ('challenged', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('words', models.JSONField(help_text='as typed')),
                        ('answers', models.JSONField()),
                        ('acceptable', models.BooleanField()),
                        ('by_list', models.BooleanField(default=True, help_text='the layers decided; otherwise a judge with a source')),
                        ('source', models.CharField(blank=True, max_length=200)),
                        ('page', models.CharField(blank=True, max_length=40)),
                        ('note', models.CharField(blank=True, max_length=300)),
                        ('penalty', models.JSONField(default=dict)),
                        ('layers', models.JSONField(default=dict, help_text='names and digests of what was asked')),
                        ('stopped_seconds', models.PositiveIntegerField(blank=True, help_text='clocks stood so long', null=True)),
                        ('ruled_by', models.CharField(choices=[('kiosk', 'Kiosk'), ('judge', 'Judge')], max_length=5)),
                        ('at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('judge_name', models.CharField(max_length=150)),
                        ('reason', models.CharField(blank=True, help_text='why the one before is superseded', max_length=300)),
                        ('call', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='judging.call')),
                        ('division', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='events.division')),
                        ('judge', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('supersedes', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='superseded_by', to='judging.ruling')),
                        ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='events.table')),
                    ],
                    options={
                        'ordering': ['at'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('by_list', True), models.Q(('source', ''), _negated=True), _connector='OR'), name='ruling_a_judge_names_a_source'), models.CheckConstraint(condition=models.Q(('supersedes__isnull', True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='ruling_anew_says_why')],
                    },
                ),
                migrations.CreateModel(
                    name='TableLink',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('token_hash', models.CharField(max_length=64, unique=True)),
                        ('made_at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('expires_at', models.DateTimeField()),
                        ('revoked_at', models.DateTimeField(blank=True, null=True)),
                        ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='table_links', to='events.round')),
                        ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='links', to='events.table')),
                    ],
                    options={
                        'ordering': ['round', 'made_at'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('revoked_at', None)), fields=('table',), name='table_link_one_in_force_per_table'), models.CheckConstraint(condition=models.Q(('expires_at__gt', models.F('made_at'))), name='table_link_ends_after_it_begins')],
                    },
                ),
                migrations.AddField(
                    model_name='call',
                    name='link',
                    field=models.ForeignKey(blank=True, help_text='called by phone', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='calls', to='judging.tablelink'),
                ),
                migrations.CreateModel(
                    name='WordOverride',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('key', models.CharField(max_length=60)),
                        ('verdict', models.CharField(choices=[('acceptable', 'Acceptable'), ('unacceptable', 'Unacceptable'), ('withdrawn', 'Withdrawn')], max_length=12)),
                        ('reason', models.CharField(max_length=300)),
                        ('at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('by_name', models.CharField(max_length=150)),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='word_overrides', to='events.event')),
                    ],
                    options={
                        'ordering': ['event', 'at'],
                    },
                ),
                migrations.CreateModel(
                    name='WordRules',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('mode', models.CharField(choices=[('list', 'List'), ('judge', 'Judge')], default='list', max_length=5)),
                        ('division', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='word_rules', to='events.division')),
                    ],
                ),
                migrations.AddConstraint(
                    model_name='call',
                    constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['waiting', 'taken'])), fields=('table',), name='call_one_open_per_table'),
                ),
                migrations.AddConstraint(
                    model_name='call',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'taken'), _negated=True), ('taken_at__isnull', False), _connector='OR'), name='call_taken_has_its_time'),
                ),
            ]
        ),
    ]
