#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""page.py FPSTRIPE SOURCE_ROOT CASE: what the pages do with what the program answers.

Each page is joined with page_checks.js in the place of the program, which answers what the
native one answered. Exit status 77: there is no Chromium.
"""

import base64
import io
import json
import pathlib
import subprocess
import sys
import tarfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[1:1] = [str(HERE.parent / "shared"), str(ROOT / "app" / "web")]
import cases
import chromium
import gallery as gallery_script
from cases import Skip, holds, want

DEVICE = "fake:rtz,p=17,mediump=11"
HOSTILE = "<img src=x onerror='window.ran=1'><script>window.ran=1</script>\u202e\"&amp;"
WIDTH = 360


def run(*words, status=0):
    done = cases.run(*words, status=status)
    return {"status": done.returncode, "stdout": done.stdout, "stderr": done.stderr}


def write_page(name, answers, devices=()):
    """As join.py makes it, with the hashes of its content security policy. `devices`: those of
    the gallery, or a file that gallery.py has written."""
    web, file = ROOT / "app" / "web", cases.here / name
    stub, none = cases.here / "stub.js", cases.here / "none"
    stub.write_text("const ANSWERS = " + json.dumps(answers).replace("<", "\\u003c") + ";\n"
                    + (ROOT / "tests/web/page_checks.js").read_text(encoding="utf-8"),
                    encoding="utf-8")
    if not isinstance(devices, pathlib.Path):
        none.write_text(json.dumps({"devices": devices, "findings": 0, "pictures": {}}),
                        encoding="utf-8")
        devices = none
    parts = {"base.css": ROOT / "app/view/base.css", "engine.js": stub, "devices": devices,
             **{part: web / part for part in
                ("page.css", "page.js", "devices.js", "unpack.js")}}
    subprocess.run([sys.executable, web / "join.py", file, web / name,
                    *(f"{part}={path}" for part, path in parts.items())],
                   check=True, stdout=subprocess.DEVNULL)
    return file.as_uri()


def seen(check, answers, fragments=("",), page="page.html", ratio=3, devices=()):
    """What page_checks.js saw at each of the fragments, in a window as narrow as a phone's;
    no script of a stranger ran, nothing is wider than the window."""
    if not chromium.find():
        raise Skip("no Chromium")
    address, all_seen = write_page(page, answers, devices), []
    with chromium.Chromium(cases.here) as browser:
        for fragment in fragments:
            opened = browser.open(address + fragment, width=WIDTH, ratio=ratio)
            one = opened.value(f"CHECKS.{check}()")
            want(opened.value("!!window.ran"), False, "a script of a stranger ran")
            wide = opened.value("document.documentElement.scrollWidth")
            want(opened.value("innerWidth"), WIDTH, "width of the window")
            holds(wide <= WIDTH, f"it scrolls sideways: {wide} > {WIDTH}")
            opened.close()
            all_seen.append(one)
    return all_seen


def files_of(folder):
    return [name for name in cases.tree(folder) if (folder / name).is_file()]


def change_device(folder, **facts):
    path = folder / "capture.json"
    capture = json.loads(path.read_text(encoding="utf-8"))
    capture["device"].update(facts)
    path.write_text(json.dumps(capture), encoding="utf-8")


def measured(name=None):
    """Answers of the native program; its device is called `name`."""
    out = cases.here / "fpstripe-out"
    asked = run("run", "-d", DEVICE, "--reference", "model", "--no-sheet", "-o", out.name)
    if name:
        change_device(out, renderer=name, version=name)
    asked["files"] = {f"{out.name}/{path}": base64.b64encode((out / path).read_bytes()).decode()
                      for path in files_of(out)}
    return {"run": asked, "explain": run("explain", "models", "--json"),
            "show": run("show", out.name, "--json"), **drawn(out)}


def drawn(out):
    """The answers to the page's calls for a picture in grey levels."""
    answers = {}
    for row in json.loads(run("show", out.name, "--json")["stdout"])["precisions"]:
        if not row["stripes"]:
            continue
        answer = run("show", out.name, "--picture", row["stripes"], "-o", "grey.png")
        grey = base64.b64encode((cases.here / "grey.png").read_bytes()).decode()
        answers[f"show . --picture {row['stripes']} -o grey.png"] = {
            **answer, "files": {"grey.png": grey}}
    return answers


# ---- cases ----

