import django.core.validators
import django.db.models.deletion
import tdapp.desk.models.prize_giving
import tdapp.kernel.clock
import uuid
from django.conf import settings
from django.db import migrations, models

from tdapp.kernel.running.create_together import CreateTogether


class Migration(migrations.Migration):

    replaces = [
        ('desk', '0001_initial'),
        ('desk', '0002_initial'),
        ('desk', '0003_initial'),
        ('desk', '0004_table_questions'),
        ('desk', '0005_sheet_decisions'),
        ('desk', '0006_undo_of_edits'),
        ('desk', '0007_prize_giving'),
        ('desk', '0008_phones'),
        ('desk', '0009_team_matches'),
        ('desk', '0010_alter_prize_kind'),
    ]

    initial = True

    dependencies = [
        ('events', '0001_squashed_0008_eligibility'),
        ('kernel', '__first__'),
        ('scoresheets', '0001_initial'),
    ]

    operations = [
        CreateTogether(
            [
                migrations.CreateModel(
                    name='PhoneCode',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('renewed', models.PositiveIntegerField(default=0)),
                        ('entrant', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='phone_code', to='events.entrant')),
                    ],
                ),
                migrations.CreateModel(
                    name='PhoneRule',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('mode', models.CharField(choices=[('off', 'Off'), ('look', 'Look'), ('report', 'Report')], default='report', max_length=6)),
                        ('division', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='phone_rule', to='events.division')),
                    ],
                ),
                migrations.CreateModel(
                    name='PrizeGiving',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('protest_minutes', models.PositiveSmallIntegerField(default=15, validators=[django.core.validators.MaxValueValidator(1440)])),
                        ('most_each', models.PositiveSmallIntegerField(default=0, help_text='prizes a player gets at most; 0: no bound', validators=[django.core.validators.MaxValueValidator(20)])),
                        ('withdrawn_win', models.BooleanField(default=False, help_text='whoever withdrew keeps prizes for single games')),
                        ('currency', models.CharField(blank=True, default='₱', max_length=6)),
                        ('signer', models.CharField(blank=True, max_length=80)),
                        ('signer_title', models.CharField(blank=True, max_length=80)),
                        ('cards', models.JSONField(default=list, help_text='the running ceremony, card by card; see desk.ceremony')),
                        ('step', models.PositiveSmallIntegerField(default=0)),
                        ('started_at', models.DateTimeField(blank=True, null=True)),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('version', models.PositiveIntegerField(default=1)),
                        ('event', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='prize_giving', to='events.event')),
                    ],
                ),
                migrations.CreateModel(
                    name='Result',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('version', models.PositiveSmallIntegerField()),
                        ('is_current', models.BooleanField(default=True, help_text='the newest entry that was not undone')),
                        ('in_force', models.BooleanField(default=False, help_text='the newest confirmed entry: the one that counts')),
                        ('kind', models.CharField(choices=[('played', 'Played'), ('forfeit', 'Forfeit'), ('unscored', 'Unscored'), ('unfinished', 'Unfinished')], default='played', max_length=10)),
                        ('sequence', models.PositiveBigIntegerField(help_text='order of entry within the division')),
                        ('entered_at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('entered_name', models.CharField(max_length=150)),
                        ('confirmed_at', models.DateTimeField(blank=True, null=True)),
                        ('confirmed_name', models.CharField(blank=True, max_length=150)),
                        ('reason', models.CharField(blank=True, max_length=300)),
                        ('withdrawn', models.BooleanField(default=False, help_text='undone: the table is out again')),
                        ('confirmed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('entered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='results', to='events.table')),
                    ],
                    options={
                        'ordering': ['table', 'version'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('is_current', True)), fields=('table',), name='result_one_current_per_table'), models.UniqueConstraint(condition=models.Q(('in_force', True)), fields=('table',), name='result_one_confirmed_per_table'), models.UniqueConstraint(fields=('table', 'version'), name='result_one_row_per_version'), models.CheckConstraint(condition=models.Q(('in_force', False), ('confirmed_at__isnull', False), _connector='OR'), name='result_in_force_is_confirmed'), models.CheckConstraint(condition=models.Q(('is_current', True), ('withdrawn', True), _negated=True), name='result_an_undone_one_is_not_current')],
                    },
                ),
                migrations.CreateModel(
                    name='Claim',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('seat', models.PositiveSmallIntegerField()),
                        ('state', models.CharField(choices=[('stands', 'Stands'), ('replaced', 'Replaced')], default='stands', max_length=8)),
                        ('scores', models.JSONField(help_text='in seat order')),
                        ('before', models.JSONField(default=list, help_text='scores before unplayed tiles, where they decide')),
                        ('seating', models.JSONField(help_text='ids of the entrants in seat order')),
                        ('at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('entrant', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='events.entrant')),
                        ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='events.table')),
                        ('result', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='desk.result')),
                    ],
                    options={
                        'ordering': ['at'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'stands')), fields=('table', 'seat'), name='claim_one_standing_per_seat'), models.CheckConstraint(condition=models.Q(models.Q(('entrant__isnull', True), ('seat', 0)), models.Q(('entrant__isnull', False), ('seat__gte', 1), ('seat__lte', 4)), _connector='OR'), name='claim_a_seat_has_its_player')],
                    },
                ),
                migrations.CreateModel(
                    name='ResultLine',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('seat', models.PositiveSmallIntegerField()),
                        ('score', models.SmallIntegerField()),
                        ('before', models.SmallIntegerField(blank=True, help_text='score before unplayed tiles were counted', null=True)),
                        ('penalty', models.SmallIntegerField(default=0)),
                        ('absent', models.BooleanField(default=False, help_text='this side forfeited')),
                        ('result', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='desk.result')),
                        ('slot', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='events.slot')),
                    ],
                    options={
                        'ordering': ['result', 'seat'],
                        'constraints': [models.UniqueConstraint(fields=('result', 'seat'), name='line_one_per_seat')],
                    },
                ),
                migrations.CreateModel(
                    name='Saying',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('text', models.CharField(max_length=80)),
                        ('entrant', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='saying', to='events.entrant')),
                    ],
                ),
                migrations.CreateModel(
                    name='SheetDecision',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('sheet_version', models.PositiveIntegerField()),
                        ('decision', models.CharField(choices=[('slip', 'Slip'), ('sheet', 'Sheet')], max_length=8)),
                        ('reason', models.CharField(max_length=300)),
                        ('at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('by_name', models.CharField(max_length=150)),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('result', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sheet_decisions', to='desk.result')),
                        ('sheet', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='scoresheets.sheet')),
                    ],
                    options={
                        'ordering': ['at'],
                        'constraints': [models.UniqueConstraint(fields=('sheet', 'sheet_version', 'result'), name='decision_once_per_sheet_and_result')],
                    },
                ),
                migrations.CreateModel(
                    name='Snapshot',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('after', models.PositiveSmallIntegerField()),
                        ('why', models.CharField(max_length=10)),
                        ('version', models.PositiveIntegerField()),
                        ('rows', models.JSONField()),
                        ('digest', models.CharField(max_length=64)),
                        ('at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('division', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='snapshots', to='events.division')),
                    ],
                    options={
                        'ordering': ['division', 'after', 'at'],
                    },
                ),
                migrations.CreateModel(
                    name='Sponsor',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('name', models.CharField(max_length=80)),
                        ('picture', models.BinaryField()),
                        ('width', models.PositiveSmallIntegerField()),
                        ('height', models.PositiveSmallIntegerField()),
                        ('added_at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sponsors', to='events.event')),
                    ],
                    options={
                        'ordering': ['event', 'added_at'],
                    },
                ),
                migrations.CreateModel(
                    name='TableQuestion',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('kind', models.CharField(choices=[('raised', 'Raised'), ('slips', 'Slips'), ('phones', 'Phones')], default='raised', max_length=8)),
                        ('text', models.CharField(max_length=300)),
                        ('at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('by_name', models.CharField(max_length=150)),
                        ('resolved_at', models.DateTimeField(blank=True, null=True)),
                        ('resolved_name', models.CharField(blank=True, max_length=150)),
                        ('answer', models.CharField(blank=True, max_length=300)),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('resolved_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='questions', to='events.table')),
                    ],
                    options={
                        'ordering': ['at'],
                    },
                ),
                migrations.CreateModel(
                    name='Certificate',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('school', models.CharField(blank=True, max_length=120)),
                        ('code', models.CharField(default=tdapp.desk.models.prize_giving.new_code, max_length=32, unique=True)),
                        ('says', models.JSONField(default=dict)),
                        ('made_at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('replaced_at', models.DateTimeField(blank=True, null=True)),
                        ('division', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='events.division')),
                        ('entrant', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='certificates', to='events.entrant')),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='certificates', to='events.event')),
                    ],
                    options={
                        'ordering': ['event', 'made_at'],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('entrant__isnull', False), ('school', '')), models.Q(('entrant__isnull', True), models.Q(('school', ''), _negated=True)), _connector='OR'), name='certificate_of_a_player_or_a_school')],
                    },
                ),
                migrations.CreateModel(
                    name='Finalisation',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('version', models.PositiveSmallIntegerField()),
                        ('after', models.PositiveSmallIntegerField()),
                        ('rows', models.JSONField()),
                        ('awards', models.JSONField(default=list)),
                        ('changes', models.JSONField(default=list)),
                        ('digest', models.CharField(max_length=64)),
                        ('reason', models.CharField(blank=True, max_length=300)),
                        ('protest_until', models.DateTimeField()),
                        ('at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('by_name', models.CharField(max_length=150)),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('division', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='finalisations', to='events.division')),
                    ],
                    options={
                        'ordering': ['division', 'version'],
                        'constraints': [models.UniqueConstraint(fields=('division', 'version'), name='final_one_row_per_version')],
                    },
                ),
                migrations.CreateModel(
                    name='Freeze',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('last', models.PositiveSmallIntegerField(help_text='how many of the last rounds are kept back')),
                        ('unveiled_at', models.DateTimeField(blank=True, null=True)),
                        ('unveiled_name', models.CharField(blank=True, max_length=150)),
                        ('division', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='freeze', to='events.division')),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('last__gte', 1)), name='freeze_of_a_round_at_least')],
                    },
                ),
                migrations.CreateModel(
                    name='LineUp',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('number', models.PositiveSmallIntegerField(help_text='the round')),
                        ('team', models.CharField(max_length=80)),
                        ('members', models.JSONField(help_text='ids of entrants, board 1 first; reserves behind, or left out')),
                        ('division', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='line_ups', to='events.division')),
                    ],
                    options={
                        'ordering': ['division', 'number', 'team'],
                        'constraints': [models.UniqueConstraint(fields=('division', 'number', 'team'), name='line_up_one_per_team_and_round')],
                    },
                ),
                migrations.CreateModel(
                    name='PairingRun',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('status', models.CharField(choices=[('draft', 'Draft'), ('discarded', 'Discarded'), ('published', 'Published'), ('recalled', 'Recalled')], default='draft', max_length=10)),
                        ('version', models.PositiveIntegerField(default=1)),
                        ('print_version', models.PositiveSmallIntegerField(default=0)),
                        ('request', models.JSONField()),
                        ('outcome', models.JSONField(help_text="the engine's result as it came")),
                        ('boards', models.JSONField(help_text='the draft as it stands, hand edits included')),
                        ('edits', models.JSONField(default=list, help_text='what was done by hand, in order')),
                        ('past', models.JSONField(default=list, help_text='how to take the last hand edits back, newest last')),
                        ('check_report', models.JSONField(default=dict)),
                        ('basis', models.CharField(max_length=64)),
                        ('engine', models.CharField(max_length=20)),
                        ('created_at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('reason', models.CharField(blank=True, max_length=300)),
                        ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='runs', to='events.round')),
                    ],
                    options={
                        'ordering': ['round', 'created_at'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'draft')), fields=('round',), name='run_one_draft_per_round'), models.UniqueConstraint(condition=models.Q(('status', 'published')), fields=('round',), name='run_one_pairing_set_per_round')],
                    },
                ),
                migrations.CreateModel(
                    name='Prize',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('order', models.PositiveSmallIntegerField(help_text='precedence: the lower is given first')),
                        ('kind', models.CharField(choices=[('rank', 'Rank'), ('class', 'Class'), ('school', 'School'), ('team', 'Team'), ('high-game', 'High Game'), ('high-win', 'High Win'), ('high-loss', 'High Loss'), ('spread', 'Spread'), ('comeback', 'Comeback'), ('best-play', 'Best Play'), ('high-turn', 'High Turn'), ('custom', 'Custom')], max_length=10)),
                        ('title', models.CharField(blank=True, max_length=80)),
                        ('klass', models.CharField(blank=True, max_length=20, verbose_name='class')),
                        ('first', models.PositiveSmallIntegerField(default=1)),
                        ('places', models.JSONField(default=list)),
                        ('ties', models.CharField(choices=[('split', 'Split'), ('shared', 'Shared'), ('broken', 'Broken')], default='split', max_length=6)),
                        ('breakers', models.JSONField(default=list, help_text='rules that break a tie, the first decides')),
                        ('best', models.PositiveSmallIntegerField(default=3, help_text='of a school: how many of its best are summed')),
                        ('given_text', models.CharField(blank=True, max_length=120)),
                        ('version', models.PositiveIntegerField(default=1)),
                        ('division', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='prizes', to='events.division')),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='prizes', to='events.event')),
                        ('given_to', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='given_prizes', to='events.entrant')),
                    ],
                    options={
                        'ordering': ['event', 'order'],
                        'constraints': [models.UniqueConstraint(fields=('event', 'order'), name='prize_one_place_in_the_order'), models.CheckConstraint(condition=models.Q(('first__gte', 1)), name='prize_from_a_place')],
                    },
                ),
            ]
        ),
    ]
