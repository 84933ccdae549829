// SPDX-License-Identifier: MIT
//
// Sweeps in GL, without a judge: operands are those of domain.h, bit for bit, in every
// stage; what is exact comes out exact, and the same from each stage.

#include "base/fp.h"
#include "sweep_gl/functions.h"
#include "tests/shared/group.h"
#include "tests/sweep_gl/device.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// More than a row of a tile, no multiple of four.
#define COUNT 9003

static uint64_t state_of_random = 5;

static uint64_t next_random(void)
{
    state_of_random ^= state_of_random << 13; // xorshift, G. Marsaglia 2003
    state_of_random ^= state_of_random >> 7;
    state_of_random ^= state_of_random << 17;
    return state_of_random;
}

static const struct domain bits = { .kind = DOMAIN_BITS, .bits = 32 };

static const struct domain domains[] = {
    { .kind = DOMAIN_BITS, .bits = 32 },
    { .kind = DOMAIN_PAIRS, .bits = 32 },
    { .kind = DOMAIN_PAIRS, .bits = 32, .seed = 1 },
    { .kind = DOMAIN_INTEGERS, .bits = 32, .seed = 1, .low = -126, .span = 255 },
    { .kind = DOMAIN_INTEGERS, .bits = 32, .low = INT32_MIN, .span = 65536 },
    { .kind = DOMAIN_MANTISSAS, .bits = 32, .seed = 0xdeadbeef },
    { .kind = DOMAIN_DIVISION, .bits = 46 },
};

// The run ends where the upper 32 bits do.
static uint64_t random_run(const struct domain *domain)
{
    uint64_t number = next_random() >> (64 - domain->bits);
    uint32_t most = UINT32_MAX - COUNT;

    return (uint32_t) number > most ? number - COUNT : number;
}

static void operands_are_those_of_the_domain(void **state)
{
    for (size_t d = 0; d < COUNT_OF(domains); d++)
        for (int stage = 0; stage < STAGE_COUNT; stage++) {
            const struct domain *domain = &domains[d];
            uint64_t first = random_run(domain);
            uint32_t *words[2];

            if (gl_sweep_lacks(&sweep_device, (enum stage) stage))
                continue;
            words[0] = sweep_device_words("    return a_bits;\n", domain,
                                          (enum stage) stage, first, COUNT);
            words[1] = sweep_device_words("    return b_bits;\n", domain,
                                          (enum stage) stage, first, COUNT);
            for (size_t i = 0; i < COUNT; i++) {
                struct operands want = domain_operands(domain, first + i);

                if (words[0][i] != (uint32_t) want.a || words[1][i] != (uint32_t) want.b)
                    fail_msg("%s %s %llx: got %08x %08x want %08x %08x",
                             domain_name(domain->kind), stage_name((enum stage) stage),
                             (unsigned long long) (first + i), words[0][i], words[1][i],
                             (uint32_t) want.a, (uint32_t) want.b);
            }
            free(words[0]);
            free(words[1]);
        }
}

// Exact in every stage, of operands that no stage flushes. From a binary32's bits.
static float do_fract(float x)
{
    return x - floorf(x);
}

static float do_sign(float x)
{
    return x > 0 ? 1.0f : x < 0 ? -1.0f : 0.0f;
}

static const struct {
    const char *name;
    float (*call)(float);
} exact[] = {
    { "gl:floor", floorf },    { "gl:ceil", ceilf }, { "gl:trunc", truncf },
    { "gl:roundEven", rintf }, { "gl:abs", fabsf },  { "gl:sign", do_sign },
    { "gl:fract", do_fract },
};

// The first magnitudes of ranges in which there are halves, ones, and large numbers.
static const uint32_t magnitudes[] = { 0x3efff000, 0x3f7ff000, 0x40000000,
                                       0x46fff800, 0x4b000000, 0x4f000000 };

static void compare_exact(const struct function *function, float (*call)(float),
                          struct gl_sweep *sweep, uint32_t magnitude)
{
    uint64_t first = (uint64_t) magnitude << 1;
    uint32_t *got = sweep_device_fill(sweep, first, COUNT);

    for (size_t i = 0; i < COUNT; i++) {
        float x = fp_from_bits((uint32_t) domain_operands(&bits, first + i).a);
        float want = call(x);

        if (got[i] != fp_bits(want) && !(fp_from_bits(got[i]) == 0 && want == 0))
            fail_msg("%s %a: got %a want %a", function->name, (double) x,
                     (double) fp_from_bits(got[i]), (double) want);
    }
    free(got);
}

