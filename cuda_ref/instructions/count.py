#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Count the floating-point machine instructions of functions.cu, for each compute
capability that nvcc knows from 7.5 on: count.py [NVCC [CUOBJDUMP]]

        count.py --atomics [NVCC [CUOBJDUMP]]   what the kernels of atomics.cu become
        count.py --text FILE                    count in a disassembly that is there

Exit status 77: there is no nvcc, or no cuobjdump.
"""

import collections
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SKIP = 77

# Arithmetic, comparison, selection and conversion of floats; loads, moves and integer
# instructions are none of these.
FLOATING = re.compile(
    r"(FADD|FADD2|FADD32I|FMUL|FMUL2|FMUL32I|FFMA|FFMA2|FFMA32I|FSETP|FSET|FSEL|FMNMX|FMNMX3"
    r"|FRND|MUFU|FCHK|F2F|F2FP|F2I|I2F|I2FP|HADD2|HMUL2|HFMA2|HSETP2|HMNMX2"
    r"|DADD|DMUL|DFMA|DSETP|DMNMX)(\.|$)")
ATOMIC = re.compile(r"(U?RED|U?ATOM|ATOMG|REDG|REDUX|CAS)(\.|$)")
FUNCTION = re.compile(r"^\s*Function : (\w+)")
INSTRUCTION = re.compile(r"^\s*/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9_.]*)")

# (kernel, compute capability) of what was published; where none is given, any.
PUBLISHED = {
    "tanh_1_hardware": "1",
    "tanh_2_exponential": "8 (7.0)",
    "tanh_3_polynomial": "13 (7.5)",
    "rint_library": "1",
    "round_library": "8",
    "trunc_library": "1",
}


def instructions(text, pattern):
    """Function -> its instructions that are of the pattern, in their order."""
    found = collections.OrderedDict()
    name = None
    for line in text.splitlines():
        function = FUNCTION.match(line)
        if function:
            name = function.group(1)
            found[name] = []
        instruction = INSTRUCTION.match(line)
        if name and instruction and pattern.match(instruction.group(1)):
            found[name].append(instruction.group(1))
    return found


def tools(words):
    defaults = ("nvcc", "cuobjdump")
    for number, default in enumerate(defaults):
        word = words[number] if len(words) > number else default
        path = shutil.which(word) or shutil.which(f"/usr/local/cuda/bin/{default}")
        if not path:
            print(f"no {word} here: nothing is counted", file=sys.stderr)
            sys.exit(SKIP)
        yield path


def disassembly(nvcc, cuobjdump, source, architecture):
    with tempfile.TemporaryDirectory() as folder:
        cubin = pathlib.Path(folder) / "functions.cubin"
        subprocess.run([nvcc, f"-arch={architecture}", "-cubin", "-o", cubin, source],
                       check=True)
        return subprocess.run([cuobjdump, "-sass", cubin], check=True, text=True,
                              capture_output=True).stdout


def architectures(nvcc):
    listed = subprocess.run([nvcc, "--list-gpu-code"], check=True, text=True,
                            capture_output=True).stdout
    numbers = sorted({int(word) for word in re.findall(r"^sm_(\d+)$", listed, re.M)})
    return [number for number in numbers if number >= 75]


def table(counted):
    """`counted`: compute capability -> function -> instructions."""
    names = list(next(iter(counted.values())))
    print(f"{'':<20}", *(f"{key:>6}" for key in counted), "  published")
    for name in names:
        counts = (len(found.get(name, [])) for found in counted.values())
        print(f"{name:<20}", *(f"{count:>6}" for count in counts),
              f"  {PUBLISHED.get(name, '')}".rstrip())
    for key, found in counted.items():
        print(f"\n{key}:")
        for name in names:
            print(f"  {name}: {' '.join(found.get(name, []))}")


def main():
    words = sys.argv[1:]
    if words[:1] == ["--text"]:
        table({"-": instructions(pathlib.Path(words[1]).read_text(), FLOATING)})
        return
    atomics = words[:1] == ["--atomics"]
    nvcc, cuobjdump = tools(words[1:] if atomics else words)
    source = HERE.parent / "atomics.cu" if atomics else HERE / "functions.cu"
    counted = collections.OrderedDict()
    for number in architectures(nvcc):
        text = disassembly(nvcc, cuobjdump, source, f"sm_{number}")
        counted[f"{number // 10}.{number % 10}"] = instructions(
            text, ATOMIC if atomics else FLOATING)
    table(counted)


main()
