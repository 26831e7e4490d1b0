import django.db.models.deletion
import tdapp.kernel.clock
import uuid
from django.db import migrations, models

from tdapp.kernel.running.create_together import CreateTogether


class Migration(migrations.Migration):

    replaces = [
        ('interchange', '0001_initial'),
        ('interchange', '0002_event_previews'),
        ('interchange', '0003_brought_in'),
        ('interchange', '0004_copies'),
        ('interchange', '0005_codes_in_copies'),
        ('interchange', '0006_no_names_in_handover'),
    ]

    initial = True

    dependencies = [
        ('events', '0001_squashed_0008_eligibility'),
    ]

    operations = [
        CreateTogether(
            [
                migrations.CreateModel(
                    name='BroughtIn',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('origin', models.UUIDField(unique=True)),
                        ('digest', models.CharField(help_text='of the facts of the newest bundle', max_length=64)),
                        ('fingerprint', models.CharField(max_length=24)),
                        ('signed', models.JSONField(help_text='who signed, as what, when, with which remarks')),
                        ('rulings', models.JSONField(default=dict)),
                        ('incidents', models.JSONField(default=dict)),
                        ('at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('by_name', models.CharField(max_length=150)),
                        ('event', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='brought_in', to='events.event')),
                    ],
                    options={
                        'ordering': ['-at'],
                    },
                ),
                migrations.CreateModel(
                    name='CopyLink',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('label', models.CharField(blank=True, help_text='whose phone', max_length=60)),
                        ('token_hash', models.CharField(max_length=64, unique=True)),
                        ('made_at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('expires_at', models.DateTimeField()),
                        ('revoked_at', models.DateTimeField(blank=True, null=True)),
                        ('fetched', models.PositiveIntegerField(default=0)),
                        ('fetched_at', models.DateTimeField(blank=True, null=True)),
                        ('fetched_number', models.PositiveBigIntegerField(help_text='entry of the log the fetched copy ends with', null=True)),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='copy_links', to='events.event')),
                    ],
                    options={
                        'ordering': ['-made_at'],
                    },
                ),
                migrations.CreateModel(
                    name='CopyPlan',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('secret', models.CharField(help_text='shared by all copies: what a fence is signed with', max_length=64)),
                        ('salt', models.CharField(blank=True, max_length=32)),
                        ('key', models.CharField(blank=True, help_text="sealed with the installation's own secret", max_length=160)),
                        ('codes', models.CharField(blank=True, help_text="what players' codes are made from since a takeover; sealed like the key", max_length=120)),
                        ('passphrase_at', models.DateTimeField(blank=True, null=True)),
                        ('folder', models.CharField(blank=True, help_text='the second place', max_length=500)),
                        ('held', models.CharField(blank=True, help_text='digest of the rounds the last copy holds', max_length=64)),
                        ('told', models.JSONField(default=dict, help_text='the last copy: at, number, bytes, second')),
                        ('fault', models.CharField(blank=True, help_text='why the last one could not be made or put there', max_length=300)),
                        ('tried_at', models.DateTimeField(blank=True, null=True)),
                        ('event', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='copy_plan', to='events.event')),
                    ],
                ),
                migrations.CreateModel(
                    name='Handover',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('copied_at', models.DateTimeField(blank=True, help_text='of the copy that was taken over', null=True)),
                        ('taken_at', models.DateTimeField(blank=True, null=True)),
                        ('by_name', models.CharField(blank=True, max_length=150)),
                        ('other_name', models.CharField(blank=True, max_length=80)),
                        ('addresses', models.JSONField(default=list)),
                        ('out', models.JSONField(default=list, help_text='tables without a result in the copy')),
                        ('results', models.JSONField(help_text="the other laptop's results, as it told them", null=True)),
                        ('met_at', models.DateTimeField(blank=True, help_text='when both last saw each other', null=True)),
                        ('stopped_at', models.DateTimeField(blank=True, help_text='when the other one said that it is fenced', null=True)),
                        ('seen_at', models.DateTimeField(blank=True, help_text='when somebody settled what differs', null=True)),
                        ('event', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='handover', to='events.event')),
                    ],
                ),
                migrations.CreateModel(
                    name='EventPreview',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('status', models.CharField(choices=[('ready', 'Ready'), ('applied', 'Applied'), ('discarded', 'Discarded')], default='ready', max_length=10)),
                        ('files', models.JSONField(help_text='name and content (base64) of each', null=True)),
                        ('wanted', models.JSONField(default=dict, help_text='name, short name, day, preset, ruleset')),
                        ('digest', models.CharField(help_text='of files and wishes together: what somebody looked at', max_length=64)),
                        ('report', models.JSONField(default=dict)),
                        ('made_at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('made_by', models.CharField(max_length=64)),
                        ('made_name', models.CharField(max_length=150)),
                        ('applied_at', models.DateTimeField(blank=True, null=True)),
                        ('division', models.ForeignKey(help_text='the one to fill; none: a new event', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='event_previews', to='events.division')),
                    ],
                    options={
                        'ordering': ['-made_at'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('status', 'ready'), ('files__isnull', True), _connector='OR'), name='event_preview_forgets_its_files')],
                    },
                ),
                migrations.CreateModel(
                    name='RosterPreview',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('status', models.CharField(choices=[('waiting', 'Waiting'), ('ready', 'Ready'), ('applied', 'Applied'), ('discarded', 'Discarded')], default='waiting', max_length=10)),
                        ('name', models.CharField(help_text="the file's name, or that it was pasted", max_length=120)),
                        ('data', models.BinaryField(null=True)),
                        ('pasted', models.BooleanField(default=False)),
                        ('division', models.CharField(blank=True, help_text='where rows without a division go', max_length=40)),
                        ('sheet', models.CharField(blank=True, max_length=31)),
                        ('digest', models.CharField(blank=True, help_text='of the plan somebody looked at', max_length=64)),
                        ('counts', models.JSONField(default=dict)),
                        ('report', models.JSONField(default=dict)),
                        ('job', models.CharField(blank=True, help_text='id of the job at work on it, as text', max_length=36)),
                        ('made_at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('made_by', models.CharField(max_length=64)),
                        ('made_name', models.CharField(max_length=150)),
                        ('applied_at', models.DateTimeField(blank=True, null=True)),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='roster_previews', to='events.event')),
                    ],
                    options={
                        'ordering': ['-made_at'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('status__in', ['waiting', 'ready']), ('data__isnull', True), _connector='OR'), name='preview_forgets_its_file')],
                    },
                ),
            ]
        ),
    ]