def tar():
    """One tap: verdict, words, table and pictures are shown, the focus is on the verdict;
    the .tar has the capture as it was, each picture once, and verifies."""
    answers = measured()
    told = json.loads(answers["show"]["stdout"])
    (page,) = seen("measure", answers)
    want((page["fault"], page["focus"]), ("", "verdict"), "fault, focus")
    for text in (told["verdict"], *(row["words"] for row in told["precisions"]
                                     if row["stage"] == "fragment"), "17 bits, rtz", "11 bits, rtz"):
        holds(text in page["shown"], f"{text!r} is not shown")
    holds(page["images"], "no picture")
    for width, times in page["images"]:
        holds(width >= 16 and abs(times - round(times)) < 0.01, f"{times} times {width}")
    want(page["cut"], 0, "pictures that are cut off")
    holds("[simulated]" not in page["shown"] and "simulated: rtz" in page["shown"], "its kind")
    holds("squares overflow from 256" in page["shown"], "the range of mediump")
    whole = base64.b64decode(page["tar"])
    want(len(whole) % 512, 0, "size of the tar")
    with tarfile.open(fileobj=io.BytesIO(whole), mode="r:") as archive:
        archive.extractall(cases.here / "taken")
    (taken,) = (cases.here / "taken").iterdir()
    out = cases.here / "fpstripe-out"
    pictures = sorted(f"pictures/{name}" for name in cases.named_in(out))
    want(files_of(taken), ["capture.json", *pictures], "files of the tar")
    for name in files_of(taken):
        want((taken / name).read_bytes(), (out / name).read_bytes(), name)
    want(run("show", taken)["stdout"], run("show", out)["stdout"], "the report of the tar")
    run("verify", taken)


def stop():
    """What runs can be stopped: the page is as it was, and says so."""
    (page,) = seen("stop", {**measured(), "never": True})
    holds("Stop" in page["shown"] and "Asking 3 of 81, 2 s left" in page["shown"], page["shown"])
    holds("Stop\n" not in page["after"] and "Stopped." in page["after"], page["after"])
    want((page["fault"], page["focus"], page["result"]), ("", "measure", False), "after it")


def narrow():
    """The stripes are whole on a narrow screen whose pixels are those of the page."""
    (page,) = seen("measure", measured(), ratio=1)
    want(page["cut"], 0, "pictures that are cut off")
    holds(any(width == 512 for width, _ in page["images"]), f"{page['images']}")
    for width, times in page["images"]:
        steps = times if times >= 1 else 1 / times
        holds(abs(steps - round(steps)) < 0.01, f"{times} times {width}")


def kinds():
    """The page says what kind of device it is, as the terminal does."""
    answers = measured("Apple GPU")
    told = json.loads(answers["show"]["stdout"])
    for kind in ("software", "masked; may be software", "hardware"):
        told["device"]["kind"] = kind
        answers["show"]["stdout"] = json.dumps(told)
        (page,) = seen("measure", answers)
        holds(f"Apple GPU [{kind}]" in page["shown"], f"{kind}: {page['shown']}")


def masked():
    """`show` calls a browser's mask of a GPU what the terminal calls it."""
    measured("Apple GPU")
    change_device(cases.here / "fpstripe-out", simulated=False, masked=True, software=False)
    kind = json.loads(run("show", "fpstripe-out", "--json")["stdout"])["device"]["kind"]
    want(kind, "masked; may be software", "kind")
    holds(f"[{kind}]" in run("show", "fpstripe-out")["stdout"], "the same in the terminal")


def order():
    """The gallery begins with hardware, and a masked renderer comes after what is known."""
    answers, devices = measured(), []
    for kind in ("masked; may be software", "software", "hardware"):
        told = json.loads(answers["show"]["stdout"])
        told["device"].update(name=f"a {kind}", kind=kind)
        devices.append({"key": f"a/{kind}", "told": told, "pictures": [], "thumb": ""})
    (cards,) = seen("order", answers, page="devices.html", devices=devices)
    want(cards, ["a hardware [hardware]", "a software [software]",
                 "a masked; may be software [masked; may be software]"], "cards")


def twice():
    """Captures of one name have a key each, and the page that was asked for last stands."""
    answers = measured()
    (page,) = seen("twice", answers, page="devices.html")
    want(sorted(page["keys"]), ["2/capture.json", "3/capture.json", "capture.json"], "keys")
    shown = {"capture.json": "first", "2/capture.json": "second", "3/capture.json": "third"}
    want(page["page"], shown[page["hash"].removeprefix("#device=")], "the page of the link")


