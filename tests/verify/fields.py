# SPDX-License-Identifier: MIT
"""fields.py FPSTRIPE CAPTURES DOCUMENT CASE: every field of a report, changed, one
at a time, with what follows from it put right. What verify then does not notice is listed
in UNPROVEN, and in DOCUMENT for people: a field that comes new, and that nothing checks,
fails here."""

import copy
import json
import pathlib
import re
import shutil
import sys

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared",)]
import cases
from cases import holds, run, want
from verify import document, measurement, schema_refuses

STRANGER = "foop"  # a key that no version writes
AT_ONCE = 20       # reports that one call verifies

# Words with a meaning: what else could stand there.
WORDS = {
    "api": "gl", "stage": "vertex", "precision": "mediump", "form": "invariant",
    "readout": "rgba8", "probe": "ties", "status": "undecided", "rounding": "rup",
    "pattern": "beehive", "subnormals": "flushed", "kind": "model", "reference": "model",
    "topic": "functions", "answer": "kept", "survivors": "rup", "id": "egl:1/es3",
    "image": "ties-fragment-highp-plain-bits.png", "tool.version": "0.0.9",
    "equals": "addition = __fadd_rn on 9 of 9 pixels",
}

# What no pixel tells: the field, how it may be changed, what DOCUMENT calls it, and of whom:
# d, a device that a driver drives; s, a simulated one; g, one that CUDA drives too.
TEXT = r"other|empty|not null"
UNPROVEN = [
    (r"device\.(vendor|renderer|version|glsl|driver)", TEXT, "Vendor, renderer, version", "dg"),
    (r"device\.id", "other", "the id", "dg"),
    (r"tool\.version", "other", "`tool.version`", "dsg"),
    (r"claimed.*", "plus 1|minus 1|removed|emptied", "Claims without a measurement", "dg"),
    (r"reference\.name", "other", "which GPU the reference was", "dsg"),
    (r"reference\.same_gpu", "flipped", "`same_gpu`", "g"),
    (r"reference\.tried", "shorter|longer", "`tried`", "dsg"),
    (r"reference\.tried\[\]\.reason", "other", "`tried`", "dsg"),
    (r"results", "shorter", "never notices a missing result", "dsg"),
    (r"reference\.(equals|same_gpu|tried)", "removed", "first versions", "dsg"),
    (r"results\[\]\.operands", "removed", "first versions", "dsg"),
    (r"results\[\](\.findings\[\])?\.reference", "other", "which words CUDA", "g"),
    (r"results\[\]\.look", "removed|not null", "a key `look`", "dg"),
    (r"results\[\]\.reason", "other", "The reason of a driver", "dg"),
    (r"results\[\]\.findings\[\]\.text", "other|empty|removed", "The wording of a finding", "dsg"),
]


def walk(value, path=()):
    """Every place of a document: the objects, the lists, the leaves."""
    yield path, value
    if isinstance(value, dict):
        for key, below in value.items():
            yield from walk(below, path + (key,))
    elif isinstance(value, list):
        for i, below in enumerate(value):
            yield from walk(below, path + (i,))


def kind_of(path):
    """Places of one kind have one name: results[].verdict.emax."""
    text = "".join("[]" if isinstance(step, int) else f".{step}" for step in path)
    return text.lstrip(".")


def other_string(path, text):
    if re.fullmatch(r"(0x)?[0-9a-f]{8,64}", text):
        return text[:-1] + ("0" if text[-1] != "0" else "1")
    key = next((step for step in reversed(path) if isinstance(step, str)), "")
    word = WORDS.get(kind_of(path), text + " so" if path[0] == "device" and key == "version"
                     else WORDS.get(key, text + " so"))
    return word if word != text else {"rup": "rdn", "model": "host"}.get(text, text + "x")


def others(path, value):
    """What a field can be changed to: (how, value)."""
    key = next((step for step in reversed(path) if isinstance(step, str)), "")
    if isinstance(value, bool):
        return [("flipped", not value)]
    if isinstance(value, (int, float)):
        return [("plus 1", value + 1), ("minus 1", value - 1), ("huge", 10 ** 9)]
    if isinstance(value, str):
        return [("other" if value else "not null", other_string(path, value)), ("empty", "")]
    if value is None:
        return [("not null", WORDS.get(key, 1))]
    if isinstance(value, dict):
        return [("emptied", {})]
    longer = value + value[-1:] if value else [WORDS.get(key, {})]
    return [("longer", longer)] + ([("shorter", value[:-1]), ("backwards", value[::-1])]
                                   if value else [])


def changes(report):
    """(path, how, value): a key to set; to remove where value is None and how says so."""
    for path, value in walk(report):
        if isinstance(value, dict):
            yield path + (STRANGER,), "key added", 1
            for name in value:
                yield path + (name,), "removed", None
        for how, other in others(path, value) if path else []:
            if other != value:
                yield path, how, other


def changed(report, path, how, value):
    report = copy.deepcopy(report)
    place = report
    for step in path[:-1]:
        place = place[step]
    if how == "removed":
        del place[path[-1]]
    else:
        place[path[-1]] = value
    if path != ("measurement_sha256",):
        mend(report, path)
    return report


