# SPDX-License-Identifier: MIT
"""What a report says, in lines of text: the tables of derived.py and of simulated.py."""


def way(result):
    """Returns the way in which the question of a result was asked."""
    words = (result["stage"], result["precision"], result["form"])
    readout = () if result["readout"] == "bits" else (result["readout"],)
    return " ".join(words + readout)


def headline(result):
    """Returns the status with its reason, or the verdict; then how many pixels differ."""
    line = (f"{result['status']}: {result['reason']}" if result["status"] != "ok"
            else result["verdict"]["text"] if not result.get("findings") else "ok")
    compared = result.get("comparison")
    if compared and compared["mismatches"]:
        line += f" [{compared['mismatches']} of {compared['pixels']} differ]"
    return line


def found(finding):
    """Returns what was found of an expression: * deviates, (N/M) agree with IEEE 754."""
    line = f"{finding['expression']} = {finding['text']}"
    line += "*" if finding["deviates"] else ""
    if finding["agree"] != finding["cases"]:
        line += f" ({finding['agree']}/{finding['cases']})"
    return line


def grouped(answers):
    """Yields the lines of a table from tuples (probe, way, lines): ways with the same lines
    share them."""
    ways = {}
    for probe, where, lines in answers:
        ways.setdefault((probe, lines), []).append(where)
    for (probe, lines), where in ways.items():
        yield f"{probe} | {', '.join(where)} | {lines[0]}"
        yield from ("  " + line for line in lines[1:])
