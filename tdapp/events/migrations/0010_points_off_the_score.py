from django.db import migrations, models

WHAT = "what points off at the desk come off: the score, so that they can change who won, or the spread alone"
CHOICES = [("score", "Score"), ("spread", "Spread")]


class Migration(migrations.Migration):
    """Divisions there are keep what points off meant in them, the spread alone; new ones begin with the score."""

    dependencies = [("events", "0009_desk_pins")]

    operations = [
        migrations.AddField(
            model_name="division",
            name="penalty_rule",
            field=models.CharField(choices=CHOICES, default="spread", help_text=WHAT, max_length=8),
        ),
        migrations.AlterField(
            model_name="division",
            name="penalty_rule",
            field=models.CharField(choices=CHOICES, default="score", help_text=WHAT, max_length=8),
        ),
        migrations.AlterField(
            model_name="slot",
            name="kind",
            field=models.CharField(
                choices=[
                    ("seat", "Seat"),
                    ("bye", "Bye"),
                    ("half", "Half"),
                    ("forfeit", "Forfeit"),
                    ("unscored", "Unscored"),
                ],
                max_length=8,
            ),
        ),
    ]
