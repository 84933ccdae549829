// SPDX-License-Identifier: MIT

#include "base/foreign.h"

#include "base/text.h"

#include <stdio.h>

static const char *const to_words[] = {
    [FP_RNE] = "to nearest even",
    [FP_RNA] = "to nearest, ties away from zero",
    [FP_RNZ] = "to nearest, ties to zero",
    [FP_RNU] = "to nearest, ties up",
    [FP_RND] = "to nearest, ties down",
    [FP_RNO] = "to nearest, ties to odd",
    [FP_RTZ] = "toward zero",
    [FP_RAZ] = "away from zero",
    [FP_RUP] = "up",
    [FP_RDN] = "down",
    [FP_RO] = "to odd",
};

bool foreign_rule_same(const struct foreign_rule *a, const struct foreign_rule *b)
{
    return a->round == b->round && a->guard == b->guard && a->sticky == b->sticky &&
           a->bits == b->bits && (!a->bits || a->first == b->first);
}

bool foreign_same(const struct foreign *a, const struct foreign *b)
{
    return a->known == b->known &&
           (!a->known || (foreign_rule_same(&a->positive, &b->positive) &&
                          foreign_rule_same(&a->negative, &b->negative)));
}

struct foreign_rule foreign_rule_of(enum fp_round round)
{
    struct foreign_rule rule = { .round = round, .guard = -1 };

    if (round >= FP_RNA_NS1)
        rule =
            (struct foreign_rule){ FP_RNA, FP_RNE, (int) round - FP_RNA_NS1 + 1, 0, 0 };
    else if (round >= FP_RNE_NS1)
        rule =
            (struct foreign_rule){ FP_RNE, FP_RNE, (int) round - FP_RNE_NS1 + 1, 0, 0 };
    else if (round >= FP_CHOP_G0)
        rule = (struct foreign_rule){ FP_RTZ, FP_RNE, (int) round - FP_CHOP_G0, 0, 0 };
    return rule;
}

static void rule_name(const struct foreign_rule *rule, char *text, size_t size)
{
    const char *name = fp_round_name(rule->round);

    if (rule->guard < 0)
        text_add(text, size, "%s", name);
    else if (rule->round == FP_RTZ)
        text_add(text, size, "chop-g%d", rule->guard);
    else
        text_add(text, size, "%s-ns%d", name, rule->guard);
    if (rule->sticky)
        text_add(text, size, ",sticky=%d", rule->sticky);
    if (rule->bits)
        text_add(text, size, ",double=%d", rule->bits);
    if (rule->bits && rule->first != FP_RNE)
        text_add(text, size, ":%s", fp_round_name(rule->first));
}

void foreign_name(const struct foreign *adder, char *text, size_t size)
{
    text[0] = '\0';
    rule_name(&adder->positive, text, size);
    if (foreign_rule_same(&adder->positive, &adder->negative))
        return;
    text_add(text, size, ",sign=");
    rule_name(&adder->negative, text, size);
}

static void guard_words(const struct foreign_rule *rule, char *text, size_t size)
{
    if (rule->guard < 0)
        return;
    text_add(text, size, ", %d guard bit%s", rule->guard, rule->guard == 1 ? "" : "s");
    if (rule->sticky)
        text_add(text, size, ", a sticky bit of %d place%s", rule->sticky,
                 rule->sticky == 1 ? "" : "s");
    else
        text_add(text, size, ", no sticky bit");
}

static void rule_words(const struct foreign_rule *rule, char *text, size_t size)
{
    if (rule->bits)
        text_add(text, size, "rounds %s to %d bits, then %s", to_words[rule->first],
                 rule->bits, to_words[rule->round]);
    else if (rule->guard >= 0 && rule->round == FP_RTZ)
        text_add(text, size, "chops");
    else
        text_add(text, size, "rounds %s", to_words[rule->round]);
    guard_words(rule, text, size);
}

void foreign_words(const struct foreign *adder, char *text, size_t size)
{
    bool same = foreign_rule_same(&adder->positive, &adder->negative);

    text[0] = '\0';
    text_add(text, size, "%s", same ? "" : "by sign: ");
    rule_words(&adder->positive, text, size);
    if (same)
        return;
    text_add(text, size, " if positive, ");
    rule_words(&adder->negative, text, size);
    text_add(text, size, " if negative");
}
