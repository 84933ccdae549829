// SPDX-License-Identifier: MIT

#include "command/explain_words.h"

static const struct explain_word statuses[] = {
    {
        .name = "ok",
        .text =
            "The picture was drawn, read, and explained: a verdict stands beside it. It does\n"
            "not say that the device is good; a device that truncates is ok in this sense.\n"
            "\"ok\" in the table of forms also means that no pixel differs from the reference,\n"
            "asked with the rule that was found.\n",
    },
    {
        .name = "folded",
        .text =
            "The compiler simplified what was asked: (a + b) - a became b, and nothing was\n"
            "rounded. More bits than the format can hold are never a verdict: they are this.\n"
            "Why it matters: your shader's tricks (error-free sums, rounding by adding a\n"
            "large number) vanish in the same way. The other forms tell what would keep\n"
            "them: precise, or a factor that the compiler cannot know.\n"
            "What may fool it: a driver that folds only some shapes; see the probe folding.\n",
    },
    {
        .name = "unsupported",
        .text =
            "The API or the shading language cannot say this here: no `precise` before GLSL\n"
            "ES 3.20 and GLSL 4.00, no double in ES, no compute shader in ES 3.0. The reason\n"
            "stands beside it. Nothing is held against the device.\n",
    },
    {
        .name = "undecided",
        .text =
            "The picture was drawn, but no model explains it, or two ways to read it\n"
            "disagree. Both are in the report. It is the honest answer for an adder that is\n"
            "not among the 21 (fpstripe models), a format below 5 bits, or a driver that\n"
            "does something else than was asked. Send the captures to someone who likes\n"
            "puzzles.\n",
    },
    {
        .name = "impossible",
        .text =
            "No arithmetic at all paints this: pixels that ask the same question differ, or\n"
            "a sum of equal operands is not the same twice. A fault of the driver, of the\n"
            "target, or of this program.\n",
    },
    {
        .name = "unpainted",
        .text =
            "A pixel still has the pattern with which the target was cleared: the draw did\n"
            "not reach it. Lost draws look like zeros on devices that clear with zero, which\n"
            "is why the pattern is a NaN.\n",
    },
    {
        .name = "unstable",
        .text =
            "The same question, drawn twice with other values of the guard, gave two\n"
            "answers. Either the compiler specialised the shader for a value, or the device\n"
            "is not deterministic.\n"
            "What may fool it: only two draws are compared. One fault in a thousand passes.\n",
    },
    {
        .name = "skipped",
        .text =
            "Not asked, since something that comes first has no answer: the operands of most\n"
            "probes are built for the width that was found.\n",
    },
    {
        .name = "error",
        .text =
            "The driver refused the shader, or broke. The reason is the compiler's log, or\n"
            "what was caught. The run goes on with the next probe.\n",
    },
};

static const struct explain_word patterns[] = {
    {
        .name = "beehive",
        .text =
            "The picture of a sum that is rounded to nearest: each stripe's curve is\n"
            "symmetric, and the top stripes end in the shape of a skep. Named by Tom Olson\n"
            "(ARM, 2013). It tells the family, not the rule: rne, rna and four others look\n"
            "alike; the probe ties tells them apart.\n",
    },
    {
        .name = "orca",
        .text =
            "The picture of a sum that is cut off: the top stripe is a dorsal fin, white on\n"
            "the left, a cut, then black. Named by Tom Olson (ARM, 2013). It tells rtz and\n"
            "rdn alike, since all its sums are positive.\n"
            "Why it matters: with cut sums errors add up in one direction; a position that\n"
            "is advanced frame by frame falls behind.\n",
    },
};

