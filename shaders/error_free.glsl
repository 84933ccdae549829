// SPDX-License-Identifier: MIT
// s and e with s + e = a + b, or a * b, exactly; and sums and products of pairs on top of
// them. Every step rounds. The results of the transforms are multiplied by a 1 that is
// an operand, so that a type that is computed wide shows the width it is stored in.
void pair_sum(REAL ah, REAL al, REAL bh, REAL bl, out REAL high, out REAL low)
{
    REAL sh;
    REAL sl;
    REAL th;
    REAL tl;
    REAL vh;
    REAL vl;

    two_sum(ah, bh, sh, sl);
    two_sum(al, bl, th, tl);

    EXACT REAL c = GUARD(sl + th);

    fast_two_sum(sh, c, vh, vl);

    EXACT REAL w = GUARD(tl + vl);

    fast_two_sum(vh, w, high, low);
}

void pair_step(REAL factor, REAL ah, REAL al, REAL c, out REAL high, out REAL low)
{
    REAL p;
    REAL e;
    REAL qh;
    REAL ql;
    REAL sh;
    REAL sl;

    two_product(factor, ah, ah, p, e);

    EXACT REAL rest = GUARD(e + GUARD(ah * al));

    rest = GUARD(rest + GUARD(al * ah));
    fast_two_sum(p, rest, qh, ql);
    two_sum(qh, c, sh, sl);

    EXACT REAL low_sum = GUARD(ql + sl);

    fast_two_sum(sh, low_sum, high, low);
}

void probe()
{
    REAL high;
    REAL low;

    if (line_is(0)) {
        two_sum(operand(0), operand(1), high, low);
        result(0, high * operand(3));
        result(1, low * operand(3));
    }
    if (line_is(1)) {
        fast_two_sum(operand(0), operand(1), high, low);
        result(0, high * operand(3));
        result(1, low * operand(3));
    }
#ifdef HAS_FMA
    if (line_is(2)) {
        EXACT REAL p = GUARD(operand(0) * operand(1));
        EXACT REAL e = GUARD(fma(again(0), again(1), -p));

        result(0, p * operand(3));
        result(1, e * operand(3));
    }
#endif
    if (line_is(3)) {
        two_product(operand(2), operand(0), operand(1), high, low);
        result(0, high * operand(3));
        result(1, low * operand(3));
    }
    if (line_is(4)) {
        split(operand(2), operand(0), high, low);
        result(0, high * operand(3));
        result(1, low * operand(3));
    }
    if (line_is(5)) {
        pair_sum(operand(0), operand(1), operand(2), operand(3), high, low);
        result(0, high);
        result(1, low);
    }
    if (line_is(6)) {
        pair_product(operand(3), operand(0), operand(1), operand(2), high, low);
        result(0, high);
        result(1, low);
    }
    if (line_is(7)) {
        pair_step(operand(3), operand(0), operand(1), operand(2), high, low);
        result(0, high);
        result(1, low);
    }
}
