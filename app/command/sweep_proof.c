// SPDX-License-Identifier: MIT

#include "base/fp_bits.h"
#include "base/guard.h"
#include "base/log.h"
#include "base/out.h"
#include "bench/times.h"
#include "command/command.h"
#include "command/list.h"
#include "command/sweep.h"
#include "sweep/backend.h"
#include "sweep/division_proof.h"
#include "view/view.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>

struct work {
    const struct function *function;
    struct division_ask ask;
    struct division_proof proof;
    uint32_t operands[2], want; // of the first wrong quotient
    double seconds;
};

static bool sweep_proof_stopped(void *context)
{
    (void) context;
    guard_alive();
    return guard_interrupted() != 0;
}

static bool prove(void *context)
{
    struct work *work = context;
    struct division_proof *proof = &work->proof;
    struct domain domain = domain_whole(DOMAIN_DIVISION, 0);
    struct operands pair;
    double start;

    work->ask.last = DIVISION_FRACTIONS - 1;
    work->ask.stop = sweep_proof_stopped;
    start = times_now_ns();
    if (!division_prove(&work->ask, proof) && !guard_interrupted())
        return false;
    work->seconds = 1e-9 * (times_now_ns() - start);
    if (proof->first_wrong == UINT64_MAX)
        return true;
    pair = domain_operands(&domain, proof->first_wrong);
    work->operands[0] = (uint32_t) pair.a;
    work->operands[1] = (uint32_t) pair.b;
    work->want =
        fp_bits(fp_from_bits(work->operands[0]) / fp_from_bits(work->operands[1]));
    return true;
}

static const char *verdict(const struct division_proof *proof)
{
    return proof->proved ? "proved" : proof->wrong > 0 ? "refuted" : "undecided";
}

static void print_wrong(const struct work *work, struct view *view)
{
    const struct division_proof *proof = &work->proof;
    char first[120] = "";

    if (proof->wrong)
        snprintf(first, sizeof first,
                 ", the first 0x%08x / 0x%08x: got 0x%08x want 0x%08x", work->operands[0],
                 work->operands[1], proof->got, work->want);
    view_fact(view, "wrong", "%" PRIu64 "%s", proof->wrong, first);
    view_fact(view, "verdict", "%s, in %.2f s on one core", verdict(proof),
              work->seconds);
    if (proof->disagreements)
        view_paragraph(view, VIEW_PLAIN,
                       view_words(view, "the two oracles differ on %" PRIu64 " pairs",
                                  proof->disagreements));
}

static void add_proof(struct view *view, const struct work *work)
{
    const struct division_proof *proof = &work->proof;
    char title[300];

    snprintf(title, sizeof title, "%s: %s", work->function->name,
             work->function->summary);
    view_paragraph(view, VIEW_PLAIN, title);
    view_named(view, "reciprocals", "of this processor")->gap = true;
    view_fact(view, "divisors", "%" PRIu64 "; |1 - b r'| at most %.6f 2^-24, b = 0x%08x",
              proof->divisors, proof->eta_max * 0x1p24, 0x3f800000 | proof->eta_fraction);
    view_fact(view, "candidates",
              "%" PRIu64 ", |N| <= %u: error before the last rounding at most "
              "%.6f 2^-24 ulp",
              proof->candidates, proof->residual_max, proof->distance_max * 0x1p24);
    if (proof->swept || proof->open)
        view_fact(view, "too far off",
                  "%" PRIu64 " divisors swept whole, %" PRIu64 " left undecided",
                  proof->swept, proof->open);
    print_wrong(work, view);
}

static json_t *wrong_json(const struct work *work)
{
    if (!work->proof.wrong)
        return json_null();
    return json_pack("{s:o, s:o, s:o, s:o}", "a",
                     json_sprintf("0x%08x", work->operands[0]), "b",
                     json_sprintf("0x%08x", work->operands[1]), "got",
                     json_sprintf("0x%08x", work->proof.got), "want",
                     json_sprintf("0x%08x", work->want));
}

// Reciprocals that are none are infinitely far off.
static void print_json(const struct work *work)
{
    const struct division_proof *proof = &work->proof;
    json_t *whole = json_pack(
        "{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:f, s:i, s:f, s:o}",
        "schema", "fpstripe-division/1", "function", work->function->name, "reciprocals",
        "this processor", "verdict", verdict(proof), "divisors",
        (json_int_t) proof->divisors, "candidates", (json_int_t) proof->candidates,
        "swept", (json_int_t) proof->swept, "open", (json_int_t) proof->open, "wrong",
        (json_int_t) proof->wrong, "disagreements", (json_int_t) proof->disagreements,
        "eta_max", isfinite(proof->eta_max) ? json_real(proof->eta_max) : json_null(),
        "error_ulp_max", proof->distance_max, "residual_max", (int) proof->residual_max,
        "time_s", work->seconds, "first_wrong", wrong_json(work));

    list_print_json(whole);
}

static bool sweep_proof_understand(struct work *work, const struct options *options)
{
    static const char *const known[] = { "proof", "json", "timeout", "verbose", NULL };

    if (!sweep_options_known(options, "--proof", known))
        return false;
    *work = (struct work){ .function = sweep_ask_function(options) };
    if (!work->function)
        return false;
    if (sweep_cpu_division(work->function, &work->ask.how))
        return true;
    log_error(
        "sweep: --proof is for cpu:div.markstein and cpu:div.markstein.raised, not %s",
        work->function->name);
    return false;
}

int sweep_proof(const struct options *options)
{
    static struct work work;
    struct view view = { 0 };

    if (!sweep_proof_understand(&work, options))
        return COMMAND_USAGE;
    if (!guard_succeeds(prove, &work, options->timeout_s, work.function->name))
        return COMMAND_NO_DEVICE;
    if (guard_interrupted())
        return command_interrupted("nothing was proved");
    if (options->json)
        print_json(&work);
    else {
        add_proof(&view, &work);
        list_print_view(&view, true);
    }
    return work.proof.proved ? COMMAND_DONE : COMMAND_UNEXPECTED;
}
