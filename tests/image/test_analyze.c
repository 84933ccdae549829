// SPDX-License-Identifier: MIT
//
// analyze() before its adversary (distort.h). Never a wrong verdict; and of each kind of
// distorted pictures no fewer are read than its line in kinds.txt says.
//
//   test_analyze [COUNT]       so many devices of each kind
//   test_analyze screens [COUNT]   the same of screenshots
//   test_analyze packed        JPEG files
//   test_analyze once          pictures that were read wrongly once
//   test_analyze captures      what real devices drew: FPSTRIPE_TEST_CAPTURES
//   test_analyze painter       the devices paint what the probes do
//   test_analyze again DEVICE STEPS SEED [PNG]   one picture

#include "tests/image/distort.h"
#include "tests/shared/group.h"
#include "tests/shared/rows.h"

#include "base/file.h"
#include "base/log.h"
#include "capture/capture.h"
#include "capture/store.h"

#include <assert.h>
#include <glob.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLE      12 // devices of a kind
#define WRONG_SHOWN 9  // pictures of a kind

static struct simulated devices[SIMULATED_MAX];
static int device_count;

// A distortion in the words of distort.h.
struct kind {
    const char *name, *steps;
    int rows;        // of a stripe, at least
    int least, most; // per cent of the sample that are read
};

// Files at the qualities with which programs save screenshots.
static const struct kind packed[] = {
    { "JPEG, quality 75, progressive", "jpeg 75 1", 0, 75, 100 },
    { "JPEG, quality 85, in colours", "dye 0 0 0 1 1 1; jpeg 85", 0, 75, 100 },
    { "JPEG, quality 95, in colours, progressive", "dye 0 0 0 1 1 1; jpeg 95 1", 0, 75,
      100 },
};

static int lines, failures; // of TAP

struct count {
    int pictures, answers[3];
};

static void report(bool ok, const char *text)
{
    printf("%s %d - %s\n", ok ? "ok" : "not ok", ++lines, text);
    fflush(stdout);
    failures += !ok;
}

// Returns true, after saying so, if the steps need a libjpeg that is not there.
static bool is_skipped(const char *name, const char *steps)
{
    if (distort_packs || !strstr(steps, "jpeg"))
        return false;
    printf("ok %d - %s # SKIP no libjpeg\n", ++lines, name);
    return true;
}

// Counts the answer; logs a wrong one, and how to see it again.
static void try(const struct simulated *device, const char *steps, uint64_t seed,
                struct count *count)
{
    struct distort_case picture = distort_begin(device, seed);

    distort_apply(&picture, steps);
    struct analyze_answer answer = distort_ask(&picture);
    enum distort_answer judged = distort_judge(&picture, &answer);
    char name[96], text[360];

    if (judged == DISTORT_WRONG && count->answers[DISTORT_WRONG] < WRONG_SHOWN) {
        simulated_name(device, name, sizeof name);
        distort_describe(&answer, text, sizeof text);
        printf("# wrong: %s; again: test_image analyze again %s '%s' %#llx wrong.png\n",
               text, name, steps, (unsigned long long) seed);
        fflush(stdout);
    }
    distort_finish(&picture);
    count->pictures++;
    count->answers[judged]++;
}

// Tries a kind on so many devices, which the seed chooses.
static struct count try_kind(const struct kind *kind, int pictures, uint64_t seed)
{
    struct count count = { 0 };

    while (count.pictures < pictures) {
        const struct simulated *device =
            &devices[retouch_random(&seed, (uint32_t) device_count)];

        if (device->height / device->stripes >= kind->rows)
            try(device, kind->steps, seed, &count);
    }
    return count;
}

// Tries a kind; the place in its list chooses the same devices on every machine. So, but
// for rounding, is what is read of them.
static void sample(const struct kind *kind, size_t place, int pictures)
{
    if (is_skipped(kind->name, kind->steps))
        return;
    struct count count = try_kind(kind, pictures, place);
    int right = count.answers[DISTORT_RIGHT], wrong = count.answers[DISTORT_WRONG];
    char text[200];

    snprintf(text, sizeof text, "%s: %d of %d are read (%d to %d %%), %d wrong",
             kind->name, right, pictures, kind->least, kind->most, wrong);
    report(!wrong && (pictures > SAMPLE || right * 100 <= kind->most * pictures) &&
               (pictures != SAMPLE || right * 100 >= kind->least * pictures),
           text);
}

static void sample_file(const char *name, const char *number)
{
    struct rows rows = rows_read(name);
    int pictures = number ? atoi(number) : 0;

    for (size_t i = 0; i < rows.count; i++) {
        const char *const *field = rows.list[i].field;
        struct kind kind = { field[0], field[1], atoi(field[2]), atoi(field[3]),
                             atoi(field[4]) };

        sample(&kind, i, pictures ? pictures : SAMPLE);
    }
    rows_finish(&rows);
}

