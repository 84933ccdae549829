#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""accuracy.py SOURCE_ROOT WRITER: checks docs/make-accuracy.py with invented results.

WRITER FOLDER writes documents of invented sweeps. They are kept as summaries, their figures
are changed, and the tables made from them are checked.
"""

import copy
import hashlib
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

root, writer = pathlib.Path(sys.argv[1]), sys.argv[2:]
script = root / "docs" / "make-accuracy.py"
keeper = root / "docs" / "keep-sweeps.py"
LIST = '''
SWEEP(a, "tanh.approx", TANH, F, RNE, BITS, 0, 0)
SWEEP(b, "floorf", FLOOR, F, RNE, BITS, 0, 0)
SWEEP(c, "rcp.rn", RCP, F, RNE, BITS, 0, 0)
SWEEP(d, "powf", POW, F, RNE, PAIRS, 0, 0)
SWEEP(e, "double.exp", EXP, D, RNE, DOUBLES, 0, 0)
'''


class Place:
    """A folder with its own documents, results and list."""

    def __init__(self, folder, results):
        self.folder = pathlib.Path(folder)
        self.sweeps = self.folder / "captures" / "invented" / "sweeps.jsonl"
        self.sweeps.parent.mkdir(parents=True)
        (self.folder / "list").write_text(LIST)
        for name in ("accuracy-cuda.md", "published-figures.md"):
            shutil.copy(root / "docs" / name, self.folder / name)
        for document in results.values():
            self.put(json.dumps(document))

    def put(self, line):
        with self.sweeps.open("a") as file:
            file.write(line + "\n")

    def run(self, *more):
        done = subprocess.run(
            [sys.executable, script, self.folder / "captures", "--docs", self.folder,
             "--list", self.folder / "list", *more], capture_output=True, text=True)
        assert not done.stderr, done.stderr
        return done.returncode, done.stdout

    def line(self, document, *parts):
        lines = [line for line in (self.folder / document).read_text().splitlines()
                 if all(part in line for part in parts)]
        assert len(lines) == 1, (document, parts, lines)
        return lines[0]


def has(line, *words):
    for word in words:
        assert word in line, (word, line)


def invented():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*writer, folder], check=True)
        return {name: kept(pathlib.Path(folder) / f"{name}.json")
                for name in ("tanh", "exact", "powers", "gl")}


def kept(path):
    """Returns the summary of a document: without its large parts, and with the hash."""
    file, text = path.with_suffix(".jsonl"), path.read_bytes()
    for _ in range(2):
        subprocess.run([sys.executable, keeper, file, path], check=True)
    (line,) = file.read_text().splitlines()
    summary, document = json.loads(line), json.loads(text)
    assert summary.pop("document_sha256") == hashlib.sha256(text).hexdigest()
    assert document["sweep"].pop("binades") and "histogram" in document["sweep"]
    del document["sweep"]["histogram"]
    assert summary == document, path
    path.write_text(line)
    done = subprocess.run([sys.executable, keeper, file, path], capture_output=True, text=True)
    assert done.returncode == 1 and "to keep: 'binades'" in done.stderr, done
    return summary


def with_figure(document, value, relative=None):
    document = copy.deepcopy(document)
    document["sweep"]["max_ulp"]["error"]["value"] = value
    if relative:
        document["sweep"]["max_relative"]["error"]["value"] = relative
    return document


def tables(results):
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder, results)
        status, said = place.run()
        assert status == 1, said
        has(said, "missing: fpstripe sweep cuda:rcp.rn\n", "cuda:double.exp\n",
            "missing: fpstripe sweep cuda:exp2f\n", "3 results, ")
        assert "cuda:floorf\n" not in said and "gl:exp" not in said
        has(place.line("accuracy-cuda.md", "`cuda:floorf`"), "| 0.00000 |", "| 100 | 100 |")
        has(place.line("accuracy-cuda.md", "`cuda:tanh.approx`"), "172.34715",
            "`0x3cf80000`", "2 falls, yes", "above: 172.3471492")
        has(place.line("accuracy-cuda.md", "`cuda:powf`"), "(sample)", "`0x38a886de`, `0x")
        has(place.line("accuracy-cuda.md", "`cuda:double.exp`"), "not measured")
        has(place.line("published-figures.md", "133.95290"), "172.34715", "above")
        has(place.line("published-figures.md", "`exp2f`"), "not measured")
        has(place.line("published-figures.md", "half atomics"), "half-atomics.md#times")
        has(place.line("published-figures.md", "GPU by a processor"), "not measured")
        # The script changes only the tables, and a second run changes nothing.
        for name in ("accuracy-cuda.md", "published-figures.md"):
            text = (place.folder / name).read_text()
            has(text, (root / "docs" / name).read_text().splitlines()[0])
            place.run()
            assert text == (place.folder / name).read_text()


def digits(results):
    for value, verdict in ((133.952904, "equal to every digit given"),
                           (133.952896, "equal to every digit given"),
                           (133.95294, "above"), (133.95289, "below")):
        with tempfile.TemporaryDirectory() as folder:
            place = Place(folder, {"a": with_figure(results["tanh"], value, 1.11264e-5)})
            place.run()
            has(place.line("published-figures.md", "133.95290"), f"| {verdict} |")
            has(place.line("published-figures.md", "1.1126e-5"), "| equal to every digit")


def rows_of_others(results):
    """Adds ratios of a bench, the pairs of bfloat16 beside the random ones, a first input."""
    wrong = copy.deepcopy(results["powers"])
    wrong["sweep"].update(function="cuda:__fdividef", first_wrong={
        "input": {"a": {"bits": "0x7f800000", "value": None}, "b": {"bits": "0x7e810000"}},
        "got": {"bits": "0x7fffffff"}})
    wrong["sweep"]["domain"]["seed"] = 0
    wrong["sweep"]["max_relative"]["error"]["value"] = 1
    wrong["sweep"]["max_relative"]["input"]["b"]["bits"] = "0x7e807e45"
    half = with_figure(results["exact"], 0.5)
    half["sweep"].update(function="cuda:half.integers")
    half["sweep"]["max_ulp"]["input"]["a"]["bits"] = "0x33000000"
    half["sweep"]["max_ulp"]["got"]["bits"] = "0x0000"
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder, {"wrong": wrong, "half": half})
        rows = [{"operation": op, "ratio": ratio, "cpu": cpu} for op, ratio, cpu in
                (("add", 31.4, "avx2 x6"), ("sqrt", 75.2, "avx2 x6"), ("sin", 8, "sleef u10 x6"),
                 ("tanh", 96.1, "sleef u35 x6"), ("tanh", 6444, "libm x6"))]
        (place.sweeps.parent / "ops.json").write_text(json.dumps({"ops": {
            "gpu_by_cpu": rows, "cuda": {"gpu": "Some GPU"}, "cpu": {"processors": 6}}}))
        place.run()
        has(place.line("published-figures.md", "GPU by a processor"), "| 10 | 31 to 75, ",
            "Some GPU by 6 threads of its host | above |")
        has(place.line("published-figures.md", "the same, special"), "| 8 to 96, ", "| around |")
        has(place.line("published-figures.md", "`__fdividef(x, y)`"), "--seed 0",
            "`0x7f800000`, `0x7e810000`, got `0x7fffffff` | equal |")
        has(place.line("published-figures.md", "does not give 0"),
            "`0x33000000` becomes `0x0000`, 0.5 ulp | too small by one")


def check(results):
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder, results)
        assert "not what the results give" in place.run("--check")[1]
        place.run()
        assert "not what the results give" not in place.run("--check")[1]
        path = place.folder / "accuracy-cuda.md"
        path.write_text(path.read_text().replace("172.34715", "133.95290"))
        assert "accuracy-cuda.md: not what the results give" in place.run("--check")[1]


def refused(results):
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder, results)
        for document in (results["exact"], {**results["powers"], "complete": False},
                         {"complete": True}):
            place.put(json.dumps(document))
        place.put("{")
        (place.folder / "list").write_text(LIST + 'SWEEP(f, "odd", X, F, RNE, ODD, 0, 0)\n')
        _, said = place.run()
        has(said, "jsonl:5: 'cuda:floorf is there twice'", "jsonl:6: 'it is not",
            "jsonl:7: 'sweep'", "jsonl:8: Expecting", "of no table: odd")
        path = place.folder / "published-figures.md"
        path.write_text(path.read_text().replace("<!-- end figures -->", ""))
        has(place.run()[1], "published-figures.md: 0 blocks figures, not one")


def main():
    results = invented()
    for case in (tables, digits, rows_of_others, check, refused):
        case(results)
        print(f"ok {case.__name__}")


if __name__ == "__main__":
    main()
