import django.db.models.deletion
import tdapp.kernel.clock
import uuid
from django.conf import settings
from django.db import migrations, models

from tdapp.kernel.running.create_together import CreateTogether


class Migration(migrations.Migration):

    replaces = [
        ('events', '0001_initial'),
        ('events', '0002_initial'),
        ('events', '0003_named_sets'),
        ('events', '0004_wishes'),
        ('events', '0005_hall'),
        ('events', '0006_roll_call'),
        ('events', '0007_hall_kept'),
        ('events', '0008_eligibility'),
    ]

    initial = True

    dependencies = [
        ('kernel', '__first__'),
        ('people', '0001_squashed_0002_rating_lists'),
    ]

    operations = [
        CreateTogether(
            [
                migrations.CreateModel(
                    name='Division',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('slug', models.SlugField(max_length=40)),
                        ('name', models.CharField(max_length=80)),
                        ('order', models.PositiveSmallIntegerField(default=1)),
                        ('school', models.BooleanField(default=False)),
                        ('ruleset', models.CharField(default='salitaan-competition', max_length=60)),
                        ('ruleset_file', models.TextField(blank=True, default='', help_text="the division's own ruleset file; empty: one that ships")),
                        ('overrides', models.JSONField(blank=True, default=dict)),
                        ('ruleset_hash', models.CharField(blank=True, help_text='frozen when round 1 is published', max_length=64)),
                        ('ruleset_frozen', models.JSONField(blank=True, help_text='the rules themselves, as of round 1', null=True)),
                        ('plan', models.CharField(max_length=300)),
                        ('rounds_planned', models.PositiveSmallIntegerField()),
                        ('precedence', models.JSONField(default=list, help_text='names of metrics, first decides')),
                        ('bye_spread', models.SmallIntegerField(default=50)),
                        ('forfeit_spread', models.SmallIntegerField(default=-50)),
                        ('forfeit_win_spread', models.SmallIntegerField(default=50)),
                        ('spread_cap', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('starts_rule', models.CharField(choices=[('balanced', 'Balanced'), ('eldest', 'Eldest'), ('drawn', 'Drawn')], default='balanced', max_length=10)),
                        ('confirm_policy', models.CharField(choices=[('single', 'Single'), ('two-people', 'Two People'), ('two-slips', 'Two Slips')], default='two-people', max_length=10)),
                        ('unfinished_rule', models.CharField(default='as-they-stand', max_length=20)),
                        ('rating_kind', models.CharField(choices=[('full', 'Full'), ('partial', 'Partial'), ('unrated', 'Unrated'), ('casual', 'Casual')], default='full', max_length=8)),
                        ('avoid_clubs', models.BooleanField(default=False)),
                        ('max_repeats', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('wishes', models.JSONField(blank=True, default=dict, help_text='see events.wishes')),
                        ('table_first', models.PositiveSmallIntegerField(default=1)),
                        ('table_last', models.PositiveSmallIntegerField(default=50)),
                        ('room', models.CharField(blank=True, max_length=60)),
                        ('seed', models.PositiveBigIntegerField(help_text='every draw of lots comes from this number')),
                        ('frozen_at', models.DateTimeField(blank=True, null=True)),
                        ('version', models.PositiveIntegerField(default=1, help_text='grows with every confirmed fact')),
                        ('entries', models.PositiveBigIntegerField(default=0, help_text='grows with every entry, confirmed or not')),
                        ('released_round', models.PositiveSmallIntegerField(default=0, help_text='standings after this round are public')),
                        ('released_version', models.PositiveIntegerField(default=0)),
                        ('extras', models.JSONField(blank=True, default=dict)),
                    ],
                    options={
                        'ordering': ['order', 'name'],
                    },
                ),
                migrations.CreateModel(
                    name='Event',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('sequence', models.PositiveIntegerField(help_text='order of creation; orders events of one day', unique=True)),
                        ('slug', models.SlugField(max_length=60, unique=True)),
                        ('name', models.CharField(max_length=120)),
                        ('venue', models.CharField(blank=True, max_length=160)),
                        ('starts_on', models.DateField()),
                        ('ends_on', models.DateField()),
                        ('preset', models.CharField(blank=True, max_length=40)),
                        ('school', models.BooleanField(default=False, help_text="a school event: an unknown age is guarded like a child's")),
                        ('public', models.BooleanField(default=False, help_text='has a public page at all')),
                        ('closed_at', models.DateTimeField(blank=True, null=True)),
                        ('deleted_at', models.DateTimeField(blank=True, null=True)),
                        ('created_at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('extras', models.JSONField(blank=True, default=dict, help_text='what an imported file carried beside')),
                    ],
                    options={
                        'ordering': ['-starts_on', '-sequence'],
                    },
                ),
                migrations.CreateModel(
                    name='Eligibility',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('conditions', models.JSONField(default=dict)),
                        ('division', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='eligibility', to='events.division')),
                    ],
                ),
                migrations.CreateModel(
                    name='Entrant',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('number', models.PositiveSmallIntegerField(help_text="the seed: 1 is the strongest at entry; a .t file's line")),
                        ('given', models.CharField(blank=True, max_length=80)),
                        ('surname', models.CharField(max_length=80)),
                        ('team', models.CharField(blank=True, max_length=80)),
                        ('klass', models.CharField(blank=True, max_length=20, verbose_name='class')),
                        ('rating', models.PositiveSmallIntegerField(default=0)),
                        ('deviation', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('lifetime_games', models.PositiveIntegerField(default=0)),
                        ('seniority', models.PositiveSmallIntegerField(default=0, help_text='1 is the eldest; 0 unknown')),
                        ('age', models.CharField(choices=[('adult', 'adult'), ('minor', 'minor'), ('unknown', 'unknown')], default='unknown', max_length=8)),
                        ('display_consent', models.BooleanField(default=False)),
                        ('fixed_table', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('house', models.BooleanField(default=False, help_text='only removes a bye: no rank, prize or rating')),
                        ('checked_in_at', models.DateTimeField(blank=True, null=True)),
                        ('version', models.PositiveIntegerField(default=1)),
                        ('extras', models.JSONField(blank=True, default=dict)),
                        ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='people.club')),
                        ('division', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entrants', to='events.division')),
                        ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='people.player')),
                        ('substitute_for', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='substitutes', to='events.entrant')),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entrants', to='events.event')),
                    ],
                    options={
                        'ordering': ['division', 'number'],
                        'constraints': [models.UniqueConstraint(fields=('division', 'number'), name='entrant_one_number_per_division'), models.UniqueConstraint(fields=('event', 'player'), name='entrant_a_player_once_per_event')],
                    },
                ),
                migrations.AddField(
                    model_name='division',
                    name='event',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='divisions', to='events.event'),
                ),
                migrations.CreateModel(
                    name='DayPlan',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('line', models.CharField(blank=True, max_length=1000)),
                        ('version', models.PositiveIntegerField(default=1)),
                        ('event', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='day_plan', to='events.event')),
                    ],
                ),
                migrations.CreateModel(
                    name='Announcement',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('ready', models.CharField(blank=True, help_text='which ready one it was made from', max_length=20)),
                        ('text', models.CharField(max_length=200)),
                        ('text_fil', models.CharField(blank=True, help_text='the same in Filipino', max_length=200)),
                        ('place', models.CharField(choices=[('both', 'Both'), ('screens', 'Screens'), ('phones', 'Phones')], default='both', max_length=7)),
                        ('posted_at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('posted_by', models.CharField(blank=True, max_length=150)),
                        ('until', models.DateTimeField(blank=True, null=True)),
                        ('taken_down_at', models.DateTimeField(blank=True, null=True)),
                        ('division', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='announcements', to='events.division')),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='announcements', to='events.event')),
                    ],
                    options={
                        'ordering': ['-posted_at'],
                        'indexes': [models.Index(fields=['event', 'taken_down_at'], name='announcement_in_force')],
                    },
                ),
                migrations.CreateModel(
                    name='JoinLink',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('role', models.CharField(choices=[('director', 'director'), ('deputy', 'deputy'), ('registrar', 'registrar'), ('clerk', 'clerk'), ('checker', 'checker'), ('judge', 'judge'), ('publisher', 'publisher'), ('viewer', 'viewer')], max_length=10)),
                        ('token_hash', models.CharField(max_length=64, unique=True)),
                        ('expires_at', models.DateTimeField()),
                        ('revoked_at', models.DateTimeField(blank=True, null=True)),
                        ('uses_left', models.PositiveSmallIntegerField(default=20)),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='join_links', to='events.event')),
                    ],
                ),
                migrations.CreateModel(
                    name='Leaving',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('absences', models.JSONField(help_text='ids of the absences it wrote')),
                        ('late', models.BooleanField(default=False, help_text='for one round only')),
                        ('at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('by', models.CharField(blank=True, max_length=150)),
                        ('undone_at', models.DateTimeField(blank=True, null=True)),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='leavings', to='events.event')),
                    ],
                    options={
                        'ordering': ['-at'],
                    },
                ),
                migrations.CreateModel(
                    name='Membership',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('role', models.CharField(choices=[('director', 'director'), ('deputy', 'deputy'), ('registrar', 'registrar'), ('clerk', 'clerk'), ('checker', 'checker'), ('judge', 'judge'), ('publisher', 'publisher'), ('viewer', 'viewer')], max_length=10)),
                        ('created_at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to='events.event')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('event', 'user', 'role'), name='membership_once_per_role')],
                    },
                ),
                migrations.CreateModel(
                    name='NamedSet',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('kind', models.CharField(choices=[('board', 'Board'), ('tiles', 'Tiles')], max_length=5)),
                        ('name', models.CharField(max_length=80)),
                        ('content', models.JSONField()),
                        ('scope', models.CharField(help_text='the event it was made at; only there it is replaced or removed', max_length=60)),
                        ('made_at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                    ],
                    options={
                        'ordering': ['name'],
                        'constraints': [models.UniqueConstraint(fields=('kind', 'name'), name='named_set_one_of_a_name')],
                    },
                ),
                migrations.CreateModel(
                    name='Presence',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('first', models.PositiveSmallIntegerField()),
                        ('last', models.PositiveSmallIntegerField(blank=True, help_text='empty: until the end, or a rejoining', null=True)),
                        ('kind', models.CharField(choices=[('late', 'Late'), ('away', 'Away'), ('withdrawn', 'Withdrawn')], max_length=10)),
                        ('intent', models.CharField(choices=[('forfeit', 'Forfeit'), ('unscored', 'Unscored'), ('bye', 'Bye')], max_length=10)),
                        ('reason', models.CharField(blank=True, max_length=200)),
                        ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='absences', to='events.entrant')),
                    ],
                    options={
                        'ordering': ['entrant', 'first'],
                        'constraints': [models.UniqueConstraint(fields=('entrant', 'first'), name='presence_one_absence_per_first_round'), models.CheckConstraint(condition=models.Q(('last__isnull', True), ('last__gte', models.F('first')), _connector='OR'), name='presence_in_order')],
                    },
                ),
                migrations.CreateModel(
                    name='RollCall',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('opened_at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('opened_by', models.CharField(blank=True, max_length=150)),
                        ('closed_at', models.DateTimeField(blank=True, null=True)),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='roll_calls', to='events.event')),
                    ],
                    options={
                        'ordering': ['-opened_at'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('event',), name='roll_call_one_open_per_event')],
                    },
                ),
                migrations.CreateModel(
                    name='RollCallMark',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('by', models.CharField(blank=True, max_length=150)),
                        ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='roll_call_marks', to='events.entrant')),
                        ('roll_call', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='marks', to='events.rollcall')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('roll_call', 'entrant'), name='roll_call_an_entrant_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Round',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('number', models.PositiveSmallIntegerField()),
                        ('status', models.CharField(choices=[('planned', 'Planned'), ('published', 'Published'), ('closed', 'Closed')], default='planned', max_length=10)),
                        ('based_on', models.PositiveSmallIntegerField(default=0, help_text='paired on the standings after this round')),
                        ('basis', models.CharField(blank=True, help_text='digest of the outcomes the pairing used', max_length=64)),
                        ('print_version', models.PositiveSmallIntegerField(default=0)),
                        ('published_at', models.DateTimeField(blank=True, null=True)),
                        ('closed_at', models.DateTimeField(blank=True, null=True)),
                        ('public_at', models.DateTimeField(blank=True, help_text='pairings shown to the public since', null=True)),
                        ('version', models.PositiveIntegerField(default=1)),
                        ('division', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='events.division')),
                    ],
                    options={
                        'ordering': ['division', 'number'],
                        'constraints': [models.UniqueConstraint(fields=('division', 'number'), name='round_once_per_division')],
                    },
                ),
                migrations.CreateModel(
                    name='RoundClock',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('print_version', models.PositiveSmallIntegerField(default=0)),
                        ('seconds', models.PositiveIntegerField(help_text='what the round has, extensions included')),
                        ('ran_ms', models.PositiveBigIntegerField(default=0, help_text='ran before `since`, in thousandths')),
                        ('since', models.DateTimeField(blank=True, null=True)),
                        ('era', models.CharField(blank=True, max_length=64)),
                        ('mark', models.PositiveBigIntegerField(blank=True, null=True)),
                        ('started_at', models.DateTimeField(blank=True, null=True)),
                        ('called_at', models.DateTimeField(blank=True, help_text='time was called by hand', null=True)),
                        ('version', models.PositiveIntegerField(default=1)),
                        ('changed_by', models.CharField(blank=True, max_length=150)),
                        ('changed_at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('round', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='round_clock', to='events.round')),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('mark__isnull', True), ('since__isnull', True)), models.Q(('mark__isnull', False), ('since__isnull', False)), _connector='OR'), name='round_clock_runs_from_a_mark'), models.CheckConstraint(condition=models.Q(('called_at__isnull', True), ('since__isnull', True), _connector='OR'), name='round_clock_called_stands')],
                    },
                ),
                migrations.CreateModel(
                    name='RoundTime',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('minutes', models.PositiveSmallIntegerField(blank=True, help_text='empty: as the rules say', null=True)),
                        ('last_turn', models.CharField(blank=True, choices=[('finish-turn', 'Finish'), ('equal-turns', 'Equal'), ('one-more', 'One More'), ('stop', 'Stop'), ('play-out', 'Play Out')], help_text='empty: as the rules say', max_length=12)),
                        ('version', models.PositiveIntegerField(default=1)),
                        ('division', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='round_time', to='events.division')),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('minutes__isnull', True), models.Q(('minutes__gte', 1), ('minutes__lte', 600)), _connector='OR'), name='round_time_some_minutes')],
                    },
                ),
                migrations.CreateModel(
                    name='Table',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('number', models.PositiveSmallIntegerField()),
                        ('version', models.PositiveIntegerField(default=1, help_text='grows with every result; writes carry the one they saw')),
                        ('starts', models.CharField(blank=True, help_text='set to drawn while seat 1 is not decided', max_length=10)),
                        ('reason', models.CharField(blank=True, max_length=400)),
                        ('as_played', models.CharField(blank=True, help_text='why this differs from what was published', max_length=300)),
                        ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='events.round')),
                    ],
                    options={
                        'ordering': ['round', 'number'],
                        'constraints': [models.UniqueConstraint(fields=('round', 'number'), name='table_once_per_round')],
                    },
                ),
                migrations.CreateModel(
                    name='Slot',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('kind', models.CharField(choices=[('seat', 'Seat'), ('bye', 'Bye'), ('forfeit', 'Forfeit'), ('unscored', 'Unscored')], max_length=8)),
                        ('seat', models.PositiveSmallIntegerField(blank=True, help_text='1 starts', null=True)),
                        ('spread', models.SmallIntegerField(blank=True, help_text='of a bye or an absence', null=True)),
                        ('reason', models.CharField(blank=True, max_length=300)),
                        ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='slots', to='events.entrant')),
                        ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='slots', to='events.round')),
                        ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='events.table')),
                    ],
                    options={
                        'ordering': ['round', 'table', 'seat'],
                        'constraints': [models.UniqueConstraint(fields=('round', 'entrant'), name='slot_an_entrant_once_per_round'), models.UniqueConstraint(fields=('table', 'seat'), name='slot_one_entrant_per_seat'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'seat'), ('seat__gte', 1), ('seat__lte', 4), ('table__isnull', False)), models.Q(models.Q(('kind', 'seat'), _negated=True), ('seat__isnull', True), ('table__isnull', True)), _connector='OR'), name='slot_a_seat_has_a_table')],
                    },
                ),
                migrations.AddConstraint(
                    model_name='division',
                    constraint=models.UniqueConstraint(fields=('event', 'slug'), name='division_one_slug_per_event'),
                ),
                migrations.AddConstraint(
                    model_name='division',
                    constraint=models.CheckConstraint(condition=models.Q(('table_first__lte', models.F('table_last'))), name='division_tables_in_order'),
                ),
            ]
        ),
    ]
