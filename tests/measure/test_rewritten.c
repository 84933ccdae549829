// SPDX-License-Identifier: MIT
//
// The published shaders as compilers rewrite them: whatever order a simulated device
// computes the sum in, by whatever rule, in whatever format, no picture leads to another
// width, to rules without the device's, or to an order that it does not have.

#include "device/device.h"
#include "device/fake.h"
#include "measure/measure.h"
#include "probe/probe.h"
#include "tests/shared/group.h"

#include <stdio.h>

static struct group this_group = { .name = "rewritten" };

#define COLUMNS 64

struct question {
    const char *probe;
    enum readout readout;
    int precision;
    enum fp_round round;
    enum rewriting order;
    int known; // the width that it is taken for
};

static struct verdict ask(const struct question *question, const char *id)
{
    struct probe_params params = {
        .form = FORM_PUBLISHED,
        .readout = question->readout,
        .width = COLUMNS,
        .rows = 10,
        .model = { .format = { question->known, 127 } },
        .precision_bits = question->precision,
    };
    struct unit unit = unit_model();
    struct measurement measurement;
    struct device device;

    assert_true(fake_open(&device, id));
    assert_true(measure(&device, probe_find(question->probe), &params, &unit, false,
                        &measurement));
    struct verdict verdict = measurement.result.verdict;

    if (verdict.status == STATUS_OK && measurement.result.difference.mismatches)
        fail_msg("%s: %s", id, measurement.result.difference.where);
    measure_finish(&measurement);
    device.close(&device);
    return verdict;
}

static struct verdict ask_fake(const struct question *question, char *id, size_t size)
{
    const char *order = rewriting_name(question->order);

    snprintf(id, size, "fake:%s,p=%d%s%s", fp_round_name(question->round),
             question->precision, question->order ? ",reassociate=" : "",
             question->order ? order : "");
    return ask(question, id);
}

struct tally {
    long named, unnamed, refused;
};

static void check(const struct question *question, struct tally *tally)
{
    char id[100], text[400];
    struct verdict verdict = ask_fake(question, id, sizeof id);
    bool ok = verdict.status == STATUS_OK, named = verdict.rewriting != REWRITING_NONE;
    bool right = verdict.fraction_bits == question->precision - 1 &&
                 verdict.survivors & VERDICT_RULE(question->round) &&
                 (!named || verdict.rewriting == question->order);

    tally->refused += !ok;
    tally->named += ok && named;
    tally->unnamed += ok && !named;
    verdict_text(&verdict, text, sizeof text);
    if (ok && !right)
        fail_msg("%s, %s by %s: %s", id, question->probe, readout_name(question->readout),
                 text);
    assert_int_equal(verdict.pattern, verdict_pattern(verdict.survivors));
    if (!ok && !verdict.reason[0])
        fail_msg("%s: %s without a reason", id, status_name(verdict.status));
    // Real devices have this order, and the sum as written.
    if (question->round == FP_RNE && question->readout == READOUT_BITS &&
        (!ok || (question->order == REWRITING_MINUS_FIRST) !=
                    (verdict.rewriting == REWRITING_MINUS_FIRST)))
        fail_msg("%s, %s: %s", id, question->probe, text);
}

// Asks one format in six; every rule meets each of them. Some are asked as if their width
// were not known, too.
TEST(orders)
{
    static const char *const probes[] = { "stripes", "stripes_unit" };
    static const enum readout readouts[] = { READOUT_BITS, READOUT_RGBA8 };
    struct tally tally = { 0 };

    for (int order = 0; order < REWRITING_COUNT; order++)
        for (int round = 0; round < FP_ROUND_COUNT; round++)
            for (int p = 7; p <= 24; p++)
                for (int i = 0; i < (p % 5 == 2 ? 8 : 4); i++)
                    if ((p + round) % 6 == 0)
                        check(&(struct question){ probes[i / 2 % 2], readouts[i % 2], p,
                                                  (enum fp_round) round,
                                                  (enum rewriting) order,
                                                  i < 4 ? p : 24 },
                              &tally);
    printf("# %ld orders named, %ld verdicts without, %ld refused, 0 wrong\n",
           tally.named, tally.unnamed, tally.refused);
    assert_true(tally.named > 3 * tally.refused);
}