static const struct explain_word answers[] = {
    {
        .name = "departs",
        .text =
            "Not as IEEE 754 has it, or GLSL where that asks for more: \"2 of 64 depart\" are\n"
            "two lines of that heading. `fpstripe -v` prints each with its counts and the\n"
            "first case, operands and both results in hex. Not a fault by itself: GLSL allows\n"
            "much, and the probe's own text says what.\n",
    },
    {
        .name = "differs",
        .text =
            "A verdict was found, yet some pixels are not those of the reference that was\n"
            "asked for the same: the first is printed, with its operands and a command to see\n"
            "it again. Either the model that was found is not all of the device, or one of\n"
            "the two broke.\n",
    },
    {
        .name = "nearest",
        .text =
            "Rounded to the nearest number; which way ties go was not told: of rne, rna, rnz,\n"
            "rnu, rnd and rno more than one is left. For a quotient, a square root or a\n"
            "reciprocal that is all there is to say, and all that IEEE 754 asks: none of them\n"
            "is ever half-way between two numbers.\n",
    },
    {
        .name = "truncate",
        .text =
            "Cut, or rounded down: rtz, rdn or a chopping adder, more than one of which is\n"
            "left. Positive results alone cannot part them.\n"
            "Why it matters: the error, up to one ulp, always has the same sign.\n",
    },
    {
        .name = "upward",
        .text =
            "Rounded up, or away from zero: of rup and raz both are left. Positive results\n"
            "alone cannot part them.\n"
            "Why it matters: the error, up to one ulp, always has the same sign.\n",
    },
    {
        .name = "faithful",
        .text =
            "No rule of rounding gives all answers, yet each is one of the two numbers\n"
            "between which the exact result lies: the error is below one ulp. An exact\n"
            "result comes back exact. Divisions and square roots of GPUs are often faithful.\n"
            "Why it matters: the result may differ from device to device in the last bit, so\n"
            "nothing may rest on equality: x / x is 1, but a / b * b need not be a.\n"
            "What may fool it: it was so for the operands that were asked. The interval of\n"
            "the error beside it is that of these, and a lower bound of the worst.\n",
    },
    {
        .name = "fused",
        .text =
            "a * b + c rounded once, as IEEE 754's fusedMultiplyAdd: the product is exact\n"
            "until the sum is rounded. A finding, not a fault, unless `precise` forbids it.\n"
            "See also: fpstripe explain contraction.\n",
    },
    {
        .name = "separate",
        .text =
            "The product is rounded, then the sum: a * b + c as it is written; of fma() it\n"
            "says that fma(a, b, -(a * b)) is 0, so that TwoProd by fma does not work.\n"
            "See also: fpstripe explain contraction.\n",
    },
    {
        .name = "flushed",
        .text =
            "A subnormal became zero: on input, before it was computed with; on output,\n"
            "after; without these words, one of them or both, which a mere copy, or x * 1,\n"
            "cannot tell. The contrary is \"kept\". See also: fpstripe explain subnormals.\n",
    },
    {
        .name = "compiler",
        .text =
            "What becomes of an expression before it is computed: shapes of a * b + c that\n"
            "are contracted to fma (probe contraction), idioms that are simplified (probe\n"
            "folding). Counted is the plain form; personality.png shows all forms.\n",
    },
};

static const struct explain_word goldens[] = {
    {
        .name = "golden",
        .text =
            "A result that somebody looked at and blessed, with a reason: the capture, the\n"
            "verdict, the driver it came from. `fpstripe check` holds a device against its\n"
            "goldens, whatever its driver's version; only `fpstripe bless` writes them, and\n"
            "never in a CI. docs/regression.md tells the whole.\n"
            "What may fool it: one that was blessed unseen is a wrong answer made into law.\n",
    },
    {
        .name = "match",
        .text =
            "The same pixels and the same verdict as the golden has. Of the few lines that\n"
            "depend on a processor (the functions of a software renderer) the same class is\n"
            "enough; check says how many cases matched so.\n",
    },
    {
        .name = "changed",
        .text =
            "Other pixels than the golden has, or another verdict. The line names the first\n"
            "place and both values; a sheet of expected, got and delta is drawn for it.\n"
            "If the new answer is right, bless it, with the reason; else it is a bug found.\n"
            "What may fool it: a device that is not deterministic. Check again.\n",
    },
    {
        .name = "new",
        .text =
            "Measured, and there is no golden of it: a question that the program, or the\n"
            "device, did not have when the others were blessed. It fails the check, since\n"
            "nobody has looked at it. Bless it, or narrow the check.\n",
    },
    {
        .name = "missing",
        .text =
            "A golden that was not measured although it was asked for, or whose picture is\n"
            "gone; or no golden at all, or no device, which is never a pass.\n",
    },
    {
        .name = "stale",
        .text =
            "The golden is of another question: the operands are not those that are asked\n"
            "now, as with another --width or another version of this program. Nothing can\n"
            "be concluded about the device. Look, and bless again.\n",
    },
    {
        .name = "invalid",
        .text =
            "The golden is not what was blessed: its record or its picture was edited, cut\n"
            "short or damaged, which hashes tell. Restore the file from version control.\n",
    },
};

static const struct explain_word pictures[] = {
    {
        .name = "inconclusive",
        .text =
            "`fpstripe analyze` could not tell from the picture how many bits there are or\n"
            "how they are rounded, and says why. It is the answer for a picture that is cut\n"
            "so that its stripes cannot be counted, whose steps are too fine or too blurred\n"
            "to see, or in which the sum was folded. A larger or sharper picture may help;\n"
            "no answer is better than a wrong one.\n",
    },
    {
        .name = "confidence",
        .text =
            "How much better what `fpstripe analyze` says fits the picture than the next\n"
            "best reading does: at 98 % that one is off by fifty times as much. It is about\n"
            "the reading, no probability, and says nothing of whether the picture is of the\n"
            "device that it is said to be of.\n",
    },
};

