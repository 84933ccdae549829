#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ptx.py SOURCE_ROOT [NVCC | --update]: what the kernels of the CUDA reference and of
`fpstripe bench` are made of.

instructions.txt has how often each kernel has each instruction that rounds, or that is atomic:
nothing flushes, approximates or is fused that is not there. `--update` writes it. The committed
PTX belongs to its source, and with NVCC is what that compiles to.
"""

import collections
import difflib
import importlib.util
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1]).resolve()
UPDATE = sys.argv[2:] == ["--update"]
NVCC = sys.argv[2] if len(sys.argv) > 2 and not UPDATE else ""
FOLDER = ROOT / "cuda_ref"
TABLE = pathlib.Path(__file__).resolve().parent / "instructions.txt"
COMMENT = 2  # lines of the table's head

WANTED_FLAGS = {"-fmad=false", "-ftz=false", "-prec-div=true", "-prec-sqrt=true"}

# What rounds: arithmetic on floats, and conversions from or to them.
ROUNDS = re.compile(
    r"(?<![\w.%])(?!ld\.|st\.|mov\.|neg\.|abs\.|setp\.|selp\.|set\.|testp\.|copysign\.)"
    r"([a-z0-9]+(?:\.[a-z0-9]+)*\.(?:f16x2|f16|f32|f64)(?:\.[fsu]\d+)?"
    r"|cvt\.[a-z0-9.]*f\d+)"
    r"(?=[\s;])")
ENTRY = re.compile(r"^\.visible \.entry ", re.M)


def compiler():
    spec = importlib.util.spec_from_file_location("compile_cuda", FOLDER / "compile.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def kernels(text):
    """The instructions of each kernel that round, counted. A } of inline assembly ends none."""
    return {entry.split("(")[0]: collections.Counter(ROUNDS.findall(entry))
            for entry in ENTRY.split(re.sub(r"//.*", "", text))[1:]}


def instructions():
    """Returns the table: each kernel of each file, and how often it has an instruction."""
    lines = []
    for name in ("unit.ptx", "atomics.ptx", "ops.ptx"):
        for kernel, counts in kernels((FOLDER / name).read_text()).items():
            words = ", ".join(f"{word} {count}" for word, count in sorted(counts.items()))
            lines.append(f"{name} {kernel}: {words}".rstrip())
    return lines


def check_kernels():
    got, wanted = instructions(), TABLE.read_text().splitlines()[COMMENT:]
    yield from difflib.unified_diff(wanted, got, str(TABLE), "committed PTX", lineterm="", n=0)
    listed = re.findall(r'\{ "(\w+)", UNARY_', (FOLDER / "unary.c").read_text())
    found = kernels((FOLDER / "unit.ptx").read_text())
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
    if UPDATE:
        head = TABLE.read_text().splitlines()[:COMMENT]
        TABLE.write_text("\n".join(head + instructions()) + "\n")
    faults = list(check_committed(compile_cuda))
    faults += check_kernels()
    if not WANTED_FLAGS <= set(compile_cuda.FLAGS):
        faults.append(f"compile.py: lost {WANTED_FLAGS - set(compile_cuda.FLAGS)}")
    if NVCC:
        with tempfile.TemporaryDirectory() as folder:
            faults += check_rebuilt(compile_cuda, folder)
            faults += check_plain(compile_cuda, folder)
    print("\n".join(faults) if faults else
          "the kernels are what they should be" + ("" if NVCC else "; no nvcc, not compiled again"))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
