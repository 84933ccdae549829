# SPDX-License-Identifier: MIT
"""adder_shader.py WORDS DIR: a directory of shaders for --shader-dir.

It has the shaders of the probes that a verdict is made of, whose sums an adder of these
words (adders.py) computes in integers.
"""

import pathlib
import re
import sys

import adders

SHADERS = pathlib.Path(__file__).resolve().parents[2] / "shaders"

# Two words hold the larger significand of 24 bits, this many places behind it, and a carry.
ROOM = 38

LIBRARY = """
highp uvec2 f_shl(highp uvec2 v, highp int n)
{
    if (n == 0)
        return v;
    if (n >= 32)
        return uvec2(n >= 64 ? 0u : v.y << uint(n - 32), 0u);
    return uvec2(v.x << uint(n) | v.y >> uint(32 - n), v.y << uint(n));
}

highp uvec2 f_shr(highp uvec2 v, highp int n)
{
    if (n == 0)
        return v;
    if (n >= 32)
        return uvec2(0u, n >= 64 ? 0u : v.x >> uint(n - 32));
    return uvec2(v.x >> uint(n), v.y >> uint(n) | v.x << uint(32 - n));
}

highp uvec2 f_add(highp uvec2 v, highp uvec2 w)
{
    highp uint low = v.y + w.y;

    return uvec2(v.x + w.x + (low < v.y ? 1u : 0u), low);
}

highp uvec2 f_sub(highp uvec2 v, highp uvec2 w)
{
    return uvec2(v.x - w.x - (v.y < w.y ? 1u : 0u), v.y - w.y);
}

bool f_less(highp uvec2 v, highp uvec2 w)
{
    return v.x < w.x || (v.x == w.x && v.y < w.y);
}

highp int f_length(highp uvec2 v)
{
    highp uint word = v.x != 0u ? v.x : v.y;
    highp int length = v.x != 0u ? 32 : 0;

    for (int i = 0; i < 32; i++)
        if (word >> uint(i) != 0u)
            length++;
    return length;
}

highp uint f_hash(highp uint a, highp uint b)
{
    highp uint h = a * 2654435761u + b * 2246822519u + SEED;

    h = (h ^ h >> 15u) * 2246822519u;
    h = (h ^ h >> 13u) * 3266489917u;
    return h ^ h >> 16u;
}

highp uvec2 f_round(highp uvec2 v, highp int place, const int step, bool negative,
                    bool other, highp uint h)
{
    if (place <= 0)
        return v;
    highp uvec2 kept = f_shr(v, place), left = f_sub(v, f_shl(kept, place));
    highp uvec2 half_way = f_shl(uvec2(0u, 1u), place - 1);
    bool odd = (kept.y & 1u) != 0u;
    bool above = f_less(half_way, left), tie = half_way == left, up;

    if (left == uvec2(0u))
        return v;
    if (step == 0)
        up = other ? OTHER_FIRST : FIRST;
    else if (other)
        up = OTHER;
    else
        up = LAST;
    if (SATURATE && step == 1 && f_shl(uvec2(0u, 1u), P) == f_add(kept, uvec2(0u, 1u)))
        up = false;
    highp uvec2 next = f_add(kept, uvec2(0u, 1u));

    if (STOPS > 0 && step == 1 && (kept.y & (2u * STOPPED + 1u)) == STOPPED)
        next = uvec2(kept.x, kept.y & ~STOPPED); // the zero stays
    return f_shl(up ? next : kept, place);
}

highp uvec2 f_align(highp uvec2 small, bool negative, const int guard,
                    const int sticky)
{
    if (guard < 0)
        return small;
    highp int cut = ROOM + 24 - P - guard;
    highp uvec2 kept = f_shl(f_shr(small, cut), cut), left = f_sub(small, kept);

    if (left == uvec2(0u))
        return kept;
    if (NEAR)
        return f_shl(f_shr(f_add(small, f_shl(uvec2(0u, 1u), cut - 1)), cut), cut);
    if (COMPLEMENT && negative)
        return f_add(kept, f_shl(uvec2(0u, 1u), cut));
    if (sticky > 0 && f_shr(left, cut - sticky) != uvec2(0u))
        return f_add(kept, f_shl(uvec2(0u, 1u), cut - 1));
    return kept;
}

// Subnormals are zeros; infinities and NaN are the device's.
highp float foreign(highp float a, highp float b)
{
    highp uint h = f_hash(floatBitsToUint(a), floatBitsToUint(b));
    highp uint x = floatBitsToUint(a), y = floatBitsToUint(b);
    bool swapped = (x & 0x7fffffffu) < (y & 0x7fffffffu);

    if (swapped) {
        highp uint t = x;

        x = y;
        y = t;
    }
    highp int ex = int(x >> 23u & 255u), ey = int(y >> 23u & 255u), distance = ex - ey;
    bool negative = x >> 31u != 0u, subtract = (x ^ y) >> 31u != 0u;

    if (ex == 255 || ex == 0)
        return a + b;
    if (ZERO_ADDS && (y & 0x7fffffffu) == 0u)
        return uintBitsToFloat(x + (1u << uint(24 - P)));
    highp uvec2 large = f_shl(uvec2(0u, (x & 0x7fffffu) | 0x800000u), ROOM);
    highp uvec2 whole = f_shl(uvec2(0u, ey == 0 ? 0u : (y & 0x7fffffu) | 0x800000u), ROOM);

    if (WRAP > 0)
        distance %= max(WRAP, 1);
    highp uvec2 small = f_shr(whole, distance < 63 ? distance : 63);

    // what is too far below the rest only has to be there
    if (whole != uvec2(0u) && (distance >= 63 || f_shl(small, distance) != whole))
        small.y |= 1u;
    highp uvec2 exact = subtract ? f_sub(large, small) : f_add(large, small);
    bool carry = f_length(exact) > 24 + ROOM;
    bool other = WHEN;

    if (FAR > 0 && ex - ey > FAR)
        small = uvec2(0u);
    small = other ? f_align(small, y >> 31u != 0u, OTHER_GUARD, OTHER_STICKY)
                  : f_align(small, y >> 31u != 0u, GUARD_BITS, STICKY);
    highp uvec2 sum = subtract ? f_sub(large, small) : f_add(large, small);

    if (sum == uvec2(0u))
        return uintBitsToFloat(ZERO);
    highp int bits = other ? OTHER_DOUBLE : DOUBLE;

    if (bits > 0)
        sum = f_round(sum, f_length(sum) - bits, 0, negative, other, h);
    if (EARLY)
        sum = f_round(sum, ROOM + 24 - P, 2, negative, other, h);
    highp int place = f_length(sum) - P;

    if (DIGITS > 1) {
        // of the binary point: 2^0 of the larger operand's last place is 2^(ex - 150)
        highp int point = place - ROOM + ex - 150 + 300 * DIGITS;

        place += (DIGITS - point % DIGITS) % DIGITS;
    }
    sum = f_round(sum, place, 1, negative, other, h);
    highp int length = f_length(sum);
    highp int exponent = ex + length - 24 - ROOM;
    highp uint sign = negative ? 0x80000000u : 0u;

    if (exponent <= 0)
        return uintBitsToFloat(sign);
    if (exponent >= 255)
        return uintBitsToFloat(sign | (OVERFLOWS ? 0x7f800000u : LARGEST));
    return uintBitsToFloat(sign | uint(exponent) << 23u |
                           (f_shl(f_shr(sum, max(length - 24, 0)), max(24 - length, 0)).y &
                            0x7fffffu));
}

"""