static void exact_functions_are_exact(void **state)
{
    for (size_t f = 0; f < COUNT_OF(exact); f++)
        for (int stage = 0; stage < STAGE_COUNT; stage++) {
            const struct function *function = sweep_device_function(exact[f].name);
            struct gl_sweep *sweep;

            if (!sweep_device_can(function, (enum stage) stage))
                continue;
            sweep = sweep_device_sweep_of(function, &bits, (enum stage) stage, COUNT);
            for (size_t m = 0; m < COUNT_OF(magnitudes); m++)
                compare_exact(function, exact[f].call, sweep, magnitudes[m]);
            gl_sweep_close(sweep);
        }
}

// Integers and halves, whose results are not floats of the same kind.
static uint32_t host_of(const char *name, uint32_t word)
{
    struct fp_format half = FP_BINARY16, single = FP_BINARY32;

    if (!strcmp(name, "gl:int2float"))
        return fp_bits((float) (int32_t) word);
    if (!strcmp(name, "gl:uint2float"))
        return fp_bits((float) word);
    if (!strcmp(name, "gl:float2int") || !strcmp(name, "gl:float2uint"))
        return (uint32_t) (int32_t) fp_from_bits(word);
    if (!strcmp(name, "gl:packHalf2x16"))
        return (uint32_t) fp_convert(single, half, FP_RNE, word);
    if (!strcmp(name, "gl:unpackHalf2x16.y"))
        word >>= 16;
    return (uint32_t) fp_convert(half, single, FP_RNE, word & 0xffff);
}

static void conversions_are_those_of_the_host(void **state)
{
    // Large and small words, and floats that are in range of what they become.
    static const struct {
        const char *name;
        uint64_t first;
    } cases[] = {
        { "gl:int2float", 0x12345678 },    { "gl:int2float", 0xffffd000 },
        { "gl:uint2float", 0x8ffffff1 },   { "gl:float2int", 0x9d000000 },
        { "gl:float2int", 0x7f000000 },    { "gl:float2uint", 0x9d800000 },
        { "gl:packHalf2x16", 0x7f001000 }, { "gl:packHalf2x16", 0x8efff000 },
        { "gl:unpackHalf2x16.x", 0x1000 }, { "gl:unpackHalf2x16.y", 0x34560000 },
    };

    for (size_t c = 0; c < COUNT_OF(cases); c++)
        for (int stage = 0; stage < STAGE_COUNT; stage++) {
            const struct function *function = sweep_device_function(cases[c].name);
            uint32_t *got;

            if (!sweep_device_can(function, (enum stage) stage))
                continue;
            got = sweep_device_results(function, &bits, (enum stage) stage,
                                       cases[c].first, COUNT);
            for (size_t i = 0; i < COUNT; i++) {
                uint32_t a = (uint32_t) domain_operands(&bits, cases[c].first + i).a;

                if (got[i] != host_of(cases[c].name, a))
                    fail_msg("%s %s %08x: got %08x want %08x", cases[c].name,
                             stage_name((enum stage) stage), a, got[i],
                             host_of(cases[c].name, a));
            }
            free(got);
        }
}

// A float that came becomes the half that the model of IEEE 754 rounds it to.
static void halves_are_rounded_to_nearest(void **state)
{
    // Around the smallest half and the middle below it, subnormal ones, the first normal
    // one, ties at 1, the end, and infinity and NaN.
    static const uint32_t from[] = { 0x32fff800, 0x337ff800, 0x34123000, 0x387ff800,
                                     0x3f7ff800, 0x477fe800, 0x7f7ff800 };
    // abs leaves what is below 1, trunc has both signs
    static const char *const names[] = { "gl:abs", "gl:trunc" };
    struct fp_format half = FP_BINARY16, single = FP_BINARY32;

    for (size_t c = 0; c < COUNT_OF(from) * 2; c++) {
        struct function function = *sweep_device_function(names[c % 2]);
        uint64_t first = (uint64_t) from[c / 2] << 1;
        uint32_t *got;

        function.result = FUNCTION_BINARY16;
        got = sweep_device_results(&function, &bits, STAGE_FRAGMENT, first, COUNT);
        for (size_t i = 0; i < COUNT; i++) {
            float x = fp_from_bits((uint32_t) domain_operands(&bits, first + i).a);
            uint32_t y = fp_bits(c % 2 ? truncf(x) : fabsf(x));
            uint32_t want = (uint32_t) fp_convert(single, half, FP_RNE, y);

            if (isnan(x) ? (got[i] & 0x7fff) <= 0x7c00
                         : got[i] != want && ((got[i] | want) & 0x7fff) != 0)
                fail_msg("%s %a: got %04x want %04x", function.name, (double) x, got[i],
                         want);
        }
        free(got);
    }
}

