"""Which disks are sticks and other disks of people, from what Linux, macOS and Windows tell."""

from __future__ import annotations

import os
from pathlib import PurePosixPath, PureWindowsPath

from tdapp.launch.host import disks
from tdapp.launch.host.disks import Disk, Drive

LINUX = r"""
22 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw
23 22 8:1 / /boot/efi rw,relatime shared:2 - vfat /dev/sda1 rw,fmask=0077
24 22 0:21 / /media/ana/share rw - cifs //nas/share rw
25 22 0:22 / /mnt/memory rw - tmpfs tmpfs rw
26 22 8:17 / /media/ana/KINGSTON\04016G rw,nosuid shared:3 - vfat /dev/sdb1 rw,uid=1000
27 22 8:17 / /mnt/again rw,nosuid - vfat /dev/sdb1 rw,uid=1000
28 22 8:33 / /run/media/ana/LOCKED ro,nosuid - exfat /dev/sdc1 ro
29 22 8:49 / /mnt/work rw - ext4 /dev/sdd1 rw
30 22 8:65 /docker/volumes /mnt/volume rw - ext4 /dev/sde1 rw
31 22 8:81 / /mnt/data rw - ext4 /dev/sdf1 rw
32 22 11:0 / /media/ana/CD ro - iso9660 /dev/sr0 ro
33 short line
"""
MAC = """\
/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
/dev/disk4s1 on /Volumes/NO NAME (msdos, local, nodev, nosuid, noowners, noatime, fskit)
/dev/disk5s1 on /Volumes/Install (hfs, local, nodev, nosuid, read-only, noowners)
/dev/disk6s2 on /Volumes/.timemachine/x (apfs, local, nodev, nosuid, journaled, nobrowse)
//ana@nas/share on /Volumes/share (smbfs, nodev, nosuid, mounted by ana)
map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)
"""


def test_on_linux_what_people_plug_in_counts_once_and_nothing_of_the_system_the_network_or_the_data() -> None:
    home = [os.makedev(8, 2), os.makedev(8, 81)]
    assert disks.of_linux(LINUX, home) == [
        Disk(PurePosixPath("/media/ana/KINGSTON 16G"), True, os.makedev(8, 17)),
        Disk(PurePosixPath("/run/media/ana/LOCKED"), False, os.makedev(8, 33)),
        Disk(PurePosixPath("/mnt/work"), True, os.makedev(8, 49)),
    ]


def test_on_a_mac_local_volumes_that_finder_shows_count() -> None:
    assert disks.of_mac(MAC) == [
        Disk(PurePosixPath("/Volumes/NO NAME")), Disk(PurePosixPath("/Volumes/Install"), writable=False)
    ]  # fmt: skip


def test_on_windows_removable_and_external_drives_count_not_ours_empty_ones_discs_or_the_network() -> None:
    drives = [
        Drive("C", 3),
        Drive("D", 3),
        Drive("E", 2),
        Drive("F", 2, ready=False),
        Drive("G", 5),
        Drive("Z", 4),
    ]
    drives.append(Drive("H", 2, writable=False))
    home = [PureWindowsPath(r"d:\tournament-desk\data"), PureWindowsPath("C:")]
    assert disks.of_windows(drives, home) == [
        Disk(PureWindowsPath("E:\\")), Disk(PureWindowsPath("H:\\"), writable=False)
    ]  # fmt: skip