// Reads the picture of a measurement.
static void try_stored(const char *path, const char *name)
{
    struct distort_case picture = {
        .truth = { { 23, FP_RNE, false, true } },
        .truths = 1,
    };
    struct shot shot;
    struct analyze_answer answer;
    char text[800];
    bool ok = shot_read(&shot, path);

    assert(ok);
    analyze(&shot, &picture.options, &answer);
    int used = snprintf(text, sizeof text, "%s: ", name);

    distort_describe(&answer, text + used, sizeof text - (size_t) used);
    report(distort_judge(&picture, &answer) != DISTORT_WRONG, text);
    shot_finish(&shot);
}

// Reads the grey stripes that a capture has in highp: binary32, to nearest even.
static void try_capture(const char *path, const char *folder)
{
    struct capture capture;
    char picture[PATH_MAX], name[400];
    size_t size;
    char *text = file_read(path, CAPTURE_BYTES_MAX, &size);
    bool ok = text && capture_read(&capture, text, size, path);

    assert(ok);
    for (int i = 0; i < capture.count; i++) {
        const struct capture_measurement *seen = &capture.measurements[i];

        if (strncmp(seen->probe, "stripes", 7) != 0 || seen->stage != STAGE_FRAGMENT ||
            seen->precision != PRECISION_HIGHP || seen->readout != READOUT_RGBA8 ||
            !seen->picture.sha256[0])
            continue;
        ok = store_find(folder, seen->picture.sha256, picture);
        assert(ok);
        snprintf(name, sizeof name, "%s, %s, %s", capture.device.id, seen->probe,
                 form_name(seen->form));
        try_stored(picture, name);
    }
    capture_finish(&capture);
    free(text);
}

static void captures(const char *root)
{
    char path[PATH_MAX];
    glob_t found;

    snprintf(path, sizeof path, "%s/*/*/*/" CAPTURE_FILE, root);
    if (glob(path, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++) {
            snprintf(path, sizeof path, "%s", found.gl_pathv[i]);
            *strrchr(path, '/') = '\0';
            try_capture(found.gl_pathv[i], path);
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

static void once(void)
{
    struct rows rows = rows_read("image/once_wrong.txt");
    struct count count = { 0 };
    struct simulated device;
    char text[80];

    for (size_t i = 0; i < rows.count; i++) {
        const char *const *field = rows.list[i].field;

        if (is_skipped(field[0], field[1]))
            continue;
        bool ok = simulated_parse(field[0], &device);

        assert(ok);
        for (uint64_t seed = 1; seed <= 3; seed++)
            try(&device, field[1], seed, &count);
    }
    rows_finish(&rows);
    snprintf(text, sizeof text, "read wrongly once: %d of %d are today",
             count.answers[DISTORT_WRONG], count.pictures);
    report(!count.answers[DISTORT_WRONG], text);
}

// again DEVICE STEPS SEED [PNG]
static int again(int count, char **words)
{
    static const char *const judgements[] = { "right", "inconclusive", "wrong" };
    struct simulated device;
    char text[360];

    if (count < 3 || !simulated_parse(words[0], &device)) {
        log_error("want a device as in tests/image/once_wrong.txt, steps and a seed");
        return 2;
    }
    struct distort_case picture = distort_begin(&device, strtoull(words[2], NULL, 0));

    distort_apply(&picture, words[1]);
    struct analyze_answer answer = distort_ask(&picture);

    distort_describe(&answer, text, sizeof text);
    for (int i = 0; i < picture.truths; i++)
        printf("truth: %d bits, %s, %s\n", picture.truth[i].fraction_bits,
               fp_round_name(picture.truth[i].round),
               picture.truth[i].subtract ? "subtract" : "fract");
    enum distort_answer judged = distort_judge(&picture, &answer);

    printf("answer: %s\n%s\n", text, judgements[judged]);
    bool ok = count < 4 || distort_write(&picture.canvas, words[3]);

    distort_finish(&picture);
    return ok ? judged == DISTORT_WRONG : 5;
}

static void run(const char *word, const char *number)
{
    const char *root = getenv("FPSTRIPE_TEST_CAPTURES");

    if (!strcmp(word, "painter"))
        painter();
    else if (!strcmp(word, "screens"))
        sample_file("image/screens.txt", number);
    else if (!strcmp(word, "packed"))
        for (size_t i = 0; i < COUNT_OF(packed); i++)
            sample(&packed[i], i, SAMPLE);
    else if (!strcmp(word, "once"))
        once();
    else if (!strcmp(word, "captures"))
        captures(root ? root : "captures");
    else
        sample_file("image/kinds.txt", word);
    printf("1..%d\n", lines);
}

TEST_GROUP(analyze)
{
    const char *word = group_argc > 1 ? group_argv[1] : "";

    device_count = simulated_list(devices);
    if (!strcmp(word, "again"))
        return again(group_argc - 2, group_argv + 2);
    run(word, group_argc > 2 ? group_argv[2] : NULL);
    return failures != 0;
}
