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

bool foreign_same(const struct foreign *a, const struct foreign *b)
{
    return a->known == b->known && a->round == b->round && a->guard == b->guard &&
           a->sticky == b->sticky && a->bits == b->bits &&
           (!a->bits || a->first == b->first);
}

struct foreign foreign_of(enum fp_round round)
{
    struct foreign adder = { .known = true, .round = round, .guard = -1 };

    if (round >= FP_RNA_NS1) {
        adder.round = FP_RNA;
        adder.guard = (int) round - FP_RNA_NS1 + 1;
    } else if (round >= FP_RNE_NS1) {
        adder.round = FP_RNE;
        adder.guard = (int) round - FP_RNE_NS1 + 1;
    } else if (round >= FP_CHOP_G0) {
        adder.round = FP_RTZ;
        adder.guard = (int) round - FP_CHOP_G0;
    }
    return adder;
}

void foreign_name(const struct foreign *adder, char *text, size_t size)
{
    const char *name = fp_round_name(adder->round);

    text[0] = '\0';
    if (adder->guard < 0)
        text_add(text, size, "%s", name);
    else if (adder->round == FP_RTZ)
        text_add(text, size, "chop-g%d", adder->guard);
    else
        text_add(text, size, "%s-ns%d", name, adder->guard);
    if (adder->sticky)
        text_add(text, size, ",sticky=%d", adder->sticky);
    if (adder->bits)
        text_add(text, size, ",double=%d", adder->bits);
    if (adder->bits && adder->first != FP_RNE)
        text_add(text, size, ":%s", fp_round_name(adder->first));
}

static void guard_words(const struct foreign *adder, char *text, size_t size)
{
    if (adder->guard < 0)
        return;
    text_add(text, size, ", %d guard bit%s", adder->guard, adder->guard == 1 ? "" : "s");
    if (adder->sticky)
        text_add(text, size, ", a sticky bit of %d place%s", adder->sticky,
                 adder->sticky == 1 ? "" : "s");
    else
        text_add(text, size, ", no sticky bit");
}

void foreign_words(const struct foreign *adder, char *text, size_t size)
{
    text[0] = '\0';
    if (adder->bits)
        text_add(text, size, "rounds %s to %d bits, then %s", to_words[adder->first],
                 adder->bits, to_words[adder->round]);
    else if (adder->guard >= 0 && adder->round == FP_RTZ)
        text_add(text, size, "chops");
    else
        text_add(text, size, "rounds %s", to_words[adder->round]);
    guard_words(adder, text, size);
}
