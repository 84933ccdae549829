// SPDX-License-Identifier: MIT
//
// The numbers of a sweep and their operands: every word once, every cell once, chunks
// that are binades, ranges that are what was asked for.

#include "base/fp.h"
#include "sweep/domain.h"
#include "sweep/function.h"
#include "tests/shared/group.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "domain" };

static uint64_t random64(void)
{
    static uint64_t state = UINT64_C(0x9e3779b97f4a7c15);

    state ^= state << 13; // xorshift, G. Marsaglia 2003
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

TEST(names_are_found)
{
    for (int i = 0; i < DOMAIN_KIND_COUNT; i++) {
        enum domain_kind kind = DOMAIN_KIND_COUNT;

        assert_true(domain_find(domain_name((enum domain_kind) i), &kind));
        assert_int_equal(kind, i);
    }
    enum domain_kind kept = DOMAIN_PAIRS;
    assert_false(domain_find("pair", &kept));
    assert_int_equal(kept, DOMAIN_PAIRS);
}

// x and -x are neighbours, chunk c is the binade of exponent field c.
TEST(bits_are_signed_neighbours)
{
    struct domain domain = domain_whole(DOMAIN_BITS, 0);

    for (int i = 0; i < 100000; i++) {
        uint32_t number = (uint32_t) random64();
        struct operands x = domain_operands(&domain, number);

        assert_int_equal((uint32_t) (x.a << 1 | x.a >> 31), number);
        assert_int_equal(x.a >> 31, domain_side(&domain, number));
        assert_int_equal(x.a >> 23 & 0xff, domain_chunk(&domain, number));
        assert_int_equal(domain_operands(&domain, number ^ 1).a, x.a ^ 0x80000000u);
        assert_int_equal(x.b, 0);
    }
}

// For each kind: what of the operands the number alone decides, whatever the seed.
TEST(cells_are_all_there)
{
    static const struct {
        enum domain_kind kind;
        int bits;
        uint64_t a_mask, b_mask;
    } kinds[] = {
        { DOMAIN_PAIRS, 0, 0xffff0000u, 0xffff0000u },
        { DOMAIN_MANTISSAS, 0, 0x7fff80, 0x7fff80 },
        { DOMAIN_DOUBLES, 20, UINT64_MAX << 44, 0 },
        { DOMAIN_DOUBLES, 32, UINT64_MAX << 32, 0 },
        { DOMAIN_DOUBLE_PAIRS, 20, UINT64_MAX << 54, UINT64_MAX << 54 },
        { DOMAIN_DOUBLE_PAIRS, 32, UINT64_MAX << 48, UINT64_MAX << 48 },
    };

    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        struct domain plain = domain_whole(kinds[k].kind, kinds[k].bits);
        struct domain drawn = plain;
        bool differs = false;

        plain.seed = 0;
        drawn.seed = 7;
        for (int i = 0; i < 20000; i++) {
            uint64_t number = random64() >> (64 - plain.bits);
            struct operands p = domain_operands(&plain, number);
            struct operands d = domain_operands(&drawn, number);

            assert_int_equal(p.a & kinds[k].a_mask, d.a & kinds[k].a_mask);
            assert_int_equal(p.b & kinds[k].b_mask, d.b & kinds[k].b_mask);
            differs = differs || p.a != d.a;
            if (kinds[k].kind == DOMAIN_PAIRS || kinds[k].kind == DOMAIN_DOUBLES)
                assert_int_equal(d.a >> (kinds[k].kind == DOMAIN_PAIRS ? 31 : 63),
                                 domain_side(&drawn, number));
        }
        assert_true(differs);
    }
}

// 2^16 cells of a narrow sample: each once.
TEST(no_cell_is_twice)
{
    static uint8_t seen[1 << 16];
    struct domain domain = domain_whole(DOMAIN_DOUBLE_PAIRS, 16);

    for (uint32_t number = 0; number < 1 << 16; number++) {
        struct operands x = domain_operands(&domain, number);

        seen[x.a >> 56 << 8 | x.b >> 56]++;
    }
    for (int i = 0; i < 1 << 16; i++)
        assert_int_equal(seen[i], 1);
}

TEST(integers_are_in_range)
{
    struct domain domain = domain_whole(DOMAIN_INTEGERS, 0);
    bool low = false, high = false;

    domain.low = -300;
    domain.span = 601;
    for (uint32_t n = 0; n < 1 << 16; n++) {
        int32_t b = (int32_t) domain_operands(&domain, n).b;

        assert_in_range(b + 300, 0, 600);
        low = low || b == -300;
        high = high || b == 300;
    }
    assert_true(low && high);
}

