"""PINs are those of a desk from here on: the old ones, of four digits, open nothing any more (`events.0009_desk_pins`)."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('kernel', '0006_tries_of_whom'),
        ('events', '0009_desk_pins'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='user',
            name='pin_failures',
        ),
        migrations.RemoveField(
            model_name='user',
            name='pin_hash',
        ),
        migrations.RemoveField(
            model_name='user',
            name='pin_locked_until',
        ),
    ]
