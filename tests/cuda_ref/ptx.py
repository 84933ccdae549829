#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ptx.py SOURCE_ROOT [NVCC]: what the CUDA reference's kernels are made of.

Each kernel has the instructions of its operation, each direction once, and no other
arithmetic: nothing flushes, approximates or is fused where that was not asked for. The
committed PTX belongs to its source, and with NVCC is what that compiles to.
"""

import collections
import importlib.util
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1]).resolve()
NVCC = sys.argv[2] if len(sys.argv) > 2 else ""
FOLDER = ROOT / "cuda_ref"

DIRECTIONS = ["rn", "rz", "rp", "rm"]
WANTED_FLAGS = {"-fmad=false", "-ftz=false", "-prec-div=true", "-prec-sqrt=true"}

# What rounds: arithmetic on floats, and conversions from or to them.
ROUNDS = re.compile(
    r"(?<![\w.%])(?!ld\.|st\.|mov\.|neg\.|abs\.|setp\.|selp\.|set\.|testp\.|copysign\.)"
    r"([a-z0-9]+(?:\.[a-z0-9]+)*\.(?:f16x2|f16|f32|f64)(?:\.[fsu]\d+)?"
    r"|cvt\.[a-z0-9.]*f\d+)"
    r"(?=[\s;])")
ENTRY = re.compile(r"^\.visible \.entry (\w+)\(.*?^\}$", re.M | re.S)

# The seed of the reciprocal root is refined by fma; its result is proven by others.
SEEDED = "rsqrt_binary32"


def compiler():
    spec = importlib.util.spec_from_file_location("compile_cuda", FOLDER / "compile.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def directed(pattern):
    return collections.Counter(pattern.format(way) for way in DIRECTIONS)


def arithmetic():
    for op in ("add", "sub", "mul", "div", "sqrt", "fma"):
        for size in (32, 64):
            yield f"{op}_binary{size}", directed(op + ".{}.f" + str(size))
    for op in ("add", "sub", "mul", "fma"):
        yield f"{op}_binary16", collections.Counter([f"{op}.rn.f16"])
    for size in (32, 64):
        yield f"rcp_binary{size}", directed("rcp.{}.f" + str(size))


def conversions():
    yield "binary32_to_binary16", directed("cvt.{}.f16.f32")
    yield "binary64_to_binary32", directed("cvt.{}.f32.f64")
    yield "binary16_to_binary32", collections.Counter(["cvt.f32.f16"])
    yield "binary32_to_binary64", collections.Counter(["cvt.f64.f32"])
    for kind, letter in (("int", "s"), ("uint", "u")):
        for width in (32, 64):
            name, type_ = f"{kind}{width}", f"{letter}{width}"
            for size in (32, 64):
                yield f"binary{size}_to_{name}", directed(f"cvt.{{}}i.{type_}.f{size}")
                exact = size == 64 and width == 32
                yield f"{name}_to_binary{size}", (
                    collections.Counter([f"cvt.rn.f64.{type_}"]) if exact
                    else directed(f"cvt.{{}}.f{size}.{type_}"))


WANTED = dict([*arithmetic(), *conversions()])


def kernels(text):
    """The instructions of each kernel that round, counted."""
    code = re.sub(r"//.*", "", text)
    return {match.group(1): collections.Counter(ROUNDS.findall(match.group(0)))
            for match in ENTRY.finditer(code)}


def check_kernels(text):
    found = kernels(text)
    if set(found) != set(WANTED) | {SEEDED}:
        yield f"unit.ptx: kernels {sorted(set(found) ^ set(WANTED) ^ {SEEDED})}"
    for name, wanted in WANTED.items():
        if found.get(name) != wanted:
            yield f"{name}: has {dict(found.get(name, {}))}, wanted {dict(wanted)}"
    seed = [word for word in found.get(SEEDED, {}) if "approx" in word or "ftz" in word]
    if seed != ["rsqrt.approx.ftz.f32"]:
        yield f"{SEEDED}: approximates by {seed}"
    others = re.sub(r"rsqrt\.approx\.ftz\.f32", "", re.sub(r"//.*", "", text))
    for word in re.findall(r"\S*\.(?:ftz|approx|full|sat)\b\S*", others):
        yield f"unit.ptx: has {word}"
    listed = re.findall(r'\{ "(\w+)", UNARY_', (FOLDER / "unary.c").read_text())
    if set(listed) - set(found) or not listed:
        yield f"unary.c: no kernel for {set(listed) - set(found)}"


def committed():
    """The sources that have PTX here: unit.cu, and whatever else has a hash."""
    others = {path.with_suffix("").with_suffix(".cu") for path in FOLDER.glob("*.sha256")}
    return sorted({FOLDER / "unit.cu"} | others)


def check_committed(compile_cuda):
    for source in committed():
        made = source.with_suffix(".ptx")
        noted = made.with_suffix(".ptx.sha256").read_text().strip()
        if noted != compile_cuda.source_hash(source):
            yield f"{made.name}: stale, {source.name} or the flags have changed"
        version = compile_cuda.ptx_version(source)
        if f".version {version}\n.target sm_75\n" not in made.read_text():
            yield f"{made.name}: not of PTX {version} for sm_75"


def toolkit(text):
    return re.search(r"^// Cuda compilation tools.*", text, re.M).group(0)


def check_rebuilt(compile_cuda, folder):
    for source in committed():
        rebuilt = pathlib.Path(folder, source.stem + ".ptx")
        compile_cuda.ptx(NVCC, str(rebuilt), str(source))
        new, old = rebuilt.read_text(), source.with_suffix(".ptx").read_text()
        same = new == old if toolkit(new) == toolkit(old) else kernels(new) == kernels(old)
        if not same:
            yield f"{source.stem}.ptx: stale, {source.name} compiles to another"


PLAIN = """
extern "C" __global__ void plain(float *x)
{
    x[0] = x[1] * x[2] + x[3];
    x[4] = x[5] / x[6];
    x[7] = sqrtf(x[8]);
}
"""


def compile_plain(folder, flags):
    source, made = pathlib.Path(folder, "plain.cu"), pathlib.Path(folder, "plain.ptx")
    source.write_text(PLAIN)
    subprocess.run([NVCC, *flags, "-ptx", "-o", made, source], check=True)
    return kernels(made.read_text())["plain"]


def check_plain(compile_cuda, folder):
    """What the flags do to code without intrinsics, and that one would notice."""
    exact = collections.Counter(["mul.rn.f32", "add.rn.f32", "div.rn.f32", "sqrt.rn.f32"])
    plain = compile_plain(folder, compile_cuda.FLAGS)
    if plain != exact:
        yield f"the flags compile a * b + c, a / b, sqrt(a) to {dict(plain)}"
    fast = compile_plain(folder, ["-use_fast_math", "-arch=compute_75"])
    if not any("ftz" in word for word in fast) or not any("fma" in word for word in fast):
        yield f"-use_fast_math compiles to {dict(fast)}: nothing would be noticed"


def main():
    compile_cuda = compiler()
    faults = list(check_committed(compile_cuda))
    faults += check_kernels((FOLDER / "unit.ptx").read_text())
    if not WANTED_FLAGS <= set(compile_cuda.FLAGS):
        faults.append(f"compile.py: lost {WANTED_FLAGS - set(compile_cuda.FLAGS)}")
    if NVCC:
        with tempfile.TemporaryDirectory() as folder:
            faults += check_rebuilt(compile_cuda, folder)
            faults += check_plain(compile_cuda, folder)
    print("\n".join(faults) if faults else
          f"{len(WANTED) + 1} kernels" + ("" if NVCC else "; no nvcc, not compiled again"))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
