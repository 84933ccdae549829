// SPDX-License-Identifier: MIT
//
// How it works
//
// Everything is an integer of 128 bits that counts the 2^-ROOM of the larger operand's
// last place, and each step is written as it is defined: truncate the smaller operand,
// add, round at one place, round at another. A smaller operand that reaches below the
// lowest place there loses what is below, and gets its lowest bit set instead: it lies
// between the same two even counts as before, and no step truncates or rounds at a place
// that is finer than two.
//
// With p = 4 and two guard bits, 1000 - 0.0111 keeps 0.01 of the smaller operand, and
// rounds 111.11 at its fourth place: 1000 to nearest even, 111.1 chopped.

#include "device/foreign_adder.h"

#include "base/fp.h"
#include "base/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// With a significand of 53 bits and a carry, 125 bits.
#define ROOM 71

// A sum on its way: (-1)^negative * count * 2^exponent.
struct wide {
    bool negative;
    int exponent;
    fp_u128 count;
};

static uint64_t draw(const struct foreign_adder *adder, uint64_t a, uint64_t b)
{
    uint64_t word = a * UINT64_C(0x9e3779b97f4a7c15) + b;

    word = (word ^ adder->seed) * UINT64_C(0xd1342543de82ef95);
    for (int i = 0; i < 2; i++) {
        word ^= word >> 31;
        word *= UINT64_C(0xbf58476d1ce4e5b9);
    }
    return word ^ word >> 29;
}

static int wide_length(fp_u128 count)
{
    int length = 0;

    for (; count >> 8; count >>= 8)
        length += 8;
    for (; count; count >>= 1)
        length++;
    return length;
}

// Whether a count between two neighbours, `odd` the smaller one's last bit, goes to the
// larger one; `side` is the sign of what is left less half a place.
static bool goes_away(enum fp_round round, bool negative, bool odd, int side)
{
    switch (round) {
    case FP_RTZ: return false;
    case FP_RAZ: return true;
    case FP_RUP: return !negative;
    case FP_RDN: return negative;
    case FP_RO: return !odd;
    default: break;
    }
    if (side != 0)
        return side > 0;
    switch (round) {
    case FP_RNE: return odd;
    case FP_RNA: return true;
    case FP_RNZ: return false;
    case FP_RNU: return !negative;
    case FP_RND: return negative;
    default: assert(round == FP_RNO); return !odd;
    }
}

// The same by a draw, of `left` of 2^place.
static bool is_drawn(enum foreign_draw how, uint64_t drawn, fp_u128 left, int place)
{
    if (how != FOREIGN_DRAW_FRACTION)
        return drawn & 1;
    fp_u128 fraction = place > 32 ? left >> (place - 32) : left << (32 - place);

    return drawn >> 32 < (uint64_t) fraction;
}

// To a multiple of 2^place.
static void wide_round(struct wide *sum, int place, const struct adder_rule *rule,
                       uint64_t drawn)
{
    if (place <= 0)
        return;
    fp_u128 kept = sum->count >> place, left = sum->count - (kept << place);
    fp_u128 half = (fp_u128) 1 << (place - 1);
    int side = (left > half) - (left < half);
    bool by_draw = rule->draw == FOREIGN_DRAW_TIE ? side == 0 : rule->draw != 0;

    if (left == 0)
        return;
    kept += by_draw ? is_drawn(rule->draw, drawn, left, place)
                    : goes_away(rule->last, sum->negative, kept & 1, side);
    sum->count = kept << place;
}

// Truncates the smaller operand behind the guard bits.
static fp_u128 truncated(const struct adder_rule *rule, fp_u128 smaller)
{
    if (rule->guard < 0)
        return smaller;
    int place = ROOM - rule->guard;
    fp_u128 kept = smaller >> place << place;
    fp_u128 seen = (smaller - kept) >> (place - rule->sticky);

    if (rule->sticky && seen)
        kept += (fp_u128) 1 << (place - 1);
    return kept;
}

static fp_u128 aligned(const struct foreign_adder *adder, const struct fp_parts *larger,
                       const struct fp_parts *smaller)
{
    fp_u128 count = (fp_u128) smaller->significand << ROOM;
    int distance = larger->exponent - smaller->exponent; // of the last places
    int apart =
        distance + wide_length(larger->significand) - wide_length(smaller->significand);

    if (smaller->significand == 0 || (adder->far && apart > adder->far))
        return 0;
    if (distance <= ROOM)
        return count >> distance;
    return (distance < 127 ? count >> distance : 0) | 1;
}

