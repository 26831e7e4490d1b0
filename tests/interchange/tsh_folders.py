"""A tsh folder of our own making, in the middle of an event; figures worked out by hand.

Division A: five players, seven rounds planned, three played, the fourth paired. Fe and Gat have met, Ro left after round 2.
Division B: four players and a round robin that was paired ahead, its first round played.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

CONFIG = b"""\
# The club's second day.
division A a.t
division B b.t
config event_name = "Lungsod Open \\"2026\\""
config event_date = 'March 14-15, 2026'
config max_rounds = 7
config max_div_rounds{'b'} = 3;
config division_label{'A'} = 'Premier'
config tables = {'A' => [1 .. 4], 'B' => [11, 12]}
config bye_spread = 75
config tfile_encoding = 'cp1252'
config html_directory = 'web'
config secret_password = 'hush'
config hook = sub { system('true') }
classes A 2
autopair A 3 5 ns 0 3 A
autopair A 4 6 ns 0 4 A
autopair A 6 7 koth 1 6 A
autopair B 0 1 rr B
prize rank 1 A "$500"
perl print "never";
"""
A = """\
Amorsolo, Fe            1510 2 3 5 3; 400 300 410; board 1 1 1 1; class A; lifeg 120; newr 1512 1500; p12 1 2 1 2; rrank 1 1 4 2
Balagtas, Gat           1490 1 5 3 5; 350 400 333; board 1 2 2 2; class A; p12 2 2 3 1; rrank 2 5 5 4
Cayabyab, Peñaranda     1400 4 1 2 1; 380 420 444; board 2 1 2 1; p12 1 1 3 1; rrank 3 3 2 1; team Blue
Dagohoy, Ro             1300 3 0 0 0; 380 75 -50 -50; board 2; off -50; p12 2 0 1 2; rrank 4 3 3 4
Enriquez, Sto           1200 0 2 1 2; 75 410 390; board 0 2 1 2; p12 0 1 2 2; rrank 5 1 1 3
""".encode("cp1252")
B = b"""\
Garcia, Ana             1000 4 3 2; 380; board 1 1 1; p12 1 2 1
Hizon, Ben               990 3 4 1; 350; board 2 2 1; p12 1 1 2
Ilagan, Cora             980 2 1 4; 350; board 2 1 2; p12 2 1 1
Jacinto, Dan             970 1 2 3; 300; board 1 2 2; p12 2 2 2
"""
FOLDER = {"config.tsh": CONFIG, "a.t": A, "b.t": B}


def packed(files: Mapping[str, bytes], inside: str = "", *, how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The files as a zip, in a folder of that name."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", how) as archive:
        for name, data in files.items():
            archive.writestr(inside + name, data)
    return stream.getvalue()