def mend(report, path):
    """What follows from a lie, as whoever tells it would put it right."""
    try:
        report["measurement_sha256"] = measurement(report)
        if path[-1] == "reason" and path[0] == "results":
            result = report["results"][path[1]]
            result["verdict"]["text"] = f"{result['status']}: {result['reason']}"
    except (KeyError, TypeError):
        pass  # what is missing is noticed without it


def outcomes(folder, reports):
    """What verify says of each: a word."""
    names = []
    for number, report in enumerate(reports):
        names.append(folder / f"changed-{number}.json")
        names[-1].write_text(json.dumps(report), encoding="utf-8")
    whole = json.loads(run("verify", "--json", *names, status=None).stdout)
    for name in names:
        name.unlink()
    return [one["status"] for one in whole["reports"]]


def label(report, path, how):
    """Changes of one label are of one kind: the key, and what the result came to."""
    of = ""
    if path[:1] == ("results",) and len(path) > 2:
        result = report["results"][path[1]]
        of = result["status"] + (" of lines" if "topic" in result else "")
    kind = re.sub(r"^claimed\.(fragment|vertex)(\.\w+p)?", lambda m: "claimed.stage" +
                  (".precision" if m.group(2) else ""), kind_of(path))
    return kind, how, of


def unnoticed(folder, seen, wanted):
    """The changes of a report that verify takes as it takes the report itself: of all that
    are `wanted`, or of one of each label that is not `seen`."""
    report, picked = document(folder), []
    for change in changes(report):
        of = label(report, *change[:2])
        if wanted(change[0]) and (seen is None or of not in seen):
            picked.append(change)
            if seen is not None:
                seen.add(of)
    right = outcomes(folder, [report])
    want(right, ["verified"], folder.name)
    found = []
    for at in range(0, len(picked), AT_ONCE):
        some = picked[at:at + AT_ONCE]
        said = outcomes(folder, [changed(report, *change) for change in some])
        want(len(said), len(some), "reports")
        found += [change for change, word in zip(some, said) if word == "verified"]
    refuses = schema_refuses()
    for change in found if refuses else []:
        holds(not refuses(changed(report, *change)), f"{change}: the schema refuses it")
    print(f"{folder.name}: {len(picked)} changes, {len(found)} unnoticed")
    return found


def anything(_):
    return True


def check(folder, who, seen=None, wanted=anything):
    """All that is unnoticed is listed of `who`. Returns the entries that were needed."""
    used = set()
    for path, how, _ in unnoticed(folder, seen, wanted):
        entries = {e for e in UNPROVEN if who in e[3] and re.fullmatch(e[0], kind_of(path)) and
                   re.fullmatch(e[1], how)}
        holds(entries, f"{folder.name}: {'.'.join(map(str, path))} {how}: nobody notices")
        used |= entries
    return used


BASES = [
    ("sums", "fake:rtz,p=17,fold", "--probe", "stripes", "--precision", "highp", "--width", "64"),
    ("folded", "fake:rtz,p=17,fold", "--probe", "width", "--precision", "highp"),
    ("lines", "fake:rne,mediump=11", "--probe", "storage", "--precision", "mediump"),
    ("refused", "fake:rup,p=11", "--probe", "stripes", "--stage", "vertex", "--width", "64"),
]


def measure(name, device, *words):
    run("run", "-d", device, "--no-sheet", "--reference", "recorded", "-o", name, *words)
    folder = cases.here / name
    report = document(folder)
    report["reference"]["tried"] = [{"kind": "cuda", "reason": "there is no driver"}]
    (folder / "report.json").write_text(json.dumps(report), encoding="utf-8")
    return folder


def drive(folder, device):
    """The same, as if a driver had painted it."""
    path = folder / "report.json"
    report = json.loads(path.read_text(encoding="utf-8").replace(device, "egl:0/es3"))
    report["device"].update(api="es3", simulated=False, software=False, vendor="Arm",
                            renderer="Mali-400 MP", version="OpenGL ES 3.2", driver="",
                            glsl="OpenGL ES GLSL ES 3.20")
    path.write_text(json.dumps(report), encoding="utf-8")


def fields(who, seen=None, wanted=anything):
    used = set()
    for name, device, *words in BASES:
        folder = measure(name, device, *words)
        if who == "d":
            drive(folder, device)
        used |= check(folder, who, seen, wanted)
        shutil.rmtree(folder)
    return used


def simulated():
    fields("s", set())


def driven():
    """What a model cannot tell; of the results the rest was asked of simulated ones."""
    fields("d", set(), lambda path: path[0] != "results" or path[-1] in ("reason", "readout"))


def capture(name, who):
    folder = cases.here / who
    shutil.copytree(pathlib.Path(cases.arguments[0]) / name, folder)
    return check(folder, who, set())


def every():
    """All fields of all, and nothing is listed that is noticed."""
    used = fields("s") | fields("d") | capture("nvidia/h200/580.159.04-es2", "g")
    used |= capture("mesa/llvmpipe/22.3.6-es3", "d")
    want(sorted(e[0] for e in UNPROVEN if e not in used), [], "listed, and noticed")


def told():
    text = " ".join(pathlib.Path(cases.arguments[1]).read_text(encoding="utf-8").split())
    for field, _, says, _ in UNPROVEN:
        holds(says in text, f"{field}: the document does not say {says!r}")


if __name__ == "__main__":
    sys.exit(cases.main(simulated, driven, every, told))