// Whatever they are, all stages agree on each function; of the pairs too.
static void stages_agree(void **state)
{
    int count;
    const struct function *functions = sweep_gl_functions(&count);

    for (int f = 0; f < count; f++) {
        const struct domain domain = {
            .kind = functions[f].domain,
            .bits = 32,
            .seed = 1,
            .low = functions[f].low,
            .span = functions[f].span,
        };
        // Normal numbers about 1.3, in the upper half of a or in a itself.
        uint64_t first = functions[f].domain == DOMAIN_BITS ? 0x7f4c0000 : 0x7f4c3f80;
        uint32_t *other = NULL;

        for (int stage = 0; stage < STAGE_COUNT; stage++) {
            uint32_t *got;

            if (!sweep_device_can(&functions[f], (enum stage) stage))
                continue;
            got = sweep_device_results(&functions[f], &domain, (enum stage) stage, first,
                                       COUNT);
            for (size_t i = 0; other && i < COUNT; i++)
                if (got[i] != other[i] &&
                    !(isnan(fp_from_bits(got[i])) && isnan(fp_from_bits(other[i]))))
                    fail_msg("%s %s %llx: got %08x want %08x", functions[f].name,
                             stage_name((enum stage) stage),
                             (unsigned long long) (first + i), got[i], other[i]);
            free(other);
            other = got;
        }
        free(other);
    }
}

// Runs at places of a buffer, in order: each keeps its words.
static void runs_lie_side_by_side(void **state)
{
    static const uint64_t firsts[] = { 7, 0xfffff000, 0x80000000 };
    char operands[SWEEP_GL_TEXT];
    static uint32_t words[3 * GL_SWEEP_ALIGN];

    assert_true(sweep_gl_operands(&bits, operands));
    for (int stage = 0; stage < STAGE_COUNT; stage++) {
        struct gl_sweep *sweep;

        if (gl_sweep_lacks(&sweep_device, (enum stage) stage))
            continue;
        sweep = gl_sweep_open(&sweep_device,
                              &(struct gl_sweep_ask){ .stage = (enum stage) stage,
                                                      .extensions = "",
                                                      .operands = operands,
                                                      .answer = "    return a_bits;\n",
                                                      .words = 2 * GL_SWEEP_ALIGN + 1,
                                                      .buffers = 3,
                                                      .stays = true });
        assert_non_null(sweep);
        for (size_t i = 0; i < 3; i++)
            assert_true(gl_sweep_fill(sweep, 1, i * GL_SWEEP_ALIGN, firsts[i], 4001));
        assert_true(gl_sweep_read(sweep, 1, words, 2 * GL_SWEEP_ALIGN + 4001));
        for (size_t i = 0; i < 3; i++)
            for (size_t k = 0; k < 4001; k += 1000)
                assert_int_equal(words[i * GL_SWEEP_ALIGN + k],
                                 domain_operands(&bits, (uint32_t) (firsts[i] + k)).a);
        assert_int_not_equal(gl_sweep_buffer(sweep, 0), gl_sweep_buffer(sweep, 1));
        gl_sweep_close(sweep);
    }
}

static void bad_shaders_are_refused(void **state)
{
    for (int stage = 0; stage < STAGE_COUNT; stage++) {
        if (gl_sweep_lacks(&sweep_device, (enum stage) stage))
            continue;
        assert_null(gl_sweep_open(&sweep_device,
                                  &(struct gl_sweep_ask){ .stage = (enum stage) stage,
                                                          .extensions = "",
                                                          .operands = "",
                                                          .answer = "return nonsense;",
                                                          .words = 4,
                                                          .buffers = 1 }));
        assert_non_null(strstr(sweep_device.reason, "nonsense"));
    }
}

TEST_GROUP(sweep_gl)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operands_are_those_of_the_domain),
        cmocka_unit_test(exact_functions_are_exact),
        cmocka_unit_test(conversions_are_those_of_the_host),
        cmocka_unit_test(halves_are_rounded_to_nearest),
        cmocka_unit_test(stages_agree),
        cmocka_unit_test(runs_lie_side_by_side),
        cmocka_unit_test(bad_shaders_are_refused),
    };

    cmocka_set_test_filter(getenv("FPSTRIPE_TEST_ONLY"));
    cmocka_set_skip_filter(getenv("FPSTRIPE_TEST_NOT"));
    return cmocka_run_group_tests(tests, sweep_device_open, sweep_device_close);
}
