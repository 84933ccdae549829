// SPDX-License-Identifier: MIT
//
// analyze() before its adversary (distort.h). Never a wrong verdict; and where the
// distortion is mild, no more silence than its table allows.
//
//   test_analyze                          a sample of everything
//   test_analyze GROUP|all [SEED [PART PARTS]]  half the devices, every strength
//   test_analyze screens                  two screenshots of each kind
//   test_analyze once                     pictures that were read wrongly once
//   test_analyze captures                 what real devices drew: FPSTRIPE_TEST_CAPTURES
//   test_analyze painter                  the devices paint what the probes do
//   test_analyze list                     devices and distortions
//   test_analyze again DEVICE DISTORTION STRENGTH SEED [PNG]   one picture

#include "tests/image/distort.h"
#include "tests/shared/group.h"

#include "base/log.h"

#include <assert.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WRONG_SHOWN  40 // pictures of a strength
#define SCREENS      2  // of a kind
#define SCREENS_STEP 97 // devices between these

static struct simulated devices[SIMULATED_MAX];
static int device_count;

// A picture to be read.
struct trial {
    int device;
    const struct distortion *distortion;
    struct distort_strength strength;
    uint64_t seed;
};

static int lines, failures; // of TAP

struct count {
    long pictures, answers[3];
    double inconclusive_max; // pictures that may be
};

static void report(bool ok, const char *text)
{
    printf("%s %d - %s\n", ok ? "ok" : "not ok", ++lines, text);
    fflush(stdout);
    failures += !ok;
}

static struct distort_case distorted(const struct trial *trial)
{
    static struct canvas painted[SIMULATED_MAX];
    struct canvas *canvas = &painted[trial->device];
    uint64_t seed = trial->seed;

    if (!canvas->level)
        *canvas = simulated_paint(&devices[trial->device]);
    struct distort_case picture = distort_begin(&devices[trial->device], canvas);

    distort_apply(&picture, trial->distortion, trial->strength.value, &seed);
    picture.seed = NULL;
    return picture;
}

// Counts the answer; logs a wrong one, and how to see it again.
static void try(const struct trial *trial, struct count *count)
{
    struct distort_case picture = distorted(trial);
    struct analyze_answer answer = distort_ask(&picture);
    enum distort_answer judged = distort_judge(&picture, &answer);
    char name[96], text[360];

    if (judged == DISTORT_WRONG && count->answers[DISTORT_WRONG] < WRONG_SHOWN) {
        simulated_name(&devices[trial->device], name, sizeof name);
        distort_describe(&answer, text, sizeof text);
        printf("# wrong: %s; again: test_analyze again %s %s %g %#llx wrong.png\n", text,
               name, trial->distortion->name, trial->strength.value,
               (unsigned long long) trial->seed);
        fflush(stdout);
    }
    distort_finish(&picture);
    count->pictures++;
    count->answers[judged]++;
    count->inconclusive_max += trial->strength.inconclusive_max / 100.0;
}

// Of a device, a distortion and a strength in a run.
static uint64_t seed_of(uint64_t run, int device, const char *name, int strength)
{
    uint64_t seed = run * 1000003 + (uint64_t) device * 8191 + (uint64_t) strength;

    for (; *name; name++)
        seed = seed * 131 + (uint64_t) *name;
    return retouch_random(&seed, UINT32_MAX);
}

// `slack`: standard deviations by which chance may exceed a share.
static void report_count(const char *name, const struct count *count, double slack)
{
    double n = count->pictures ? (double) count->pictures : 1;
    double most = count->inconclusive_max / n;
    bool few = (double) count->answers[DISTORT_INCONCLUSIVE] <=
               count->inconclusive_max + slack * sqrt(most * (1 - most) * n);
    char text[200];

    snprintf(text, sizeof text,
             "%-28s %6ld pictures: right %5.1f %%, inconclusive %5.1f %% (at most %.0f), "
             "wrong %ld",
             name, count->pictures, 100 * (double) count->answers[DISTORT_RIGHT] / n,
             100 * (double) count->answers[DISTORT_INCONCLUSIVE] / n, 100 * most,
             count->answers[DISTORT_WRONG]);
    report(few && !count->answers[DISTORT_WRONG], text);
}

// Only pictures that may be so distorted.
static bool suits(const struct distortion *distortion, const struct simulated *device)
{
    return device->height / device->stripes >= distortion->stripes_rows_min;
}

struct part {
    uint64_t seed;
    int number, of; // only every of-th device, from `number`
};

