from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('kernel', '0005_the_log_bears_witness'),
    ]

    operations = [
        migrations.AddField(
            model_name='wrongtries',
            name='about',
            field=models.CharField(blank=True, db_index=True, max_length=64),
        ),
    ]
