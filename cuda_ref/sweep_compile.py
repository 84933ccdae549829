#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sweep_compile.py NVCC [FOLDER]: compile the kernels of sweeps to sweep_make.ptx and
sweep_judge.ptx, in FOLDER, or here, where they are committed with the hash of their sources.

The functions under test are compiled once as nvcc does it by default, and a few of them, the
VARIANTS, again with an option that changes what they compute: make_ID_at_OPTION. The text is
stripped of what an assembler does not need.
"""

import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
APP = HERE.parent / "app"

# The first with tanh.approx, of CUDA 11.0.
PTX_VERSION = "7.0"

FLAGS = ["-arch=compute_75", "-rdc=true", f"-I{APP}", f"-I{HERE.parent}"]
# The judge's arithmetic is what its source says.
JUDGE_FLAGS = ["-fmad=false", "-ftz=false", "-prec-div=true", "-prec-sqrt=true"]
# An option, and the functions of which it makes another kind: it flushes subnormals, divides
# or takes roots approximately, or calls an intrinsic instead of the function.
VARIANTS = {
    "ftz": ("-ftz=true", ["quotient"]),
    "prec-div": ("-prec-div=false", ["quotient"]),
    "prec-sqrt": ("-prec-sqrt=false", ["sqrtf"]),
    "fast": ("-use_fast_math", ["sinf", "cosf", "tanf", "expf", "logf", "log2f", "powf", "tanhf",
                                "quotient"]),
}

SOURCES = ["cuda_ref/sweep_make.cu", "cuda_ref/sweep_functions.inc",
           "cuda_ref/sweep_judge.cu", "cuda_ref/sweep_counts.cuh",
           "cuda_ref/sweep_reference.cuh", "cuda_ref/sweep_reference.inc",
           "cuda_ref/sweep_layout.h", "app/sweep/judge_rare.h",
           "app/sweep/judge_rare_error.h", "app/sweep/cell.h",
           "app/sweep/domain.h", "app/sweep/domain_operands.h",
           "app/sweep/math_list.inc", "cuda_ref/sweep_compile.py"]

HEAD = re.compile(r"^(?:\.(?:visible|weak) )?\.(?:func|entry)[^{;]*?\b([\w$]+) ?\([^{;]*([{;])",
                  re.M)


def sources_hash():
    """Of all that the PTX is made of."""
    made_of = b"".join((HERE.parent / name).read_bytes() for name in SOURCES)
    return hashlib.sha256(made_of).hexdigest()


def compiled(nvcc, source, flags):
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder, "made.ptx")
        subprocess.run([nvcc, *FLAGS, *flags, "-ptx", "-o", made, HERE / source], check=True)
        return made.read_text(encoding="utf-8")


def stripped(text):
    toolkit = re.search(r"^// Cuda compilation tools.*", text, re.M).group(0)
    text = re.sub(r"//.*", "", text)
    text = re.sub(r'\.pragma "used_bytes_mask.*', "", text)  # newer than PTX_VERSION
    text = re.sub(r"[ \t]+", " ", text)
    text = re.sub(r" ?\n[ \n]*", "\n", text).lstrip()
    text = re.sub(r"^\.version .*", f".version {PTX_VERSION}", text, count=1, flags=re.M)
    return f"{toolkit}\n{text}"


def end_of_block(text, place):
    """Behind the brace that closes the one before `place`."""
    depth = 1
    for brace in re.compile(r"[{}]").finditer(text, place):
        depth += 1 if brace.group(0) == "{" else -1
        if not depth:
            return brace.end()
    sys.exit("a function without an end")


def functions(text):
    return {head.group(1): text[head.start() : end_of_block(text, head.end())]
            for head in HEAD.finditer(text) if head.group(2) == "{"}


def closure(name, parts):
    """The code of a function and of all that it calls, to be compared."""
    found, todo = {}, [name]
    while todo:
        one = todo.pop()
        if one not in found:
            found[one] = parts[one]
            todo += [word for word in re.findall(r"\w+", parts[one]) if word in parts]
    return sorted(found.items())


def renamed(code, names):
    return re.sub(r"\w+", lambda word: names.get(word.group(0), word.group(0)), code)


def variant(text, option, ids):
    """The functions of a variant, and what they call, under names of their own."""
    parts, own = functions(text), {}
    for one in ids:
        own.update(closure(f"make_{one}", parts))
    names = {name: f"{name}_at_{option.replace('-', '_')}" for name in own}
    return "".join(renamed(code, names) + "\n" for code in own.values())


def globals_of(text):
    return re.findall(r"^\.(?:global|const) .*\n", text, re.M)


def make(nvcc):
    text = stripped(compiled(nvcc, "sweep_make.cu", []))
    known = set(globals_of(text))
    for option, (flag, ids) in VARIANTS.items():
        other = stripped(compiled(nvcc, "sweep_make.cu", [flag]))
        missing = [line for line in globals_of(other) if line not in known]
        known |= set(missing)
        text += "".join(missing) + variant(other, option, ids)
    return text


def both(nvcc):
    return {"sweep_make.ptx": make(nvcc),
            "sweep_judge.ptx": stripped(compiled(nvcc, "sweep_judge.cu", JUDGE_FLAGS))}


def main():
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else HERE
    for name, text in both(sys.argv[1]).items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "sweep.ptx.hash").write_text(sources_hash() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