static void whole_group(const struct distort_group *group, const struct part *part)
{
    uint64_t every = group->without_devices ? 10 : 2;

    for (int d = 0; d < group->count; d++) {
        struct trial trial = { .distortion = &group->distortions[d] };
        struct distort_strength list[DISTORT_STRENGTHS];
        int strengths = distort_strengths(trial.distortion, list);

        for (int s = 0; s < strengths; s++) {
            struct count count = { 0 };
            char name[80];

            trial.strength = list[s];
            for (int i = part->number; i < device_count; i += part->of) {
                trial.device = i;
                trial.seed = seed_of(part->seed, i, trial.distortion->name, s);
                if ((trial.seed >> 8) % every == 0 &&
                    suits(trial.distortion, &devices[i]))
                    try(&trial, &count);
            }
            snprintf(name, sizeof name, "%s %g %s", trial.distortion->name, list[s].value,
                     trial.distortion->unit);
            report_count(name, &count, part->of > 1 ? 3 : 0);
        }
    }
}

// Every third device; the distortions take turns.
static void sample(uint64_t seed)
{
    struct count count[16] = { 0 };
    long turn = (long) seed;
    uint64_t state = seed;

    // By chance: a group in turn would always have devices of the same sizes.
    for (int i = (int) (seed % 3); i < device_count;
         i += 3, turn += distort_group_count + 1) {
        int g = (int) retouch_random(&state, (uint32_t) distort_group_count);
        const struct distort_group *group = distort_groups[g];
        const struct distortion *distortion =
            &group->distortions[turn / distort_group_count % group->count];
        struct distort_strength list[DISTORT_STRENGTHS];
        int strengths = distort_strengths(distortion, list);
        int s = (int) (turn / distort_group_count / group->count % strengths);

        if (suits(distortion, &devices[i]))
            try(&(struct trial){ i, distortion, list[s],
                                 seed_of(seed, i, distortion->name, s) },
                &count[g]);
    }
    for (int g = 0; g < distort_group_count; g++) {
        count[g].inconclusive_max =
            (double) count[g].pictures * distort_groups[g]->sample_max / 100;
        report_count(distort_groups[g]->name, &count[g], 1);
    }
}

// The second smallest screens alone, of each kind.
static void screens(void)
{
    struct count mild = { 0 }, hostile = { 0 };

    for (int d = 0; d < distort_screen.count; d++) {
        struct trial trial = { .distortion = &distort_screen.distortions[d] };
        struct distort_strength list[DISTORT_STRENGTHS];

        distort_strengths(trial.distortion, list);
        trial.strength = list[1];
        for (int k = 0; k < SCREENS; k++) {
            trial.device = (d * SCREENS + k) * SCREENS_STEP % device_count;
            while (!suits(trial.distortion, &devices[trial.device]))
                trial.device = (trial.device + 1) % device_count;
            trial.seed = seed_of(1, trial.device, trial.distortion->name, 1);
            try(&trial, trial.strength.inconclusive_max < 100 ? &mild : &hostile);
        }
    }
    report_count("screens to be read", &mild, 2);
    report_count("other screens", &hostile, 0);
}

// Stripes that real devices drew in highp: binary32, to nearest even.
static void captures(const char *root)
{
    static const char *const patterns[] = {
        "stripes*-fragment-highp-*-rgba8.png",
        "verdict.png",
    };
    struct distort_case picture = {
        .truth = { { 23, FP_RNE, false, true } },
        .truths = 1,
    };

    for (size_t k = 0; k < COUNT_OF(patterns); k++) {
        char path[512], text[800];
        glob_t found;

        snprintf(path, sizeof path, "%s/*/*/*/%s", root, patterns[k]);
        if (glob(path, 0, NULL, &found))
            continue;
        for (size_t i = 0; i < found.gl_pathc; i++) {
            struct shot shot;
            struct analyze_answer answer;
            bool ok = shot_read(&shot, found.gl_pathv[i]);

            assert(ok);
            analyze(&shot, &picture.options, &answer);
            int used =
                snprintf(text, sizeof text, "%s: ", found.gl_pathv[i] + strlen(root) + 1);
            distort_describe(&answer, text + used, sizeof text - (size_t) used);
            report(distort_judge(&picture, &answer) != DISTORT_WRONG, text);
            shot_finish(&shot);
        }
        globfree(&found);
    }
    if (!lines)
        report(false, "no capture found");
}

