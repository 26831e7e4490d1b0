"""How a table is known to a phone or a kiosk: its code of six digits, its link."""
