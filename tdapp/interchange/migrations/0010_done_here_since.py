from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("interchange", "0009_list_headings"),
    ]

    operations = [
        migrations.AddField(
            model_name="handover",
            name="left",
            field=models.JSONField(default=list, help_text="what was done here and is not in the copy that was taken over"),
        ),
        migrations.AddField(
            model_name="handover",
            name="own",
            field=models.BooleanField(default=False, help_text="`results` are what was here before the copy came in over it"),
        ),
    ]