def broken_link():
    """A link that is no URI component opens nothing, and the page goes on."""
    for page in seen("many", measured(), ["#device=%", "#device=nowhere"], page="devices.html"):
        holds("not on this page" in page["fault"], page["fault"])
        want(page["right"], 200, "captures with their pictures")
        holds(page["visited"] <= 3, f"{page['visited']} visits of each file")


def tabs(opened, until, limit=60):
    """Each press of the Tab key and what has the focus then, which can be seen."""
    found = []
    while until not in found and len(found) < limit:
        opened.press("Tab", 9)
        at = opened.value("CHECKS.focus()")
        if at["name"] == "body":
            break
        holds(at["seen"], f"the focus on {at} cannot be seen")
        found.append(at["id"] or at["name"])
    return found


def keyboard():
    """All is reached by Tab and done by Enter; each that can be has a name that is read."""
    if not chromium.find():
        raise Skip("no Chromium")
    with chromium.Chromium(cases.here) as browser:
        opened = browser.open(write_page("page.html", measured()), width=WIDTH)
        want(tabs(opened, "measure"), ["a", "device", "measure"], "before the measurement")
        opened.press("Enter", 13, "\r")
        opened.value("until(() => document.activeElement.id == 'verdict')")
        reached = tabs(opened, None)
        for name in ("tar", "json", "copy", "link", "full", "summary"):
            holds(name in reached, f"{name} is not reached: {reached}")
        nodes = opened.ask("Accessibility.getFullAXTree")["nodes"]
        bare, roles = [], {}
        for node in nodes:
            role = node.get("role", {}).get("value")
            name = node.get("name", {}).get("value", "")
            roles.setdefault(role, []).append(name)
            focusable = any(it["name"] == "focusable" and it["value"]["value"]
                            for it in node.get("properties", ()))
            if focusable and not node["ignored"] and not name:
                bare.append(role)
        want(bare, [], "what can have the focus, without a name")
        for role in ("heading", "image", "table", "columnheader", "rowheader", "main"):
            holds(role in roles, f"no {role} for a screen reader: {sorted(map(str, roles))}")
        holds(all(roles["image"]), f"a picture without a name: {roles['image']}")


def link():
    """A link holds the verdict and the table, and shows them as somebody's claim."""
    answers = measured()
    told = json.loads(answers["show"]["stdout"])
    (page,) = seen("measure", answers)
    address = page["link"]
    name, sharp, fragment = address.partition("#")
    # No path of a machine, where the page is a file.
    want(name, "fpstripe.html", "address of a file")
    want(page["shared"], {"title": "fpstripe",
                          "text": f"{told['device']['name']}: {told['verdict']}"}, "what is shared")
    fragment = sharp + fragment
    holds(len(fragment) < 400, f"a link of {len(fragment)} characters")
    (page,) = seen("link", answers, [fragment])
    want(page["hidden"], False, "hidden")
    for text in ("Somebody's claim", told["verdict"], told["device"]["name"],
                 *(row["measured"] for row in told["precisions"])):
        holds(text in page["shown"], f"{text!r} is not in {page['shown']!r}")


def fragment_of(*lines):
    code = base64.urlsafe_b64encode("\n".join(lines).encode()).decode().rstrip("=")
    return f"#v={code}"


def hostile_link():
    """What a stranger writes into a link becomes text, or nothing."""
    row = f"{HOSTILE}\t{HOSTILE}\t{HOSTILE}"
    bad = ["#v=", "#v=%3Cscript%3E", "#v=!!!!", fragment_of("2", "a", "b"),
           fragment_of("1", "a", "b", "one cell"), "#v=" + "QUFB" * 1000, "#v=gICA",
           "#<img src=x onerror=window.ran=1>"]
    page, *others = seen("link", {"explain": run("explain", "models", "--json")},
                         [fragment_of("1", HOSTILE, HOSTILE, row), *bad])
    want(page["hidden"], False, "hidden")
    holds("<script>" in page["shown"] and "\u202e" not in page["shown"], page["shown"])
    holds(not set(page["elements"]) & {"img", "script", "a", "iframe"}, page["elements"])
    for fragment, other in zip(bad, others):
        want(other["hidden"], True, f"claim of {fragment[:40]}")


def hostile_report():
    """Names of a device are text in the page."""
    (page,) = seen("measure", measured(HOSTILE))
    want(page["strange"], 0, "elements of a stranger")
    holds("<script>" in page["shown"], page["shown"])


def archive_of(name, kind):
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w:", format=kind) as archive:
        archive.add(cases.here / "fpstripe-out", name)
    return whole.getvalue()


def dropped(answers, archive):
    return seen("own", {**answers, "tar": base64.b64encode(archive).decode()},
                page="devices.html")


