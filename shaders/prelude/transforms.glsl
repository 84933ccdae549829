// SPDX-License-Identifier: MIT
// What float-float arithmetic is made of, for the probes that ask for it: s and e with
// s + e = a + b, or a * b, exactly, and a pair times a float. Every step rounds.
void two_sum(REAL a, REAL b, out REAL high, out REAL low)
{
    EXACT REAL s = GUARD(a + b);
    EXACT REAL v = GUARD(s - a);
    EXACT REAL rest_a = GUARD(a - GUARD(s - v));
    EXACT REAL rest_b = GUARD(b - v);
    EXACT REAL e = GUARD(rest_a + rest_b);

    high = s;
    low = e;
}

void fast_two_sum(REAL a, REAL b, out REAL high, out REAL low)
{
    EXACT REAL s = GUARD(a + b);
    EXACT REAL e = GUARD(b - GUARD(s - a));

    high = s;
    low = e;
}

void split(REAL factor, REAL a, out REAL high, out REAL low)
{
    EXACT REAL c = GUARD(factor * a);
    EXACT REAL h = GUARD(c - GUARD(c - a));
    EXACT REAL l = GUARD(a - h);

    high = h;
    low = l;
}

void two_product(REAL factor, REAL a, REAL b, out REAL high, out REAL low)
{
    REAL ah;
    REAL al;
    REAL bh;
    REAL bl;

    split(factor, a, ah, al);
    split(factor, b, bh, bl);

    EXACT REAL p = GUARD(a * b);
    EXACT REAL e = GUARD(GUARD(ah * bh) - p);

    e = GUARD(e + GUARD(ah * bl));
    e = GUARD(e + GUARD(al * bh));
    e = GUARD(e + GUARD(al * bl));
    high = p;
    low = e;
}

void pair_product(REAL factor, REAL ah, REAL al, REAL b, out REAL high, out REAL low)
{
    REAL p;
    REAL e;

    two_product(factor, ah, b, p, e);

    EXACT REAL rest = GUARD(e + GUARD(al * b));

    fast_two_sum(p, rest, high, low);
}