// A finite sum, of which only the rounding to the format is missing.
static struct wide wide_sum(const struct foreign_adder *adder, struct fp_parts x,
                            struct fp_parts y, struct adder_rule *rule)
{
    if (x.exponent < y.exponent ||
        (x.exponent == y.exponent && x.significand < y.significand)) {
        struct fp_parts swap = x;

        x = y;
        y = swap;
    }
    *rule = x.negative && adder->by_sign ? adder->negative : adder->rule;
    fp_u128 larger = (fp_u128) x.significand << ROOM;
    fp_u128 smaller = aligned(adder, &x, &y);

    smaller = truncated(rule, smaller);
    return (struct wide){ x.negative, x.exponent - ROOM,
                          x.negative == y.negative ? larger + smaller
                                                   : larger - smaller };
}

static uint64_t wide_encode(const struct fp_model *model, const struct wide *sum,
                            int place, const struct adder_rule *rule)
{
    struct fp_format format = model->format;
    int lowest = 1 - format.emax - (format.precision - 1);
    uint64_t steps = (uint64_t) (sum->exponent + place - lowest);
    uint64_t significand =
        (uint64_t) (place > 0 ? sum->count >> place : sum->count << -place);
    uint64_t magnitude = (steps << (format.precision - 1)) + significand;
    uint64_t infinity = fp_infinity(format, false);

    if (magnitude >= infinity)
        magnitude = infinity - !goes_away(rule->last, sum->negative, true, 1);
    return fp_zero(format, sum->negative) | magnitude;
}

static uint64_t wide_finish(const struct fp_model *model, struct wide sum,
                            const struct adder_rule *rule, uint64_t drawn)
{
    const struct adder_rule first = { .guard = -1, .last = rule->first };
    int precision = model->format.precision;
    int lowest = 1 - model->format.emax - (precision - 1) - sum.exponent;

    if (model->flush_out && wide_length(sum.count) < lowest + precision)
        return fp_zero(model->format, sum.negative);
    if (rule->bits > precision)
        wide_round(&sum, wide_length(sum.count) - rule->bits, &first, 0);
    int place = wide_length(sum.count) - precision;

    place = place > lowest ? place : lowest;
    wide_round(&sum, place, rule, drawn);
    return wide_encode(model, &sum, place, rule);
}

static struct fp_parts foreign_load(const struct fp_model *model, uint64_t bits)
{
    struct fp_parts parts = fp_unpack(model->format, bits);

    if (model->flush_in && parts.class == FP_CLASS_FINITE &&
        parts.significand >> (model->format.precision - 1) == 0)
        return (struct fp_parts){ FP_CLASS_ZERO, parts.negative, parts.exponent, 0 };
    return parts;
}

uint64_t foreign_add(const struct foreign_adder *adder, const struct fp_model *model,
                     uint64_t a, uint64_t b)
{
    struct fp_format format = model->format;
    struct fp_parts x = foreign_load(model, a), y = foreign_load(model, b);
    bool is_opposite = x.negative != y.negative;
    struct adder_rule rule;

    if (x.class == FP_CLASS_NAN || y.class == FP_CLASS_NAN)
        return fp_nan(format);
    if (x.class == FP_CLASS_INFINITE && y.class == FP_CLASS_INFINITE && is_opposite)
        return fp_nan(format);
    if (x.class == FP_CLASS_INFINITE || y.class == FP_CLASS_INFINITE)
        return fp_infinity(format,
                           x.class == FP_CLASS_INFINITE ? x.negative : y.negative);
    struct wide sum = wide_sum(adder, x, y, &rule);

    if (sum.count == 0)
        return fp_zero(format, is_opposite ? adder->rule.last == FP_RDN : x.negative);
    return wide_finish(model, sum, &rule, draw(adder, a, b));
}

static bool foreign_can(const struct unit *unit, enum unit_op op,
                        const struct fp_model *model)
{
    struct unit inner = unit_model();

    (void) unit;
    return inner.can(&inner, op, model);
}

static bool foreign_apply(const struct unit *unit, const struct unit_call *call)
{
    struct unit inner = unit_model();
    uint64_t flip = call->op == UNIT_SUB ? fp_zero(call->model.format, true) : 0;

    if (call->op != UNIT_ADD && call->op != UNIT_SUB)
        return inner.apply(&inner, call);
    for (size_t i = 0; i < call->count; i++)
        call->out[i] =
            foreign_add(unit->priv, &call->model, call->a[i], call->b[i] ^ flip);
    return true;
}

struct unit unit_foreign(const struct foreign_adder *adder)
{
    return (struct unit){ .name = "foreign",
                          .can = foreign_can,
                          .apply = foreign_apply,
                          .priv = (void *) (uintptr_t) adder };
}