def gallery():
    """The gallery shows a capture that is dropped on it, as text, and gives the program its
    files, however long their paths in the .tar are; it refuses half of a .tar."""
    answers, long = measured(HOSTILE), "fpstripe-" + "web-" * 20
    out = cases.here / "fpstripe-out"
    wanted = ["capture.json", "derived.json", *(f"pictures/{it}" for it in cases.named_in(out))]
    derived = json.loads(answers["show"]["stdout"])["report"]
    for kind in (tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        (page,) = dropped(answers, archive_of(long, kind))
        want((page["strange"], page["fault"]), (0, ""), "elements of a stranger, fault")
        holds("<script>" in page["shown"] and "17-bit" in page["shown"], page)
        want(page["keys"], [f"mine.tar/{long}/capture.json"], "path of the capture")
        want(sorted(page["files"]), sorted(wanted), "files of the capture")
        want(json.loads(page["files"]["derived.json"]), derived, "its report")
        want(page["files"]["capture.json"], (out / "capture.json").read_text(), "capture.json")
    (page,) = dropped(answers, archive_of(long, tarfile.USTAR_FORMAT)[:2000])
    holds("tar" in page["fault"] and not page["shown"], page)


def no_pictures():
    """The gallery refuses a capture without its pictures, and what the program refuses."""
    answers, folder = measured(), cases.here / "fpstripe-out"
    for path in (folder / "pictures").iterdir():
        path.unlink()
    whole = archive_of("mine", tarfile.USTAR_FORMAT)
    (page,) = dropped(answers, whole)
    holds("its pictures" in page["fault"] and not page["shown"], page)
    (folder / "capture.json").unlink()
    answers["show"] = {"status": 4, "stdout": "", "stderr": "fpstripe: refused\n"}
    (page,) = dropped(answers, archive_of("mine", tarfile.USTAR_FORMAT))
    want((page["fault"], page["shown"]), ("mine.tar/mine/report.json: refused", ""), "refused")


def old():
    """The program refuses a report without its capture, and says what to do."""
    measured()
    (cases.here / "fpstripe-out" / "capture.json").unlink()
    for words in (("show",), ("compare", "fake:rne")):
        cases.refused(*words, "fpstripe-out", status=4,
                      says=("report.json: a report without its capture.json", "measure"))
    cases.refused("show", "fpstripe-out/report.json", status=4, says=("fpstripe-report/", "measure"))


def embedded():
    """gallery.py derives the reports of captures that share pictures, and the page gives the
    program each capture as it was, its report, and the pictures that `compare` shows."""
    for name, device in (("a/gpu/one", "fake:rne"), ("a/gpu/two", DEVICE)):
        run("run", "-d", device, "--full", "--captures", "made")
        (made,) = (path.parent for path in (cases.here / "made").rglob("capture.json"))
        (cases.here / "captures" / name).parent.mkdir(parents=True, exist_ok=True)
        made.rename(cases.here / "captures" / name)
    (cases.here / "made" / "pictures").rename(cases.here / "captures" / "pictures")
    subprocess.run([sys.executable, ROOT / "app/web/gallery.py", cases.here / "captures",
                    cases.here / "devices", cases.program], check=True)
    (page,) = seen("embedded", {}, page="devices.html", devices=cases.here / "devices")
    want(sorted(page), ["a/gpu/one", "a/gpu/two"], "devices")
    for name, files in page.items():
        folder = cases.here / "captures" / name
        want(files.pop("capture.json"), (folder / "capture.json").read_text(), name)
        report = json.loads(run("show", folder, "--json")["stdout"])["report"]
        want(json.loads(files.pop("derived.json")), report, f"report of {name}")
        shown = {f"pictures/{result['pixels_sha256']}.png" for result in report["results"]
                 if result["pixels_sha256"] and not result.get("findings")}
        want(set(files), shown, f"pictures of {name}")
        for path, picture in files.items():
            want(pixels_of(base64.b64decode(picture)),
                 pixels_of((cases.here / "captures" / path).read_bytes()), path)


def pixels_of(png):
    """The rows of a PNG file, inflated, and its size."""
    parts = list(gallery_script.chunks(png))
    return parts[0], zlib.decompress(b"".join(data for kind, data in parts if kind == b"IDAT"))


if __name__ == "__main__":
    sys.exit(cases.main(tar, stop, narrow, kinds, masked, order, twice, broken_link, keyboard, link,
                        hostile_link, hostile_report, gallery, no_pictures, old, embedded))
