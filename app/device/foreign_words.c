// SPDX-License-Identifier: MIT

#include "device/foreign_adder.h"

#include "base/log.h"

#include <stdlib.h>
#include <string.h>

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