static const struct explain_word words[] = {
    {
        .name = "plain",
        .text =
            "The form that one would write: (a + b) - a. A compiler may do with it whatever\n"
            "GLSL allows, and that is the question: is my shader computed as I wrote it?\n",
    },
    {
        .name = "guarded",
        .text =
            "The form in which each step is multiplied by a uniform that is 1, and operands\n"
            "that come twice are loaded twice. No compiler can know these values, so it\n"
            "cannot simplify; the arithmetic that is seen is the hardware's. Two draws use\n"
            "different values of the guard, so that a driver which specialises is found out.\n"
            "In a shader of your own it costs a multiplication a step, and works everywhere.\n",
    },
    {
        .name = "precise",
        .text =
            "The form with the qualifier `precise` (GLSL ES 3.20, GLSL 4.00): the compiler\n"
            "must neither fuse nor reorder what leads to the value. What may fool one: it\n"
            "reaches as far as the function it stands in, and some drivers do not honour it.\n"
            "Where this form is folded and guarded is not, that is a defect of the driver.\n",
    },
    {
        .name = "invariant",
        .text =
            "The form whose output is `invariant`: the same expression must give the same\n"
            "value in every shader. GLSL ES 3.00 knows no `precise`; drivers that keep\n"
            "invariants by switching optimisations off give the same for this one. It\n"
            "promises no more than equality, so do not rely on it without measuring.\n",
    },
    {
        .name = "published",
        .text =
            "The stripe shader as it was published (Stuart Russell's, read by Tom Olson),\n"
            "with pow(2.0, n) and a division for the ramp. It tests pow, the division and\n"
            "the sum at once. If it alone is not ok, suspect the first two; therefore it has\n"
            "no say in the headline where another form has an answer.\n",
    },
    {
        .name = "headline",
        .text =
            "What fragment shaders do to a sum at the highest precision there is: the bits\n"
            "and the rules that all probes and forms with an answer leave standing. Probes\n"
            "of lines (operations, folding, ...) have no say in it: they stand in the\n"
            "personality.\n",
    },
    {
        .name = "survivors",
        .text =
            "The rules of rounding that reproduce every pixel, or every case of a line: all\n"
            "that the evidence cannot tell apart. One name is a verdict. Several are as far\n"
            "as these operands go; the word is then nearest, truncate or upward if all\n"
            "belong to one family. A set of cases that no candidate fails is evidence, not a\n"
            "proof.\n",
    },
    {
        .name = "reference",
        .text =
            "Who else was asked for the same arithmetic: a CUDA GPU, what one once answered\n"
            "(recorded), this machine's processor (host), or arithmetic in integers (model).\n"
            "It computes with the format and the rule that were found; no pixel that differs\n"
            "means that this verdict explains them all, not that the device is IEEE 754.\n",
    },
    {
        .name = "mediump",
        .text =
            "GLSL's precision of at least 10 bits. On desktop GPUs and most drivers of\n"
            "desktop GL it is ignored and computed as highp; on mobile GPUs it is binary16.\n"
            "Why it matters: 11 bits of significand hold texels of a 2048 texture and no\n"
            "more, 65504 is the largest number, and a shader that was tested where mediump\n"
            "is wide breaks where it is not.\n"
            "What may fool it: one operation alone may be computed wide and narrowed later,\n"
            "one highp operand promotes the expression, and glGetShaderPrecisionFormat may\n"
            "claim less than there is, or more. The probes use chains, and say what was\n"
            "measured.\n",
    },
    {
        .name = "df64",
        .text =
            "A number as the sum of two floats, some 46 to 48 bits for about ten times the\n"
            "work of one: deep fractals, large worlds, long sums. It stands on transforms\n"
            "that find a sum's rounding error exactly (TwoSum, TwoProd), which in algebra\n"
            "are zero; a compiler that believes in algebra removes them.\n"
            "  as written            use the textbook's code\n"
            "  only precise          declare each intermediate value precise\n"
            "  only guarded          multiply each step by a uniform that is 1\n"
            "  not at all            no form was exact here: flushed, truncated or folded\n"
            "Of TwoProd by fma and TwoProd by Dekker one that works is enough.\n"
            "What may fool it: another expression, another driver's version. Ship the test\n"
            "with the shader. See also: fpstripe explain error_free.\n",
    },
};

#define GROUP(heading, words)                                  \
    {                                                          \
        heading, words, (int) (sizeof(words) / sizeof(*words)) \
    }

const struct explain_group explain_groups[] = {
    GROUP("status", statuses), GROUP("pattern", patterns), GROUP("answer", answers),
    GROUP("check", goldens),   GROUP("analyze", pictures), GROUP("word", words),
};

const int explain_group_count = (int) (sizeof(explain_groups) / sizeof(*explain_groups));
