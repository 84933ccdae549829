#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""foreign_adders.py FPSTRIPE CASE: what is said of adders that are none of the models.

Each adder (adders.py) is asked as a simulated device, and in integers in GLSL, in place of
the sums of the probes, on llvmpipe, some at the vertex stage as well. What is said must
be its name, or that it is undecided; an adder that is a model must be named. The pictures
of both must be the same, pixel for pixel.

Without CASE: the list of cases. `sample` draws some of all adders by a seed, `every` asks all
of them. With FPSTRIPE_TEST_ADDERS="chop-g9,p=17 rne,far=5" a case asks these adders instead of
its own; FPSTRIPE_TEST_SEED is another seed.
"""

import functools
import json
import os
import pathlib
import random
import sys

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / "shared")]
import adder_shader
import adders
import cases
from cases import Skip, run, want

STAGES = ("fragment", "vertex")

MODELS = """
rne                  rtz,p=16             rna,p=20             rup,p=13
chop-g2              rne-ns3,p=17         rtz,sign=raz         rna,sign=rnz,p=16
rne,double=28:ro     rne,double=24,p=11   rne,far=30           rne-ns30
""".split()

FOREIGN = """
chop-g4              chop-g5,p=11         chop-g6              chop-g8
chop-g8,p=16         chop-g12             chop-g16,p=13        chop-g24,p=19
chop-g32,p=20        chop-g36             chop-g40,p=11        chop-g4,p=14
rne-ns4              rne-ns4,p=11         rne-ns5,p=13         rne-ns6
rne-ns8              rne-ns8,p=17         rne-ns12             rne-ns16,p=20
rne-ns22             rne-ns10,p=12        rna-ns4              rna-ns5,p=12
rna-ns6,p=16         rna-ns8              rna-ns10,p=22        rna-ns20
rne,double=20,p=16   rne,double=24,p=20   rne,double=24,p=16   rne,double=16,p=13
rne,double=12,p=11   rne,double=25        rne,double=30        rne,double=48
rtz,double=24,p=16   rtz,double=24,p=11   rna,double=20,p=14   rne,double=20:rtz,p=16
rna,double=27:rup    rne-ns6,double=27    rup,double=26        ro,double=20,p=15
rne,sign=rtz         rtz,sign=rne         rne,sign=rtz,p=11    rna,sign=rne,p=16
rup,sign=rne         chop-g3,sign=rne     chop-g8,sign=chop-g5 raz,sign=ro,p=18
rne-ns1,sticky=4     rne-ns2,sticky=3,p=16                     rna-ns2,sticky=6
chop-g0,sticky=5     chop-g2,sticky=8,p=13                     rne-ns3,sticky=2,p=21
rne,far=12           rtz,far=30           rne,far=23           ro,far=28
raz,far=26,p=16      chop-g3,far=4        rne,far=8,p=11       rup,far=40
stochastic           stochastic,p=16      faithful             faithful,p=12
ties-hash            ties-hash,p=18       stochastic,redraw    ties-hash,redraw
stochastic,sign=rne  rne,sign=ties-hash   chop-g2,near         chop-g3,near,p=16
rne-ns4,near         rne-ns8,near,p=12    chop-g0,complement   chop-g6,complement
rne-ns3,complement   rna-ns5,complement,p=14                   rne,order=rtz
rne,subtract=rtz     rtz,subtract=rne,p=16                     rne,order=rna,p=13
rne,carry=rtz        rtz,carry=rne        rne,carry=rna        rne,digits=4
rtz,digits=4         rne,digits=2,p=20    rtz,digits=3,p=15
rne,close=rtz        rtz,close=rne,p=16   rne,close=rne-ns1    rna,close=rne,p=12
rne,tiny=rtz         rtz,tiny=raz,p=20    rne,huge=rne-ns3     rne,huge=rtz,p=13
rne,stops=12         rne,stops=16         rne,stops=9,p=16     rna,stops=20
rne,zero             rtz,zero,p=16        rne,binade=rtz       rna,binade=raz,p=17
""".split()

# Adders of FOREIGN that have a name.
NAMED = """
chop-g8  chop-g8,p=16  rne-ns8  rne-ns8,p=17  rna-ns6,p=16  rne,double=20,p=16
rne,double=24,p=16  rtz,double=24,p=11  rne,double=25  rne-ns2,sticky=3,p=16
""".split()

# Called to nearest even once.
ONCE_UNSEEN = "rne,stops=12 rne,zero rne,binade=rtz".split()


def survey(*words):
    done = run("run", "--json", "--precision", "highp", "--form", "guarded", *words)
    return json.loads(done.stdout)


def ask_device(adder, stage):
    """A simulated device, which flushes as llvmpipe does."""
    if not adder.of_device:
        return None
    return survey("-d", f"fake:{adder.words},ftz", "--stage", stage)


def ask_shader(adder, stage):
    """llvmpipe, with the sums in integers."""
    if not has_llvmpipe() or (adder.redraw and stage != "fragment"):
        return None
    adder_shader.write(adder, cases.here / "shaders")
    return survey("-d", "llvmpipe", "--api", "es3", "--stage", stage, "--shader-dir",
                  cases.here / "shaders")


@functools.cache
def has_llvmpipe():
    done = run("devices", "--json", status=None)
    rows = json.loads(done.stdout)["devices"] if done.returncode == 0 else []
    return any(row["usable"] and row["api"] == "es3" and "llvmpipe" in row["renderer"]
               for row in rows)


WAYS = {f"{kind} {stage}": functools.partial(ask, stage=stage)
        for kind, ask in (("simulated", ask_device), ("llvmpipe", ask_shader))
        for stage in STAGES}


@functools.cache
def truth(words):
    """The models that the adder is."""
    return adders.models_of(adders.parse(words))


def judged(adder, verdict):
    """(right, undecided or WRONG, and what is said)."""
    if verdict["status"] != "ok":
        return "undecided", f"undecided ({verdict['status']})"
    bits, name = verdict["fraction_bits"] + 1, verdict["rounding"]
    said = f"{bits} bits, {name}"
    if bits != adder.p:
        return "WRONG", said
    if verdict["survivors"]:
        is_right = set(verdict["survivors"]) & set(truth(adder.words))
        return "right" if is_right else "WRONG", said
    if name == "unknown":
        return "undecided", said
    named = adders.parse(f"{name},p={adder.p}")
    is_right = not adder.drawn and adders.same(adder, named, adders.pairs(adder.p, adder.emax))
    return "right" if is_right else "WRONG", said


def same_pictures(device, shader, words):
    """That the shader computes what the simulated device does, where nothing is drawn. The
    products of the probe excess overflow, which they do not alike."""
    pictures = [{(row["probe"], row["form"]): row["pixels_sha256"]
                 for row in report["results"] if row["probe"] != "excess"}
                for report in (device, shader)]
    want(pictures[1], pictures[0], f"pictures of {words}")


def ask_all(words, ways):
    adder = adders.parse(words)
    reports = {way: ask(adder) for way, ask in WAYS.items() if way in ways}
    for stage in STAGES:
        pair = [reports.get(f"{kind} {stage}") for kind in ("simulated", "llvmpipe")]
        if all(pair) and not adder.drawn:
            same_pictures(*pair, words)
    return {way: judged(adder, report["verdict"]) for way, report in reports.items() if report}


def wants_name(words):
    """The sums of truth() are too few to show a fault in one binade, so none is demanded there."""
    return words in NAMED or ("binade=" not in words and truth(words))


def table(all_words, ways):
    """Asks, prints, and holds that nothing is said that is wrong, that models are named
    and so are the adders of NAMED."""
    count = {"right": 0, "undecided": 0, "WRONG": 0}
    unnamed = []
    for words in os.environ.get("FPSTRIPE_TEST_ADDERS", "").split() or all_words:
        answers = ask_all(words, ways)
        print(f"{words}{' (= ' + truth(words)[0] + ')' if truth(words) else ''}", flush=True)
        for way, (verdict, said) in answers.items():
            count[verdict] += 1
            print(f"    {way:20} {verdict:10} {said}")
            if wants_name(words) and verdict != "right":
                unnamed.append(f"{words}, {way}")
    print(", ".join(f"{number} {verdict}" for verdict, number in count.items()), flush=True)
    want(count["WRONG"], 0, "wrong names")
    want(unnamed, [], "adders that are not named")


def rule_at_random(draw):
    kind = draw.choice(["chop-g", "rne-ns", "rna-ns", "", "", "once"])
    if kind == "once":
        return draw.choice(adders.DRAWS)
    if kind:
        return f"{kind}{draw.randint(1, draw.choice((8, 16, 40)))}"
    return draw.choice(adders.MODELS)


def strange_adder_at_random(draw):
    """Words that no simulated device has."""
    p = draw.randint(11, 24)
    rule = rule_at_random(draw)
    words = [rule, f"p={p}"]
    if "-" in rule and rule[-1].isdigit():
        words.append(draw.choice(("near", "complement", "carry=rtz", "early")))
    else:
        words.append(draw.choice((
            *(f"{when}={rule_at_random(draw)}" for when in adders.WHEN[1:]), "saturate",
            "early", f"digits={draw.randint(2, 5)}", f"wrap={draw.choice((16, 32, 64))}")))
    return ",".join(words)


PHONES = "rtz,p=11 rtz,p=14 rtz,p=17 ro,p=22 rtz".split()


def every(count=None):
    """Every model at five precisions, the adders of the lists and strange ones, or `count` of
    each, in GLSL; those that a simulated device has are asked there too."""
    seed = os.environ.get("FPSTRIPE_TEST_SEED", "14")
    draw = random.Random(seed)
    print("seed", seed)
    if not has_llvmpipe():
        raise Skip("llvmpipe in ES 3")

    def some(words):
        return draw.sample(words, min(count or len(words), len(words)))

    both = ("simulated fragment", "llvmpipe fragment")
    table(some([f"{model},p={p}" for p in (11, 14, 17, 22, 24) for model in adders.MODELS]), both)
    table(some([strange_adder_at_random(draw) for _ in range(60)]), both)
    table(some(MODELS + FOREIGN), both)
    table(some(MODELS + NAMED), ("simulated vertex", "llvmpipe vertex"))
    table(PHONES, both)
    table(ONCE_UNSEEN, both[1:])


if __name__ == "__main__":
    sys.exit(cases.perform({"sample": lambda: every(6), "every": every}))