// The probes paint the same, wherever they can be asked for.
static void painter(void)
{
    int compared = 0;
    long mismatches = 0;

    for (int i = 0; i < device_count; i++) {
        const struct simulated *device = &devices[i];

        if (device->width & (device->width - 1) || device->white_nan || device->folded)
            continue;
        struct pixels pixels =
            simulated_probe(device, device->subtract ? "stripes_unit" : "stripes",
                            device->width, device->height / device->stripes);
        struct canvas canvas = simulated_paint(device);
        uint8_t *bytes = distort_bytes(&canvas);

        for (int k = 0; k < device->width * device->height; k++)
            mismatches += bytes[k] != (pixels.words[k] & 255);
        compared++;
        free(bytes);
        canvas_finish(&canvas);
        pixels_finish(&pixels);
    }
    printf("# %d devices\n", compared);
    report(compared > 450 && mismatches == 0, "devices paint what the probes do");
}

static void list(void)
{
    char name[96];

    for (int i = 0; i < device_count; i++) {
        simulated_name(&devices[i], name, sizeof name);
        puts(name);
    }
    for (int g = 0; g < distort_group_count; g++)
        for (int d = 0; d < distort_groups[g]->count; d++)
            printf("%s: %s, strengths %s\n", distort_groups[g]->name,
                   distort_groups[g]->distortions[d].name,
                   distort_groups[g]->distortions[d].strengths);
}

static void once(void)
{
    static const struct {
        const char *device, *distortion;
        double strength;
        uint64_t seed;
    } cases[] = {
#include "tests/image/once_wrong.inc"
    };
    struct count count = { 0 };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct trial trial = { simulated_find(cases[i].device),
                               distort_find(cases[i].distortion),
                               { cases[i].strength, 100 },
                               cases[i].seed };

        assert(trial.device >= 0 && trial.distortion);
        try(&trial, &count);
    }
    report_count("read wrongly once", &count, 0);
}

// again DEVICE DISTORTION STRENGTH SEED [PNG]
static int again(int count, char **words)
{
    static const char *const judgements[] = { "right", "inconclusive", "wrong" };
    struct trial trial = { .device = -1 };
    char text[360];

    if (count >= 4)
        trial = (struct trial){ simulated_find(words[0]),
                                distort_find(words[1]),
                                { atof(words[2]), 100 },
                                strtoull(words[3], NULL, 0) };
    if (trial.device < 0 || !trial.distortion) {
        log_error("no such device or distortion: see 'test_analyze list'");
        return 2;
    }
    struct distort_case picture = distorted(&trial);
    struct analyze_answer answer = distort_ask(&picture);

    distort_describe(&answer, text, sizeof text);
    for (int i = 0; i < picture.truths; i++)
        printf("truth: %d bits, %s, %s\n", picture.truth[i].fraction_bits,
               fp_round_name(picture.truth[i].round),
               picture.truth[i].subtract ? "subtract" : "fract");
    enum distort_answer judged = distort_judge(&picture, &answer);

    printf("answer: %s\n%s\n", text, judgements[judged]);
    bool ok = count < 5 || distort_write(&picture.canvas, words[4]);

    distort_finish(&picture);
    return ok ? judged == DISTORT_WRONG : 5;
}

static void run(int count, char **words)
{
    const char *root = getenv("FPSTRIPE_TEST_CAPTURES");
    struct part part = { count > 1 ? strtoull(words[1], NULL, 0) : 1,
                         count > 3 ? atoi(words[2]) : 0, count > 3 ? atoi(words[3]) : 1 };

    if (count == 0) {
        sample(20131);
    } else if (!strcmp(words[0], "painter")) {
        painter();
    } else if (!strcmp(words[0], "screens")) {
        screens();
    } else if (!strcmp(words[0], "once")) {
        once();
    } else if (!strcmp(words[0], "captures")) {
        captures(root ? root : "captures");
    } else {
        for (int g = 0; g < distort_group_count; g++)
            if (!strcmp(words[0], "all") || !strcmp(words[0], distort_groups[g]->name))
                whole_group(distort_groups[g], &part);
        if (!lines)
            report(false, "there is no such group");
    }
    printf("1..%d\n", lines);
}

TEST_GROUP(analyze)
{
    int status = 0;

    device_count = simulated_list(devices);
    if (group_argc > 2 && !strcmp(group_argv[1], "again"))
        status = again(group_argc - 2, group_argv + 2);
    else if (group_argc > 1 && !strcmp(group_argv[1], "list"))
        list();
    else
        run(group_argc - 1, group_argv + 1);
    distort_end();
    return status ? status : failures != 0;
}
