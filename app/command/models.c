// SPDX-License-Identifier: MIT

#include "base/fp.h"
#include "base/history.h"
#include "base/out.h"
#include "base/verdict.h"
#include "command/command.h"

#include <jansson.h>
#include <stdio.h>

static const char *const model_words[FP_ROUND_COUNT] = {
    [FP_RNE] = "to the nearest; a tie goes to the even neighbour (IEEE 754's default)",
    [FP_RNA] = "to the nearest; a tie goes away from zero",
    [FP_RNZ] = "to the nearest; a tie goes toward zero",
    [FP_RNU] = "to the nearest; a tie goes up",
    [FP_RND] = "to the nearest; a tie goes down",
    [FP_RNO] = "to the nearest; a tie goes to the odd neighbour",
    [FP_RTZ] = "toward zero: the exact sum is cut",
    [FP_RAZ] = "away from zero",
    [FP_RUP] = "up, toward +infinity",
    [FP_RDN] = "down, toward -infinity",
    [FP_RO] = "to odd (jam): exact, or else the odd neighbour",
    [FP_CHOP_G0] = "aligned and cut at the larger operand's ulp, then cut",
    [FP_CHOP_G1] = "aligned and cut 1 guard bit below that ulp, then cut",
    [FP_CHOP_G2] = "aligned and cut 2 guard bits below that ulp, then cut",
    [FP_CHOP_G3] = "aligned and cut 3 guard bits below that ulp, then cut",
    [FP_RNE_NS1] = "aligned and cut after 1 guard bit, no sticky bit, then as rne",
    [FP_RNE_NS2] = "aligned and cut after 2 guard bits, no sticky bit, then as rne",
    [FP_RNE_NS3] = "aligned and cut after 3 guard bits, no sticky bit, then as rne",
    [FP_RNA_NS1] = "aligned and cut after 1 guard bit, no sticky bit, then as rna",
    [FP_RNA_NS2] = "aligned and cut after 2 guard bits, no sticky bit, then as rna",
    [FP_RNA_NS3] = "aligned and cut after 3 guard bits, no sticky bit, then as rna",
};

static const char model_syntax[] =
    "Each can be a device: fake:RULE[,WORD]..., and so can a published one:\n"
    "fake:KEY[,WORD]...; WORD is\n"
    "  p=N        significand bits, the hidden one counted, 5 to 24; else 24\n"
    "  emax=N     the largest exponent, 5 to 127; else 127\n"
    "  ftz        subnormal operands and results become zero\n"
    "  mediump=N  significand bits of mediump and lowp; 11 is binary16, else as p\n"
    "  double, float16   it has these types too, in their IEEE 754 formats\n"
    "and one with defects, in its arithmetic,\n"
    "  multiplier=N  products are truncated, N columns below their last place kept\n"
    "  reciprocal    a / b is a * (1 / b)\n"
    "  separate-fma  fma(a, b, c) is a product and a sum, each rounded\n"
    "  flush-moves   subnormals become zero even where they are only moved\n"
    "  nan-equal     NaN == NaN\n"
    "  half=RULE     packHalf2x16 rounds so\n"
    "  coarse=N      sin, cos and tan lose N bits\n"
    "in its compiler, where the form is plain,\n"
    "  fold       simplifies what it can: (a + b) - a is b\n"
    "  contract   fuses a * b + c, in all its shapes\n"
    "and in any form,\n"
    "  constants=WORD  expressions of literals are not computed as at run time, but\n"
    "                  nearest: in steps to nearest even; double: in binary64, then\n"
    "                  rounded; by-rule: with literals that are rounded by the rule\n"
    "or in what it says and shows:\n"
    "  claims=N   mediump and lowp claim N fraction bits, whatever they have\n"
    "  unstable   a pixel differs in every second render\n"
    "  unpainted  a pixel is never drawn\n"
    "Example: fpstripe run -d fake:rtz,p=17 -o fake\n";

static json_t *model_json(enum fp_round round)
{
    return json_pack("{s:s, s:s, s:s}", "name", fp_round_name(round), "rounds",
                     model_words[round], "pattern",
                     pattern_name(verdict_pattern(VERDICT_RULE(round))));
}

static json_t *history_json(const struct history *history)
{
    return json_pack("{s:s, s:s, s:s, s:i, s:s, s:s, s:s}", "key", history->key, "device",
                     history->name, "model", history->model, "fraction_bits",
                     history->fraction_bits, "rounding", history->rounding, "note",
                     history->note, "source", history->source);
}

static void print_history(void)
{
    fprintf(out_file(), "\nPublished devices, by the models that do the same:\n");
    for (int i = 0; i < history_count; i++) {
        const struct history *history = &history_list[i];

        fprintf(out_file(), "%-13s %s: %d fraction bits, %s\n", history->key,
                history->name, history->fraction_bits, history->rounding);
    }
}

static void print_json(void)
{
    json_t *models = json_array(), *published = json_array();
    json_t *whole = json_pack("{s:s, s:o, s:o}", "schema", "fpstripe-models/1", "models",
                              models, "published", published);

    for (int i = 0; i < FP_ROUND_COUNT; i++)
        json_array_append_new(models, model_json((enum fp_round) i));
    for (int i = 0; i < history_count; i++)
        json_array_append_new(published, history_json(&history_list[i]));
    json_dumpf(whole, out_file(), JSON_INDENT(2) | JSON_SORT_KEYS);
    fprintf(out_file(), "\n");
    json_decref(whole);
}

static int models_run(const struct options *options)
{
    if (options->json) {
        print_json();
        return COMMAND_DONE;
    }
    for (int i = 0; i < FP_ROUND_COUNT; i++)
        fprintf(out_file(), "%-8s %s\n", fp_round_name((enum fp_round) i),
                model_words[i]);
    fprintf(out_file(), "\n%s", model_syntax);
    print_history();
    return COMMAND_DONE;
}

const struct command command_models = {
    .name = "models",
    .summary = "list the adders that are told apart, and what a fake device can be",
    .details = model_syntax,
    .arguments = "",
    .options = (const char *const[]){ "json", "help", NULL },
    .run = models_run,
};
