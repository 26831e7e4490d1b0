import django.contrib.auth.models
import django.contrib.auth.validators
import django.utils.timezone
import tdapp.kernel.clock
import uuid
from django.db import migrations, models

from tdapp.kernel.running.create_together import CreateTogether


class Migration(migrations.Migration):

    replaces = [
        ('kernel', '0001_initial'),
        ('kernel', '0002_wrong_tries'),
        ('kernel', '0003_fence'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        CreateTogether(
            [
                migrations.CreateModel(
                    name='AuditHead',
                    fields=[
                        ('scope', models.CharField(max_length=64, primary_key=True, serialize=False)),
                        ('number', models.PositiveBigIntegerField(default=0)),
                        ('chained', models.CharField(blank=True, max_length=64)),
                        ('term', models.PositiveIntegerField(default=1)),
                        ('holder', models.CharField(blank=True, help_text='names the taking over of this term', max_length=36)),
                        ('fenced', models.JSONField(help_text='who runs the scope now: term, holder, name, address, at', null=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='WrongTries',
                    fields=[
                        ('key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                        ('count', models.PositiveIntegerField(default=0)),
                        ('until', models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name='User',
                    fields=[
                        ('password', models.CharField(max_length=128, verbose_name='password')),
                        ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                        ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                        ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                        ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                        ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                        ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                        ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                        ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                        ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('display_name', models.CharField(blank=True, max_length=120)),
                        ('pin_hash', models.CharField(blank=True, max_length=128)),
                        ('pin_failures', models.PositiveSmallIntegerField(default=0)),
                        ('pin_locked_until', models.DateTimeField(blank=True, null=True)),
                        ('person', models.CharField(blank=True, help_text='id of the player this user is, as opaque text', max_length=36)),
                        ('operator', models.BooleanField(default=False, help_text='may create events and manage the installation')),
                        ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                        ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                    ],
                    options={
                        'verbose_name': 'user',
                        'verbose_name_plural': 'users',
                        'abstract': False,
                    },
                    managers=[
                        ('objects', django.contrib.auth.models.UserManager()),
                    ],
                ),
                migrations.CreateModel(
                    name='AuditEntry',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('scope', models.CharField(max_length=64)),
                        ('number', models.PositiveBigIntegerField()),
                        ('at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('actor', models.CharField(max_length=64)),
                        ('actor_name', models.CharField(max_length=150)),
                        ('via', models.CharField(max_length=8)),
                        ('request_id', models.CharField(blank=True, max_length=64)),
                        ('intent', models.CharField(max_length=64)),
                        ('target', models.CharField(max_length=200)),
                        ('refused', models.CharField(blank=True, max_length=64)),
                        ('reason', models.CharField(blank=True, max_length=500)),
                        ('payload', models.JSONField(null=True)),
                        ('salt', models.CharField(max_length=32)),
                        ('commitment', models.CharField(max_length=64)),
                        ('previous', models.CharField(blank=True, max_length=64)),
                        ('chained', models.CharField(max_length=64)),
                    ],
                    options={
                        'ordering': ['scope', 'number'],
                        'indexes': [models.Index(fields=['scope', 'intent'], name='kernel_audi_scope_e8e75d_idx'), models.Index(fields=['scope', 'target'], name='kernel_audi_scope_2d2d54_idx'), models.Index(fields=['scope', 'actor'], name='kernel_audi_scope_2a68a8_idx')],
                        'constraints': [models.UniqueConstraint(fields=('scope', 'number'), name='audit_one_number_per_scope')],
                    },
                ),
                migrations.CreateModel(
                    name='IdempotencyKey',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('scope', models.CharField(max_length=64)),
                        ('actor', models.CharField(max_length=64)),
                        ('key', models.CharField(max_length=80)),
                        ('intent', models.CharField(max_length=64)),
                        ('asked', models.CharField(help_text='digest of what was asked', max_length=64)),
                        ('answer', models.JSONField(null=True)),
                        ('at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('scope', 'actor', 'key'), name='idempotency_one_row_per_key')],
                    },
                ),
                migrations.CreateModel(
                    name='Job',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('kind', models.CharField(max_length=64)),
                        ('scope', models.CharField(max_length=64)),
                        ('actor', models.CharField(max_length=64)),
                        ('actor_name', models.CharField(max_length=150)),
                        ('params', models.JSONField(default=dict)),
                        ('status', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed'), ('cancelled', 'Cancelled')], default='queued', max_length=10)),
                        ('done', models.PositiveIntegerField(default=0)),
                        ('total', models.PositiveIntegerField(default=0)),
                        ('message', models.CharField(blank=True, max_length=300)),
                        ('result', models.JSONField(null=True)),
                        ('attempts', models.PositiveSmallIntegerField(default=0)),
                        ('cancel_requested', models.BooleanField(default=False)),
                        ('created_at', models.DateTimeField(default=tdapp.kernel.clock.now)),
                        ('last_sent', models.DateTimeField(null=True)),
                        ('heartbeat', models.DateTimeField(null=True)),
                        ('finished_at', models.DateTimeField(null=True)),
                    ],
                    options={
                        'ordering': ['-created_at'],
                        'indexes': [models.Index(fields=['status', 'heartbeat'], name='kernel_job_status_6553dd_idx'), models.Index(fields=['scope', 'created_at'], name='kernel_job_scope_3024c6_idx')],
                    },
                ),
            ]
        ),
    ]
