// SPDX-License-Identifier: MIT

#include "tests/image/distort.h"

#include "base/png/png.h"
#include "base/verdict.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct distort_group *const distort_groups[] = {
    &distort_shape,  &distort_light, &distort_frame, &distort_chain,
    &distort_number, &distort_none,  &distort_tone,  &distort_screen,
};
const int distort_group_count = (int) (sizeof distort_groups / sizeof *distort_groups);

int distort_strengths(const struct distortion *distortion,
                      struct distort_strength list[DISTORT_STRENGTHS])
{
    const char *at = distortion->strengths;
    int count = 0;

    for (char *end; *at; at = end + strspn(end, " "), count++) {
        assert(count < DISTORT_STRENGTHS);
        list[count] = (struct distort_strength){ strtod(at, &end), 100 };
        assert(end > at);
        if (*end == ':')
            list[count].inconclusive_max = (int) strtol(end + 1, &end, 10);
    }
    assert(count > 0);
    return count;
}

const struct distortion *distort_find(const char *name)
{
    for (int g = 0; g < distort_group_count; g++)
        for (int d = 0; d < distort_groups[g]->count; d++)
            if (!strcmp(distort_groups[g]->distortions[d].name, name))
                return &distort_groups[g]->distortions[d];
    return NULL;
}

void distort_apply(struct distort_case *picture, const struct distortion *distortion,
                   double strength, uint64_t *seed)
{
    picture->strength = strength;
    picture->kind = distortion->kind;
    picture->seed = seed;
    distortion->apply(picture);
}

void distort_apply_any(struct distort_case *picture, const struct distortion *distortion,
                       uint64_t *seed)
{
    struct distort_strength list[DISTORT_STRENGTHS];
    int count = distort_strengths(distortion, list);

    distort_apply(picture, distortion, list[retouch_random(seed, (uint32_t) count)].value,
                  seed);
}

struct distort_case distort_begin(const struct simulated *device,
                                  const struct canvas *canvas)
{
    return (struct distort_case){
        .device = *device,
        .canvas = canvas_copy(canvas),
        .truth = { simulated_truth(device) },
        .truths = device->folded ? 0 : 1,
    };
}

void distort_finish(struct distort_case *picture)
{
    canvas_finish(&picture->canvas);
    *picture = (struct distort_case){ 0 };
}

double distort_stripe(const struct distort_case *picture)
{
    return (double) picture->device.height / picture->device.stripes;
}

void distort_repaint(struct distort_case *picture)
{
    canvas_finish(&picture->canvas);
    picture->canvas = simulated_paint(&picture->device);
    picture->truth[0] = simulated_truth(&picture->device);
}

// Nothing of an answer contradicts the truth.
static bool agrees(const struct simulated_truth *truth,
                   const struct analyze_answer *answer)
{
    uint32_t rule = VERDICT_RULE(truth->round);
    enum analyze_form form = truth->subtract ? ANALYZE_FORM_SUBTRACT : ANALYZE_FORM_FRACT;

    if (answer->fraction_bits >= 0 && answer->fraction_bits != truth->fraction_bits)
        return false;
    if (answer->survivors && !(answer->survivors & rule))
        return false;
    if (answer->pattern != PATTERN_NONE && answer->pattern != verdict_pattern(rule))
        return false;
    return truth->either_form || answer->form == ANALYZE_FORM_UNKNOWN ||
           answer->form == form;
}

enum distort_answer distort_judge(const struct distort_case *picture,
                                  const struct analyze_answer *answer)
{
    uint32_t rules = answer->survivors & VERDICT_ALL_RULES;
    bool bits = answer->fraction_bits >= 0, known = rules && rules != VERDICT_ALL_RULES;

    // Rounded upward as written, or something else in another order: so far it was read.
    if (!answer->conclusive && rules && !bits) {
        for (int i = 0; i < picture->truths; i++)
            if (rules & VERDICT_RULE(picture->truth[i].round))
                return DISTORT_RIGHT;
        return DISTORT_WRONG;
    }
    if (!answer->conclusive)
        return DISTORT_INCONCLUSIVE;
    for (int i = 0; i < picture->truths; i++)
        if (agrees(&picture->truth[i], answer) && (bits || known))
            return bits && known ? DISTORT_RIGHT : DISTORT_INCONCLUSIVE;
    return DISTORT_WRONG;
}

// ---- before analyze() ----

static char folder[64], path[80]; // of coloured pictures; "" until there is one

static void name_file(void)
{
    const char *temporary = getenv("TMPDIR");

    if (folder[0])
        return;
    snprintf(folder, sizeof folder, "%.40s/distortXXXXXX",
             temporary ? temporary : "/tmp");
    bool ok = mkdtemp(folder) != NULL;
    assert(ok);
    snprintf(path, sizeof path, "%s/coloured.png", folder);
}

uint8_t *distort_bytes(const struct canvas *canvas)
{
    size_t area = (size_t) canvas->width * (size_t) canvas->height;
    size_t channels = (size_t) canvas->channels;
    uint8_t *bytes = malloc(area * channels);

    assert(bytes);
    for (size_t c = 0; c < channels; c++)
        for (size_t i = 0; i < area; i++)
            bytes[i * channels + c] =
                (uint8_t) (canvas->level[c * area + i] * 255 + 0.5f);
    return bytes;
}

bool distort_write(const struct canvas *canvas, const char *file)
{
    uint8_t *bytes = distort_bytes(canvas);
    bool ok = canvas->channels == 3
                  ? png_write_rgb(file, canvas->width, canvas->height, bytes, NULL, 0)
                  : png_write_grey(file, canvas->width, canvas->height, bytes, NULL, 0);

    free(bytes);
    return ok;
}

struct shot distort_shot(const struct canvas *canvas)
{
    struct shot shot = { .width = canvas->width, .height = canvas->height };

    if (canvas->channels == 1) {
        shot.grey = distort_bytes(canvas);
        return shot;
    }
    name_file();
    bool ok = distort_write(canvas, path) && shot_read(&shot, path);

    assert(ok);
    return shot;
}

struct analyze_answer distort_ask(const struct distort_case *picture)
{
    struct shot shot = distort_shot(&picture->canvas);
    struct analyze_answer answer;

    analyze(&shot, &picture->options, &answer);
    shot_finish(&shot);
    return answer;
}

struct analyze_answer distort_read(struct canvas canvas, int stripes)
{
    struct distort_case picture = { .canvas = canvas, .options = { stripes } };
    struct analyze_answer answer = distort_ask(&picture);

    assert(answer.conclusive == (answer.reason[0] == 0));
    assert(answer.confidence >= 0 && answer.confidence <= 1);
    distort_finish(&picture);
    return answer;
}

void distort_describe(const struct analyze_answer *answer, char *text, size_t size)
{
    if (!answer->conclusive)
        snprintf(text, size, "inconclusive: %s", answer->reason);
    else
        snprintf(text, size, "%d bits, %s, pattern %s, form %d, confidence %.2f",
                 answer->fraction_bits, verdict_rounding(answer->survivors),
                 pattern_name(answer->pattern), (int) answer->form, answer->confidence);
}

void distort_end(void)
{
    if (!folder[0])
        return;
    unlink(path);
    rmdir(folder);
    folder[0] = 0;
}
