// SPDX-License-Identifier: MIT
//
// All 65,536 halves through unpackHalf2x16(), and back through packHalf2x16(). A case is
// a code and the same with its sign set, in the two halves of one word. Each code has a
// number that binary32 holds, so that nothing may round: what differs is counted by what
// the code stands for.

#include "base/fp.h"
#include "probe/list.h"
#include "probe/shared/half.h"

#define COLUMNS 2048
#define ROWS    16
#define CODES   (2 * COLUMNS * ROWS)

enum kind { ZERO, SUBNORMAL, NORMAL, INFINITE, NOT_A_NUMBER, KIND_COUNT };

// What came of the codes of an expression.
struct tally {
    long wrong[KIND_COUNT];
    long flushed;     // subnormals that became zeros
    long quietened;   // NaNs that are the same but for the bit that makes them quiet
    long replaced;    // NaNs that are others
    long cases_right; // pairs
    size_t first;     // case of the first wrong code
};

static uint32_t code_of(uint32_t word, int k)
{
    return word >> 16 * k & 0xffff;
}

void half_codes_operand(const struct probe_params *params, int line, int at,
                        uint64_t *words)
{
    uint32_t code = (uint32_t) at;

    (void) params;
    (void) line;
    words[0] = (code | 0x8000) << 16 | code;
}

static uint32_t quiet(uint32_t code)
{
    return (code & 0x7fff) > 0x7c00 ? code | 0x0200 : code;
}

bool half_codes_answer(const struct expressions_call *call)
{
    for (size_t i = 0; i < call->count; i++) {
        uint32_t word = (uint32_t) call->in[0][i];
        uint32_t x = code_of(word, 0), y = code_of(word, 1);

        if (call->expression == HALF_CODES_UNPACK_PACK) {
            call->out[0][i] = quiet(y) << 16 | quiet(x);
            call->out[1][i] = quiet(x) << 16 | quiet(y);
        } else {
            call->out[0][i] = half_unpack(x);
            call->out[1][i] = half_unpack(y);
        }
    }
    return true;
}

static enum kind kind_of(uint32_t code)
{
    uint32_t magnitude = code & 0x7fff;

    if (magnitude > 0x7c00)
        return NOT_A_NUMBER;
    if (magnitude == 0x7c00)
        return INFINITE;
    return magnitude >= 0x0400 ? NORMAL : magnitude ? SUBNORMAL : ZERO;
}

// What was made of a half that stands for no number: `same` is what keeps all of it, and
// `quiet_bit` the bit that IEEE 754 lets a conversion set.
static void tally_nan(struct tally *tally, uint32_t got, uint32_t same,
                      uint32_t quiet_bit)
{
    tally->quietened += got != same && got == (same | quiet_bit);
    tally->replaced += got != same && got != (same | quiet_bit);
}

static bool unpacked_right(struct tally *tally, uint32_t code, uint32_t got)
{
    if (kind_of(code) == NOT_A_NUMBER && fp_is_nan(FP_BINARY32, got)) {
        uint32_t same = (code & 0x8000) << 16 | 0x7f800000 | (code & 0x3ff) << 13;

        tally_nan(tally, got, same, 0x00400000);
        return true;
    }
    tally->flushed += kind_of(code) == SUBNORMAL && !(got & 0x7fffffff);
    return got == half_unpack(code);
}

static bool back_right(struct tally *tally, uint32_t code, uint32_t got)
{
    if (kind_of(code) == NOT_A_NUMBER && kind_of(got) == NOT_A_NUMBER) {
        tally_nan(tally, got, code, 0x0200);
        return true;
    }
    tally->flushed += kind_of(code) == SUBNORMAL && !(got & 0x7fff);
    return got == code;
}

// The two codes of a case. The second answer of the way back is the first with its
// halves exchanged, or is wrong.
static bool pair_right(const struct expressions_seen *seen, struct tally *tally, size_t i)
{
    uint32_t word = (uint32_t) seen->in[0][i];
    uint32_t got[2] = { (uint32_t) seen->got[0][i], (uint32_t) seen->got[1][i] };
    bool right = true;

    for (int k = 0; k < 2; k++) {
        uint32_t code = code_of(word, k);
        bool as_was = seen->expression == HALF_CODES_UNPACK_PACK
                          ? back_right(tally, code, code_of(got[0], k)) &&
                                code_of(got[0], k) == code_of(got[1], 1 - k)
                          : unpacked_right(tally, code, got[k]);

        tally->wrong[kind_of(code)] += !as_was;
        right = right && as_was;
    }
    return right;
}

static struct tally tally_of(const struct expressions_seen *seen)
{
    struct tally tally = { .first = seen->count };

    for (size_t i = 0; i < seen->count; i++) {
        bool right = pair_right(seen, &tally, i);

        tally.cases_right += right;
        if (!right && tally.first == seen->count)
            tally.first = i;
    }
    return tally;
}

static long wrong_in_all(const struct tally *tally)
{
    long wrong = 0;

    for (int kind = 0; kind < KIND_COUNT; kind++)
        wrong += tally->wrong[kind];
    return wrong;
}

static void half_codes_say_answer(const struct tally *tally, struct finding *finding)
{
    long wrong = wrong_in_all(tally), tiny = tally->wrong[SUBNORMAL];

    if (wrong && wrong == tiny && tally->flushed == tiny)
        FINDING_SAY(finding, &kind_subnormals_flushed);
    else if (wrong)
        FINDING_SAY(finding, &kind_wrong, .count = (int) wrong, .of = CODES);
    else if (tally->replaced || tally->quietened)
        FINDING_SAY(finding, &kind_all_numbers_exact);
    else
        FINDING_SAY(finding, &kind_all_exact, .of = CODES);
    if (!wrong && (tally->replaced || tally->quietened))
        FINDING_ALSO(finding,
                     tally->replaced ? &kind_nan_payload_changed : &kind_nan_made_quiet);
}

static void add_counts(const struct expressions_seen *seen, const struct tally *tally,
                       struct finding *finding)
{
    static const struct finding_kind *const remarks[KIND_COUNT] = {
        &kind_zeros_wrong,      &kind_subnormals_wrong, &kind_normals_wrong,
        &kind_infinities_wrong, &kind_nans_wrong,
    };

    for (int kind = 0; kind < KIND_COUNT; kind++)
        if (tally->wrong[kind])
            FINDING_DETAIL(finding, remarks[kind], .count = (int) tally->wrong[kind]);
    FINDING_DETAIL(finding, &kind_nans_made_quiet, .count = (int) tally->quietened);
    FINDING_DETAIL(finding, &kind_nans_replaced, .count = (int) tally->replaced);
    if (tally->first == seen->count)
        return;
    expressions_case(seen, NULL, tally->first, &finding->example);
    FINDING_DETAIL(finding, &kind_case_of_codes);
}

bool half_codes_judge(const struct expressions_seen *seen, struct finding *finding,
                      struct traits *found)
{
    struct tally tally = tally_of(seen);

    finding->agree = tally.cases_right;
    finding->deviates = wrong_in_all(&tally) > 0;
    half_codes_say_answer(&tally, finding);
    add_counts(seen, &tally, finding);
    return expressions_reproduces(seen, found);
}
