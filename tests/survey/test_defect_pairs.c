// SPDX-License-Identifier: MIT
//
// Devices with two defects. Their report is that of the device without any, but for the
// places where one of the two shows alone, and there it is the same to the last word.
// Where both show in one place, or one is done with the other's arithmetic, a table says
// what comes of it.

#include "base/fp_format.h"
#include "base/verdict.h"
#include "report/report.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"
#include "tests/survey/defects.h"
#include "tests/survey/traces.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

static struct group this_group = { .name = "defect_pairs" };

#define WORDS 64             // defects, at most
#define PAIRS 30             // of the default suite
#define SEED  UINT32_C(7047) // a choice in which many meet

#define PLAIN  (1u << FORM_PLAIN)
#define NARROW (1u << PRECISION_MEDIUMP | 1u << PRECISION_LOWP)

// What comes of two defects in one place.
enum outcome {
    OWN,   // the trace says it
    ONE,   // all is as with `one` alone
    OTHER, // as with `other`
    CLEAN, // as without either
};

// Where two defects meet; `one` and `other` are patterns.
static const struct meeting {
    const char *one, *other;
    enum outcome outcome;
    struct trace trace;
} meetings[] = {
    // Both speak of the same storage, of another property.
    { "ftz", "claims=11", OWN,
      .trace = { "storage", .answer = "*", .deviates = TRACES_ALWAYS } },
    { "ftz", "claims=9", OWN,
      .trace = { "storage", .detail = "better than claimed; subnormals flushed" } },
    { "ftz", "claims=11", OWN,
      .trace = { "sampler", .answer = "*", .deviates = TRACES_ALWAYS } },
    { "ftz", "claims=9", OWN,
      .trace = { "sampler", .detail = "better than claimed; subnormals flushed" } },
    { "ints=16", "int-claims=20", OWN,
      .trace = { "integer_width", .precisions = NARROW, .answer = "in 16 bits",
                 .detail = "claimed 20 bits: worse than claimed",
                 .deviates = TRACES_EITHER, .from = DEVIATION_GLSL } },
    { "highp-ints=17", "int-claims=20", OWN,
      .trace = { "integer_width", .precisions = 1u << PRECISION_HIGHP,
                 .answer = "in 17 bits", .detail = "claimed 32 bits: worse than claimed",
                 .deviates = TRACES_ALWAYS, .from = DEVIATION_GLSL } },
    { "ftz", "half-samplers", OWN,
      .trace = { "sampler", .expressions = { SAMPLED_HALVES },
                 .answer = "all numbers exact, subnormals flushed" } },
    { "ftz", "half-samplers", OWN,
      .trace = { "sampler", .answer = "10 bits*", .deviates = TRACES_ALWAYS } },
    // The same varying, in fewer bits, by another rule, by a quotient.
    { "interpolate=*", "interpolate-by=*", OWN,
      .trace = { "interpolation", .answer = "10 bits, truncate",
                 .deviates = TRACES_EITHER, .may = true } },
    { "interpolate*", "divided-varyings", OWN,
      .trace = { "interpolation", .answer = "*", .deviates = TRACES_EITHER,
                 .may = true } },
    // The same filter, by positions of fewer bits, and mixed to bytes.
    { "filter=*", "filter-bytes", OWN,
      .trace = { "filter", .answer = "256 levels, 8 bits",
                 .detail = "; bytes are mixed to bytes; off by",
                 .deviates = TRACES_EITHER } },
    // The same depths, or a unit of them.
    { "depth=*", "depth-by=truncated", OWN,
      .trace = { "depth",
                 .expressions = { "DEPTH_COMPONENT24, gl_FragDepth",
                                  "DEPTH_COMPONENT24, gl_Position" },
                 .answer = "18 bits, truncates", .deviates = TRACES_EITHER } },
    { "depth=*", "depth-by=truncated", OWN,
      .trace = { "depth", .expressions = { "DEPTH_COMPONENT24, glPolygonOffset(0, 16)" },
                 .answer = "in these cases a unit moves * to * levels",
                 .deviates = TRACES_ALWAYS } },
    { "depth=*", "depth-by=truncated", OWN,
      .trace = { "depth", .expressions = { "DEPTH_COMPONENT24, glPolygonOffset(1, 0)" },
                 .answer = "* to 1 of max(*" } },
    { "depth=*", "offset=*", OWN,
      .trace = { "depth", .expressions = { "DEPTH_COMPONENT24, glPolygonOffset(0, 16)" },
                 .answer = "in these cases a unit moves * to * levels",
                 .deviates = TRACES_EITHER } },
    { "depth-by=truncated", "offset=*", OWN,
      .trace = { "depth", .answer = "a unit is 3 levels" } },
    { "offset=*", "offset-constant", OWN,
      .trace = { "depth", .answer = "a unit is 3 [*] 2^-24 everywhere",
                 .deviates = TRACES_ALWAYS } },
    // A picture that was folded tells nothing.
    { "fold", "ftz", ONE, .trace = { "width", .verdict = true } },
    // It came back whole up to another end of the range.
    { "fold", "ftz", OWN,
      .trace = { "excess", .verdict = true, .forms = PLAIN, .answer = "folded" } },
    { "fold", "reassociate=*", ONE,
      .trace = { "stripes_unit", .verdict = true, .forms = 1u << FORM_PUBLISHED } },
    { "fold", "contract", OWN,
      .trace = { "error_free", .answer = "* bits: no better than *" } },
    { "fold", "contract", OWN,
      .trace = { "pair_quotients", .answer = "* bits: no better than *" } },
    { "fold", "reciprocal", OWN,
      .trace = { "pair_quotients", .answer = "* bits: no better than *" } },
    { "fold", "multiplier=*", OWN,
      .trace = { "pair_quotients", .answer = "* bits: no better than *" } },
    // Bits are counted of what both do.
    { "contract", "reciprocal", OWN,
      .trace = { "pair_quotients", .forms = PLAIN, .answer = "* bits", .may = true } },
    { "contract", "multiplier=*", OWN,
      .trace = { "pair_quotients", .forms = PLAIN, .answer = "* bits", .may = true } },
    { "reciprocal", "multiplier=*", OWN,
      .trace = { "pair_quotients", .answer = "* bits", .may = true } },
    // What is fused has no product that could be truncated.
    { "contract", "multiplier=*", ONE, .trace = { "contraction", .forms = PLAIN } },
    { "contract", "multiplier=*", ONE,
      .trace = { "operations", .expressions = { "a * b + c" }, .forms = PLAIN } },
    { "contract", "multiplier=*", ONE,
      .trace = { "error_free", .expressions = { "split(a)" }, .forms = PLAIN } },
    // Their first product is still truncated, and neither model is both.
    { "contract", "multiplier=*", OWN,
      .trace = { "error_free", .forms = PLAIN, .answer = "* bits", .may = true } },
    // Where every quotient is a product with a reciprocal, nothing was folded.
    { "fold", "reciprocal", CLEAN,
      .trace = { "folding", .expressions = { "a / 3.0" }, .forms = PLAIN } },
    { "fold", "reciprocal", OWN, .trace = { "folding", .answer = "folded to *" } },
    // The other program's product with a reciprocal is then the first one's too.
    { "programs=*", "reciprocal", CLEAN,
      .trace = { "invariance", .expressions = { "a / b" } } },
    // What a == a is folded to is true anyway.
    { "nan-equal", "fold", ONE, .trace = { "folding", .expressions = { "a == a" } } },
    { "fold", "multiplier=*", OWN,
      .trace = { "folding", .forms = PLAIN, .answer = "folded to *" } },
    { "fold", "multiplier=*", OWN,
      .trace = { "error_free", .answer = "* bits: no better than *" } },
    // fma() in two steps has a product.
    { "separate-fma", "multiplier=*", OWN,
      .trace = { "operations", .expressions = { "fma(a, b, c)" },
                 .answer = "rne, separate, truncated product, *",
                 .deviates = TRACES_ALWAYS } },
    { "separate-fma", "multiplier=*", OWN,
      .trace = { "contraction", .expressions = { "fma(a, b, c)" }, .answer = "separate",
                 .deviates = TRACES_PRECISE } },
    { "separate-fma", "multiplier=*", OWN,
      .trace = { "error_free", .expressions = { "TwoProd(a, b) by fma" }, .answer = "*",
                 .deviates = TRACES_PRECISE } },
    // So has a quotient by a reciprocal.
    { "reciprocal", "multiplier=*", OWN,
      .trace = { "operations", .expressions = { "a / b" },
                 .answer = "a * (1 / b), truncated product, *",
                 .deviates = TRACES_ALWAYS } },
    { "reciprocal", "multiplier=*", OWN, .trace = { .probe = "folding" } },
    { "reciprocal", "multiplier=*", OWN,
      .trace = { "constants", .expressions = { "0.1 / 0.9" } } },
    { "reciprocal", "multiplier=*", OWN,
      .trace = { "integers", .expressions = { "mod(x, y)" },
                 .answer = "x - y * floor(*" } },
    // The compiler's binary64 does not truncate products; the device's does.
    { "constants=double", "multiplier=*", OWN,
      .trace = { "constants",
                 .expressions = { "0.1 * 0.3", "(1.0e30 * 1.0e30) * 1.0e-30" },
                 .answer = "differs*", .deviates = TRACES_ALWAYS,
                 .may = true } }, // by chance the same bits
};