// The second operand of a double may be the order of a Bessel function.
TEST(doubles_have_their_integer)
{
    const struct function function = { .math = MATH_JN, .domain = DOMAIN_DOUBLES };
    struct domain domain = domain_whole(DOMAIN_DOUBLES, 20);

    for (int32_t low = -2; low <= 128; low += 65) {
        domain.low = low;
        struct operands x = domain_operands(&domain, 0x12345);

        assert_int_equal((int32_t) x.b, low);
        assert_true(axis_value(&function, &domain, x, true) == low);
        assert_true(axis_value(&function, &domain, x, false) == fp_from_bits64(x.a));
    }
}

TEST(division_has_every_pair)
{
    struct domain domain = domain_whole(DOMAIN_DIVISION, 0);
    struct operands x = domain_operands(&domain, (UINT64_C(0x123456) << 23) | 0x7fffff);

    assert_int_equal(x.b, 0x3f800000 | 0x123456);
    assert_int_equal(x.a, 0x3fffffff);
    assert_int_equal(domain_chunk(&domain, UINT64_C(0x123456) << 23), 0x123456 >> 15);
}

// The numbers that a limit leaves are those whose operand is in it, or in a cell that is.
TEST(limits_cut)
{
    static const struct {
        enum domain_kind kind;
        uint64_t low, high, first, last;
    } cases[] = {
        { DOMAIN_BITS, 0x3f800000, 0x3fffffff, 0x7f000000, 0x7fffffff },
        { DOMAIN_BITS, 0, 0xffffffff, 0, 0xffffffff },
        { DOMAIN_BITS, 1, 1, 2, 3 },
        { DOMAIN_PAIRS, 0x3f800000, 0x3f80ffff, 0x7f000000, 0x7f01ffff },
        { DOMAIN_MANTISSAS, 0x3f800000, 0x3f80007f, 0, 0xffff },
        { DOMAIN_DIVISION, 0, 0x3f800000, 0, 0x7fffff },
        { DOMAIN_DIVISION, 0x3f800001, 0x3f800002, 0x800000, 0x17fffff },
        { DOMAIN_DOUBLES, 0, UINT64_MAX, 0, 0xfffff },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct domain domain = domain_whole(cases[i].kind, 20);

        assert_true(domain_limit(&domain, cases[i].low, cases[i].high));
        assert_int_equal(domain.first, cases[i].first);
        assert_int_equal(domain.last, cases[i].last);
    }
    struct domain domain = domain_whole(DOMAIN_BITS, 0);
    assert_false(domain_limit(&domain, 2, 1));
    assert_false(domain_limit(&domain, 0x80000000, 0xffffffff));
    domain = domain_whole(DOMAIN_DIVISION, 0);
    assert_false(domain_limit(&domain, 0, 0x3f7fffff));
}

TEST(ranges_meet)
{
    struct domain domain = domain_whole(DOMAIN_BITS, 0);
    uint64_t first, last, next = 0x7f123456;

    domain.first = next;
    domain.last = 0x81000001;
    for (int chunk = 0; chunk < DOMAIN_CHUNKS; chunk++) {
        if (!domain_range(&domain, chunk, &first, &last))
            continue;
        assert_int_equal(first, next);
        assert_int_equal(domain_chunk(&domain, first), chunk);
        assert_int_equal(domain_chunk(&domain, last), chunk);
        next = last + 1;
    }
    assert_int_equal(next, 0x81000002);
}

TEST(functions_have_names)
{
    assert_string_equal(math_list[MATH_TANH].name, "tanh");
    assert_int_equal(math_list[MATH_TANH].parity, MATH_ODD);
    assert_int_equal(math_list[MATH_ACOS].direction[0], -1);
    assert_int_equal(math_list[MATH_YN].operands, MATH_WITH_INT);
    for (int i = 0; i < MATH_COUNT; i++)
        assert_non_null(math_list[i].name);
    // An odd function that rises on the right falls, for growing |x|, on the left.
    for (int i = 0; i < MATH_COUNT; i++)
        if (math_list[i].parity == MATH_ODD)
            assert_int_equal(math_list[i].direction[0], -math_list[i].direction[1]);
        else if (math_list[i].parity == MATH_EVEN)
            assert_int_equal(math_list[i].direction[0], math_list[i].direction[1]);
}
