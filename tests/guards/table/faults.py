"""What stands between a fault of the computer or of a file and the results."""

from __future__ import annotations

from tests.guards.guard import Guard, guard

GUARDS: tuple[Guard, ...] = (
    guard(
        "Redis that is away is an empty cache",
        "tdapp/launch/requests/cache.py",
        "        except RedisError:\n",
        "        except KeyError:\n",
        "tests/launch/test_requests.py",
    ),
    guard(
        "one wait for Redis tells the whole process",
        "tdapp/kernel/running/circuit.py",
        "        if self.is_open:\n",
        "        if False:\n",
        "tests/kernel/test_circuit.py",
    ),
    guard(
        "a full Redis is away",
        "tdapp/kernel/running/circuit.py",
        "        client[0].set(KNOCK_KEY, 1, ex=60)\n",
        "        client[0].ping()\n",
        "tests/kernel/test_circuit.py",
    ),
    guard(
        "a lost database is a refusal",
        "tdapp/kernel/pages/middleware.py",
        "        if isinstance(exception, OperationalError) or _is_only_read(exception):\n",
        "        if False:\n",
        "tests/faults/test_disk_full.py",
    ),
    guard(
        "text is no formula in a file for spreadsheets",
        "tdapp/kernel/tabular/writing.py",
        "            text = guarded(_plain(text)).replace('\"', '\"\"')\n",
        "            text = _plain(text).replace('\"', '\"\"')\n",
        "tests/kernel/test_tabular_writing.py",
    ),
    guard(
        "a body that is no JSON is told so",
        "tdapp/api/parsing.py",
        "    except ValueError as error:\n",
        "    except KeyError as error:\n",
        "tests/api/test_malformed.py",
    ),
    guard(
        "a part of a workbook does not unpack without end",
        "tdapp/kernel/tabular/archive.py",
        "    if info.file_size > limits.ratio_from and info.file_size > limits.ratio * max(info.compress_size, 1):\n",
        "    if False:\n",
        "tests/kernel/test_tabular_hostile.py",
    ),
    guard(
        "a character that is none is kept nowhere",
        "tdapp/kernel/commands.py",
        "                refuse_broken_text(what)\n",
        "",
        "tests/kernel/test_commands.py",
    ),
    guard(
        "a page asked for a character that is none says so",
        "tdapp/kernel/pages/middleware.py",
        "        if _holds_no_text(exception):\n",
        "        if False:\n",
        "tests/look/test_pages.py",
    ),
    guard(
        "a backup is what its manifest says",
        "tdapp/interchange/backups/manifest.py",
        "        if _hashed(archive, name) != (digest, size):\n",
        "        if False:\n",
        "tests/interchange/test_backups.py",
    ),
    guard(
        "a round paired on older results says so",
        "tdapp/desk/ledger/pairing_adapter.py",
        "    return halls.digest_of(round_.division, round_.based_on) != round_.basis\n",
        "    return False\n",
        "tests/desk/test_pairing.py",
    ),
    guard(
        "what is kept of a round that changed since is not told",
        "tdapp/desk/ledger/rounds/kept.py",
        "for number, stamp, columns in found if now.get(number) == stamp}\n",
        "for number, stamp, columns in found}\n",
        "tests/desk/test_kept_rounds.py",
    ),
    guard(
        "whoever is paired does not leave that round",
        "tdapp/events/entries/commands/presence.py",
        '    if gone := slots.aggregate(last=Max("round__number"))["last"]:\n',
        "    if gone := 0:\n",
        "tests/events",
        "tests/desk",
    ),
)
