// SPDX-License-Identifier: MIT

#include "command/explain_words.h"

static const char nearest[] =
    "Rules to nearest are told apart by ties alone: sums that lie half-way between\n"
    "two numbers of the format. Their pictures are beehives, alike to the eye; the\n"
    "probes ties and sieve ask the cases that part them. The error of a sum is at\n"
    "most half an ulp, and errors of many sums largely cancel.\n"
    "What may fool it: an adder that sees too few bits below the last place takes\n"
    "sums next to a tie for ties (rne-ns1 and its kin).\n";

static const char truncating[] =
    "The error of a sum is up to one ulp. Where it always goes one way, long sums\n"
    "drift, a thousand additions by hundreds of ulps, and TwoSum is not exact.\n"
    "What may fool it: positive sums alone cannot tell rtz from rdn; the sieve asks\n"
    "both signs.\n";

static const char upward[] =
    "rup is found where a program, or a driver, has changed a CPU's rounding\n"
    "direction and not put it back; a software renderer on the same thread then\n"
    "draws so. No device is known for raz.\n"
    "What may fool it: positive sums alone cannot tell rup from raz; the sieve asks\n"
    "both signs.\n";

static const char chopping[] =
    "The smaller operand is aligned to the larger one's exponent and cut, before the\n"
    "sum is cut again: cheap hardware, as in early programmable GPUs. A difference\n"
    "of near numbers is still exact; a difference with a number just above a power\n"
    "of two may be off by a whole ulp or more, since what was cut is worth a bit\n"
    "after normalisation. Each guard bit halves that.\n"
    "What may fool it: where all that is cut is zero, all these are exact. The sieve\n"
    "has operands for each bit; pictures of stripes alone cannot count guard bits.\n";

static const char sticky_free[] =
    "A sticky bit remembers whether anything was shifted out to the right of the\n"
    "guard bits. Without it an adder takes some sums that lie just beside a tie for\n"
    "ties: it is nearly IEEE 754, wrong in one last place for a few operands in a\n"
    "thousand, and error-free transforms fail on those.\n"
    "What may fool it: most operands do not show it. Only the sieve asks those that\n"
    "do.\n";

const struct explain_word explain_rules[] = {
    {
        .name = "rne",
        .text =
            "To the nearest number of the format; a tie goes to the one whose last bit is 0.\n"
            "IEEE 754's default, and what every proof about floating point supposes.\n",
        .more = nearest,
    },
    {
        .name = "rna",
        .text =
            "To the nearest; a tie goes away from zero: what one learns at school, and what\n"
            "adding half an ulp and cutting does.\n",
        .more = nearest,
    },
    {
        .name = "rnz",
        .text = "To the nearest; a tie goes toward zero.\n",
        .more = nearest,
    },
    {
        .name = "rnu",
        .text = "To the nearest; a tie goes up, toward +infinity: floor(x + 0.5).\n",
        .more = nearest,
    },
    {
        .name = "rnd",
        .text = "To the nearest; a tie goes down, toward -infinity.\n",
        .more = nearest,
    },
    {
        .name = "rno",
        .text =
            "To the nearest; a tie goes to the one whose last bit is 1. No device is known\n"
            "to do so; it is asked so that rne is proved and not presumed.\n",
        .more = nearest,
    },
    {
        .name = "rtz",
        .text =
            "Toward zero: the exact sum is cut. One of IEEE 754's directions, and what many\n"
            "mobile GPUs did (Tegra 3, Adreno 225, Vivante). Its picture is the orca.\n",
        .more = truncating,
    },
    {
        .name = "raz",
        .text = "Away from zero: an inexact sum goes to the larger magnitude.\n",
        .more = upward,
    },
    {
        .name = "rup",
        .text =
            "Up, toward +infinity. One of IEEE 754's directions, for interval arithmetic.\n",
        .more = upward,
    },
    {
        .name = "rdn",
        .text =
            "Down, toward -infinity. One of IEEE 754's directions. Of positive sums it makes\n"
            "the same as rtz.\n",
        .more = truncating,
    },
    {
        .name = "ro",
        .text =
            "To odd, or jamming: exact, or else the neighbour whose last bit is 1. Good to\n"
            "round once more afterwards without rounding twice; no GPU is known to use it\n"
            "for its results.\n",
        .more = truncating,
    },
    {
        .name = "chop-g0",
        .text =
            "No guard bit: aligned and cut at the larger operand's last place, then cut.\n",
        .more = chopping,
    },
    {
        .name = "chop-g1",
        .text = "One guard bit below the larger operand's last place, then cut.\n",
        .more = chopping,
    },
    {
        .name = "chop-g2",
        .text = "Two guard bits below the larger operand's last place, then cut.\n",
        .more = chopping,
    },
    {
        .name = "chop-g3",
        .text = "Three guard bits below the larger operand's last place, then cut.\n",
        .more = chopping,
    },
    {
        .name = "rne-ns1",
        .text =
            "To the nearest, ties to even, but with one guard bit and no sticky bit.\n",
        .more = sticky_free,
    },
    {
        .name = "rne-ns2",
        .text =
            "To the nearest, ties to even, but with two guard bits and no sticky bit.\n",
        .more = sticky_free,
    },
    {
        .name = "rne-ns3",
        .text =
            "To the nearest, ties to even, but with three guard bits and no sticky bit.\n",
        .more = sticky_free,
    },
    {
        .name = "rna-ns1",
        .text =
            "To the nearest, ties away from zero, with one guard bit and no sticky bit.\n",
        .more = sticky_free,
    },
    {
        .name = "rna-ns2",
        .text =
            "To the nearest, ties away from zero, with two guard bits and no sticky bit.\n",
        .more = sticky_free,
    },
    {
        .name = "rna-ns3",
        .text =
            "To the nearest, ties away from zero, with three guard bits and no sticky bit.\n",
        .more = sticky_free,
    },
};

const int explain_rule_count = (int) (sizeof(explain_rules) / sizeof(*explain_rules));
