"""The door of every command: scope, permission, transaction, key, log."""

from __future__ import annotations

from tests.guards.guard import Guard, guard

COMMANDS = "tdapp/kernel/commands.py"
RACES = ("tests/races",)

GUARDS: tuple[Guard, ...] = (
    guard(
        "a command's target is of the context's scope",
        COMMANDS,
        "if target.scope_key != ctx.scope:",
        "if False:",
        "tests/guards/test_command_permissions.py",
    ),
    guard(
        "a command asks for its permission",
        COMMANDS,
        "    require(ctx, needs)",
        "    pass",
        "tests/guards/test_command_permissions.py",
    ),
    guard(
        "a command is one transaction",
        COMMANDS,
        "with transaction.atomic(), turn() as gathered:",
        "with turn() as gathered:",
        "tests/kernel/test_commands.py",
    ),
    guard(
        "commands of one event take turns",
        COMMANDS,
        "head = gathered.head = take_turn(scope)",
        "head = fence.state(scope)",
        *RACES,
        services=True,
    ),
    guard(
        "who changes what is of other scopes takes their turns too",
        COMMANDS,
        "take_turns(held := set(also()))",
        "held = set(also())",
        *RACES,
        services=True,
    ),
    guard(
        "a scope made meanwhile is not taken out of order",
        COMMANDS,
        "if not held.issuperset(also()):",
        "if False:",
        "tests/kernel/test_commands.py",
    ),
    guard(
        "an event that another laptop runs is not written to",
        COMMANDS,
        "            fence.check(head)\n",
        "            pass\n",
        "tests/copies/test_two_laptops.py",
    ),
    guard(
        "an older copy never goes over something newer",
        "tdapp/interchange/copies/take_over.py",
        "if theirs < mine:",
        "if False:",
        "tests/copies/test_takeover.py",
    ),
    guard(
        "a key is claimed",
        COMMANDS,
        "if (known := _known(ctx, asked)) is not None:\n                return known",
        "if (known := None) is not None:\n                return known",
        "tests/desk/test_results.py",
    ),
    guard(
        "a key is for one thing only",
        COMMANDS,
        "if row.asked != asked:",
        "if False:",
        "tests/kernel/test_commands.py",
    ),
    guard(
        "the answer to a key is kept",
        COMMANDS,
        ', "answer": result',
        "",
        "tests/desk/test_results.py",
    ),
    guard(
        "every command is logged",
        COMMANDS,
        "    _log(ctx, intent, target, change, gathered)\n",
        "",
        "tests/contracts/test_every_write_is_a_command.py -k desk",
    ),
    guard(
        "a refused conflict is logged",
        COMMANDS,
        "                _audit_refusal(ctx, intent, target, shown, refusal)\n",
        "",
        "tests/desk/test_results.py",
    ),
    guard(
        "what is private stays out of the log of refusals",
        COMMANDS,
        "if name not in private}",
        "if True}",
        "tests/kernel/test_commands.py",
    ),
    guard(
        "a broken constraint is a conflict",
        COMMANDS,
        "    except IntegrityError as error:\n        # A constraint",
        "    except ZeroDivisionError as error:\n        # A constraint",
        "tests/kernel/test_commands.py",
    ),
    guard(
        "an entry of the log that was changed is found",
        "tdapp/kernel/log/chain.py",
        "if entry.chained != link(entry):",
        "if False:",
        "tests/kernel/test_audit.py",
    ),
    guard(
        "an entry missing from the log is found",
        "tdapp/kernel/log/chain.py",
        "if entry.number != number + 1 or entry.previous != previous:",
        "if False:",
        "tests/kernel/test_audit.py",
    ),
    guard(
        "a blank in the log needs the entry that says who erased",
        "tdapp/kernel/log/chain.py",
        """    elif gone:
        return []
    else:
        sentence = _("The contents""",
        """    else:
        return []
        sentence = _("The contents""",
        "tests/kernel/test_audit.py",
    ),
    guard(
        "an entry is not made one from before",
        "tdapp/kernel/log/chain.py",
        "if entry.version < version or entry.version not in (OLD, VERSION):",
        "if False:",
        "tests/kernel/test_audit.py",
    ),
    guard(
        "a row that is stored otherwise than the log says is found",
        "tdapp/kernel/log/replay.py",
        "if fits is False:",
        "if False:",
        "tests/desk/test_log_proves.py",
    ),
    guard(
        "a row that no entry tells of is found",
        "tdapp/kernel/log/replay.py",
        "        elif told.begins:\n",
        "        elif False:\n",
        "tests/desk/test_log_proves.py",
    ),
    guard(
        "a typing mistake in a printed head is caught",
        "tdapp/kernel/log/heads.py",
        "if _check(number, bits) != _value(check):",
        "if False:",
        "tests/kernel/test_heads.py",
    ),
)
