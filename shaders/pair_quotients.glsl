// SPDX-License-Identifier: MIT
// a / b and sqrt(a) of pairs: a quotient, or a root, of the high parts, and a second one of
// what is left. Every step rounds but ah - rh, ah - p and s + s.
void pair_quotient(REAL factor, REAL ah, REAL al, REAL bh, REAL bl, out REAL high, out REAL low)
{
    EXACT REAL t = GUARD(ah / bh);
    REAL rh;
    REAL rl;

    pair_product(factor, bh, bl, t, rh, rl);

    EXACT REAL rest_high = GUARD(ah - rh);
    EXACT REAL rest_low = GUARD(al - rl);
    EXACT REAL rest = GUARD(rest_high + rest_low);
    EXACT REAL second = GUARD(rest / bh);

    fast_two_sum(t, second, high, low);
}

void pair_root(REAL factor, REAL ah, REAL al, out REAL high, out REAL low)
{
    EXACT REAL s = GUARD(sqrt(ah));
    REAL p;
    REAL e;

    two_product(factor, s, s, p, e);

    EXACT REAL rest = GUARD(ah - p);

    rest = GUARD(rest - e);
    rest = GUARD(rest + al);

    EXACT REAL twice = GUARD(s + s);
    EXACT REAL second = GUARD(rest / twice);

    fast_two_sum(s, second, high, low);
}

void probe()
{
    REAL high;
    REAL low;

    if (line_is(0)) {
        pair_quotient(operand(3), operand(0), operand(1), operand(2), again(1), high, low);
        result(0, high);
        result(1, low);
    }
    if (line_is(1)) {
        pair_root(operand(3), operand(0), operand(1), high, low);
        result(0, high);
        result(1, low);
    }
}