struct single {
    const struct defect *defect;
    struct report report;
};

struct bench {
    const char *base;
    struct report clean;
    struct single singles[WORDS];
    int count;
    long shown, met;
};

static bool is_pair(const struct meeting *meeting, const struct single *one,
                    const struct single *other)
{
    return !fnmatch(meeting->one, one->defect->word, 0) &&
           !fnmatch(meeting->other, other->defect->word, 0);
}

// NULL if they do not meet there. *one is then which of them it is called so.
static const struct meeting *find_meeting(const struct bench *bench,
                                          const struct single *pair[2], const int at[2],
                                          int *one)
{
    for (int i = 0; i < (int) COUNT_OF(meetings); i++)
        for (*one = 0; *one < 2; ++*one)
            if (is_pair(&meetings[i], pair[*one], pair[1 - *one]) &&
                traces_covers(&meetings[i].trace, &bench->clean, at[0], at[1]))
                return &meetings[i];
    return NULL;
}

// What the report should have there: whose word, if they do not meet.
static const struct report *wanted(const struct bench *bench,
                                   const struct single *pair[2], const int at[2])
{
    for (int i = 0; i < 2; i++)
        if (!traces_same(&bench->clean, &pair[i]->report, at[0], at[1]))
            return &pair[i]->report;
    return &bench->clean;
}