// One or two digits before `end`, without a leading zero; -1 if there is anything else.
static int short_number(const char *text, char end)
{
    size_t length = strspn(text, "0123456789");
    bool is_led = text[0] == '0' && length > 1;

    return length == 0 || length > 2 || is_led || text[length] != end ? -1 : atoi(text);
}

static bool find_guarded(const char *word, struct adder_rule *rule)
{
    static const struct {
        const char *name;
        int low;
        enum fp_round last;
    } names[] = { { "chop-g", 0, FP_RTZ },
                  { "rne-ns", 1, FP_RNE },
                  { "rna-ns", 1, FP_RNA } };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i].name);

        if (strncmp(word, names[i].name, length) != 0)
            continue;
        int guard = short_number(word + length, '\0');

        if (guard < names[i].low || guard > FOREIGN_ADDER_GUARD_MAX)
            return false;
        *rule = (struct adder_rule){ .guard = guard, .last = names[i].last };
        return true;
    }
    return false;
}

bool adder_rule_find(const char *word, struct adder_rule *rule)
{
    static const char *const draws[] = {
        [FOREIGN_DRAW_FRACTION] = "stochastic",
        [FOREIGN_DRAW_NEIGHBOUR] = "faithful",
        [FOREIGN_DRAW_TIE] = "ties-hash",
    };
    enum fp_round round;

    for (int i = FOREIGN_DRAW_FRACTION; i <= FOREIGN_DRAW_TIE; i++) {
        if (strcmp(word, draws[i]) != 0)
            continue;
        *rule = (struct adder_rule){ .guard = -1, .draw = (enum foreign_draw) i };
        return true;
    }
    if (find_guarded(word, rule))
        return true;
    if (!fp_round_find(word, &round))
        return false;
    *rule = (struct adder_rule){ .guard = -1, .last = round };
    return true;
}

bool foreign_read_model(struct foreign_adder *adder, const char *word,
                        enum fp_round *round)
{
    if (!adder_rule_find(word, &adder->rule))
        return false;
    adder->used = !fp_round_find(word, round);
    if (adder->used)
        *round = adder->rule.last;
    return true;
}

// The rule that came last.
static struct adder_rule *current_rule(struct foreign_adder *adder)
{
    return adder->by_sign ? &adder->negative : &adder->rule;
}

bool foreign_read_first(struct foreign_adder *adder, const char *id, const char *value)
{
    const char *colon = strchr(value, ':');
    struct adder_rule *rule = current_rule(adder), first = { .guard = -1 };

    rule->bits = short_number(value, colon ? ':' : '\0');
    if (rule->bits < 0 || rule->bits > FOREIGN_ADDER_FIRST_MAX) {
        log_error("%s: double=%s does not begin with a number of up to %d bits", id,
                  value, FOREIGN_ADDER_FIRST_MAX);
        return false;
    }
    if (colon &&
        (!adder_rule_find(colon + 1, &first) || first.draw || first.guard >= 0)) {
        log_error("%s: double=%s: '%s' is not a rounding model of an exact sum", id,
                  value, colon + 1);
        return false;
    }
    rule->first = first.last;
    return true;
}

bool foreign_read_sticky(struct foreign_adder *adder, const char *id, const char *value)
{
    struct adder_rule *rule = current_rule(adder);

    rule->sticky = short_number(value, '\0');
    if (rule->sticky < 1 || rule->sticky > FOREIGN_ADDER_STICKY_MAX) {
        log_error("%s: sticky=%s is not from 1 to %d", id, value,
                  FOREIGN_ADDER_STICKY_MAX);
        return false;
    }
    return true;
}

bool foreign_read_sign(struct foreign_adder *adder, const char *id, const char *value)
{
    adder->by_sign = adder_rule_find(value, &adder->negative);
    if (!adder->by_sign)
        log_error("%s: sign=%s is not a rounding model", id, value);
    return adder->by_sign;
}

static bool rule_fits(const struct adder_rule *rule, const char *id, int precision)
{
    if (rule->bits && rule->bits <= precision) {
        log_error("%s: double=%d is not more than the %d bits of the format", id,
                  rule->bits, precision);
        return false;
    }
    if (rule->sticky && rule->guard < 0) {
        log_error("%s: sticky=%d needs chop-gN, rne-nsN or rna-nsN", id, rule->sticky);
        return false;
    }
    return true;
}

bool foreign_settle(struct foreign_adder *adder, const char *id, int precision)
{
    adder->used = adder->used || adder->by_sign || adder->far || adder->rule.bits ||
                  adder->rule.sticky;
    return rule_fits(&adder->rule, id, precision) &&
           (!adder->by_sign || rule_fits(&adder->negative, id, precision));
}