WAYS = {
    "rne": "above || (tie && odd)", "rna": "above || tie", "rnz": "above",
    "rnu": "above || (tie && !negative)", "rnd": "above || (tie && negative)",
    "rno": "above || (tie && !odd)",
    "rtz": "false", "raz": "true", "rup": "!negative", "rdn": "negative", "ro": "!odd",
    "stochastic": "f_less(uvec2(0u, h >> 8u), place > 24 ? f_shr(left, place - 24) "
                  ": f_shl(left, 24 - place))",
    "faithful": "(h & 1u) != 0u",
    "ties-hash": "above || (tie && (h & 1u) != 0u)",
}
CONDITIONS = {"": "false", "sign": "negative", "order": "swapped", "subtract": "subtract",
              "carry": "carry", "parity": "(ex & 1) != 0", "close": "distance < 4",
              "tiny": "ex < 119", "huge": "ex >= 191", "binade": "ex == 132"}


def macros(adder):
    other = adder.other or adder.rule
    stays = adder.rule.last in ("rtz", "ro")
    yes = {True: "true", False: "false"}
    return {
        "P": adder.p, "ROOM": ROOM, "GUARD_BITS": f"({adder.rule.guard})",
        "OTHER_GUARD": f"({other.guard})", "STICKY": adder.rule.sticky,
        "OTHER_STICKY": other.sticky, "FAR": adder.far, "DOUBLE": adder.rule.double,
        "OTHER_DOUBLE": other.double, "OTHER_FIRST": f"({WAYS[other.first]})", "DIGITS": adder.digits, "NEAR": yes[adder.near],
        "EARLY": yes[adder.early], "SATURATE": yes[adder.saturate], "WRAP": adder.wrap,
        "STOPS": adder.stops, "STOPPED": f"{(1 << adder.stops) - 1}u",
        "ZERO_ADDS": yes[adder.zero],
        "COMPLEMENT": yes[adder.complement], "FIRST": f"({WAYS[adder.rule.first]})",
        "LAST": f"({WAYS[adder.rule.last]})", "OTHER": f"({WAYS[other.last]})",
        "WHEN": CONDITIONS[adder.when], "OVERFLOWS": yes[not stays],
        "ZERO": "0x80000000u" if adder.rule.last == "rdn" else "0u",
        "LARGEST": f"{0x7f7fffff >> 24 - adder.p << 24 - adder.p:#x}u",
        "SEED": "uint(gl_FragCoord.x * 7919.0 + gl_FragCoord.y * 104729.0)"
                if adder.redraw else "0u",
    }


def write(adder, folder):
    """The shaders with the sums of an adder."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    head = "".join(f"#define {name} {value}\n" for name, value in macros(adder).items())
    for source in sorted(SHADERS.glob("*.glsl")):
        text = source.read_text()
        changed = re.sub(r"operand\(0\) \+ operand\(1\)",
                         "foreign(operand(0), operand(1))", text)
        changed = changed.replace("pow(2.0, floor(y)) + x", "foreign(pow(2.0, floor(y)), x)")
        if changed != text and "line_is" not in text:
            (folder / source.name).write_text(head + LIBRARY + changed)


if __name__ == "__main__":
    write(adders.parse(sys.argv[1]), sys.argv[2])