static bool is_outcome(const struct bench *bench, const struct meeting *meeting,
                       const struct single *pair[2], const struct report *both,
                       const int at[3])
{
    const struct report *wants[] = {
        [ONE] = &pair[at[2]]->report,
        [OTHER] = &pair[1 - at[2]]->report,
        [CLEAN] = &bench->clean,
    };

    struct trace trace = meeting->trace;

    trace.from = DEVIATION_COUNT; // whatever it deviates from
    if (meeting->outcome == OWN)
        return traces_expected(&trace, &bench->clean, both, at[0], at[1]);
    return traces_same(wants[meeting->outcome], both, at[0], at[1]);
}

static void check_place(struct bench *bench, const struct single *pair[2],
                        const struct report *both, int result, int line)
{
    int at[3] = { result, line, 0 };
    const struct report *want = wanted(bench, pair, at);
    bool first = want == &pair[0]->report;
    bool agreed = !first || traces_same(&bench->clean, &pair[1]->report, at[0], at[1]) ||
                  traces_same(want, &pair[1]->report, at[0], at[1]);
    char place[200];

    bench->shown += want != &bench->clean;
    if (agreed && traces_same(want, both, at[0], at[1]))
        return;
    const struct meeting *meeting = find_meeting(bench, pair, at, &at[2]);

    traces_place(both, at[0], at[1], place, sizeof place);
    if (!meeting)
        fail_msg("%s and %s: %s: differs from what either shows alone: '%s'; %s",
                 pair[0]->defect->word, pair[1]->defect->word, place,
                 line < 0 ? "" : said_answer(&both->results[result].findings[line]),
                 line < 0 ? "" : said_detail(&both->results[result].findings[line]));
    else if (!is_outcome(bench, meeting, pair, both, at))
        fail_msg("%s and %s: %s: they meet otherwise: '%s'; %s", pair[0]->defect->word,
                 pair[1]->defect->word, place,
                 line < 0 ? "" : said_answer(&both->results[result].findings[line]),
                 line < 0 ? "" : said_detail(&both->results[result].findings[line]));
    bench->met++;
}

