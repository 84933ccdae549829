// SPDX-License-Identifier: MIT

#include "compare/html/html.h"

static const struct word {
    const char *word, *meaning;
} words[] = {
    { "24 bits", "the significand: the hidden bit and 23 bits of fraction. highp in "
                 "binary32 has 24, binary16 has 11." },
    { "rne", "rounds to nearest, a tie to the even neighbour: IEEE 754&#39;s default." },
    { "rna, rnz, rnu, rnd, rno", "to nearest too; a tie goes away from zero, toward "
                                 "zero, up, down, to the odd neighbour." },
    { "rtz", "rounds toward zero: what does not fit is cut off." },
    { "rup, rdn, raz", "rounds up, down, away from zero." },
    { "chop-g0 to chop-g3", "the smaller operand is cut before the sum, that many guard "
                            "bits below the larger one." },
    { "ns1 to ns3", "rounds to nearest after so many guard bits, with no sticky bit." },
    { "nearest, truncate, upward",
      "a family of these rules, where no more can be told." },
    { "beehive, orca", "the picture of a device that rounds to nearest, and of one that "
                       "truncates." },
    { "stripe B", "row B of the picture, counted from the bottom: fract(2^B + x), x from "
                  "1 at the left to 0 at the right." },
    { "highp, mediump, lowp", "the precisions that a shader can ask for; a device may "
                              "give more." },
    { "plain, guarded, precise", "how the question is written: as one would; so that a "
                                 "compiler cannot simplify it; with that qualifier." },
    { "folded", "the compiler has removed what was asked." },
    { "fused, contracted", "a product and a sum became one operation, rounded once." },
    { "kept, flushed", "subnormal numbers stay what they are, or become zero." },
    { "faithful", "one of the two neighbours of the exact result, not always the "
                  "nearer." },
    { "unsupported", "this API cannot say it." },
    { "undecided", "no arithmetic that is known here does this." },
    { "impossible", "no arithmetic at all paints this." },
    { "unpainted, unstable", "pixels were never drawn; two renders of the same differ." },
    { "skipped, error", "it was not asked; the driver refused it or broke." },
    { "hardware, software, simulated", "drawn by a GPU; by a renderer on the CPU; by a "
                                       "model of a device, and no driver at all." },
    { "reference", "who computed what the pictures of a report were held against." },
};

void html_words(const struct html *html)
{
    html_put(html, "<section id=words aria-labelledby=words-h><h2 id=words-h>Words</h2>\n"
                   "<dl class=words>\n");
    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
        html_put(html, "<div><dt>%s</dt><dd>%s</dd></div>\n", words[i].word,
                 words[i].meaning);
    html_put(html, "</dl></section>\n");
}