static void check_pair(struct bench *bench, const struct single *one,
                       const struct single *other)
{
    const struct single *pair[2] = { one, other };
    const struct verdict *headline;
    char id[160];

    snprintf(id, sizeof id, "%s,%s,%s", bench->base, one->defect->word,
             other->defect->word);
    struct report both = traces_ask(id, STAGE_FRAGMENT);

    assert_int_equal(both.count, bench->clean.count);
    for (int at = 0; at < both.count; at++)
        for (int line = -1; line < both.results[at].finding_count; line++)
            check_place(bench, pair, &both, at, line);
    headline = &both.headline;
    if (headline->status != STATUS_OK || headline->fraction_bits != 23 ||
        headline->survivors != VERDICT_RULE(FP_RNE))
        fail_msg("%s: headline: %s, %d bits, survivors 0x%x", id,
                 status_name(headline->status), headline->fraction_bits,
                 headline->survivors);
    report_finish(&both);
}

static bool same_family(const char *a, const char *b)
{
    size_t length = strcspn(a, "=");

    return length == strcspn(b, "=") && !strncmp(a, b, length);
}

static void open_bench(struct bench *bench, const char *base)
{
    *bench = (struct bench){ .base = base, .clean = traces_ask(base, STAGE_FRAGMENT) };
    for (int i = 0; i < defects_count; i++) {
        char id[160];

        if (defects[i].base || defects[i].rarely || !defects[i].traces->probe)
            continue;
        assert_true(bench->count < WORDS);
        snprintf(id, sizeof id, "%s,%s", base, defects[i].word);
        bench->singles[bench->count++] =
            (struct single){ &defects[i], traces_ask(id, STAGE_FRAGMENT) };
    }
}

static void close_bench(struct bench *bench, int pairs)
{
    printf("# %d pairs: %ld places show one defect or both, in %ld they meet\n", pairs,
           bench->shown, bench->met);
    for (int i = 0; i < bench->count; i++)
        report_finish(&bench->singles[i].report);
    report_finish(&bench->clean);
}

static bool is_possible(const struct bench *bench, int i, int k)
{
    return !same_family(bench->singles[i].defect->word, bench->singles[k].defect->word);
}

// A seeded choice; the same one every time.
TEST(pairs)
{
    static struct bench bench;
    bool taken[WORDS][WORDS] = { { false } };
    uint32_t random = SEED;
    int done = 0;

    open_bench(&bench, "fake:rne,mediump=11");
    while (done < PAIRS) {
        random = random * UINT32_C(1664525) + UINT32_C(1013904223);
        int i = (int) (random >> 16) % bench.count;
        int k = (int) (random >> 8 & 0xff) % bench.count;

        if (i >= k || taken[i][k] || !is_possible(&bench, i, k))
            continue;
        taken[i][k] = true;
        check_pair(&bench, &bench.singles[i], &bench.singles[k]);
        done++;
    }
    close_bench(&bench, done);
}

TEST(every_pair)
{
    static struct bench bench;
    int done = 0;

    open_bench(&bench, DEFECTS_BASE);
    for (int i = 0; i < bench.count; i++) {
        for (int k = i + 1; k < bench.count; k++) {
            if (!is_possible(&bench, i, k))
                continue;
            check_pair(&bench, &bench.singles[i], &bench.singles[k]);
            done++;
        }
    }
    close_bench(&bench, done);
}
