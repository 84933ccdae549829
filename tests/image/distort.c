// SPDX-License-Identifier: MIT

#include "tests/image/distort.h"

#include "base/png/png.h"
#include "base/verdict.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NUMBERS 10 // of a step

struct distort_case distort_begin(const struct simulated *device, uint64_t seed)
{
    return (struct distort_case){
        .device = *device,
        .canvas = simulated_paint(device),
        .truth = { simulated_truth(device) },
        .truths = device->folded ? 0 : 1,
        .seed = seed,
    };
}

void distort_finish(struct distort_case *picture)
{
    canvas_finish(&picture->canvas);
    *picture = (struct distort_case){ 0 };
}

// Returns a number of a step, of which *text is left behind it.
static double number_of(struct distort_case *picture, char **text)
{
    double number = strtod(*text, text);

    switch (**text) {
    case 's': number *= distort_stripe(picture); break;
    case 'w': number *= picture->canvas.width; break;
    case 'h': number *= picture->canvas.height; break;
    default: return number;
    }
    ++*text;
    return number;
}

void distort_apply(struct distort_case *picture, const char *steps)
{
    char copy[320], *rest = copy;

    assert(strlen(steps) < sizeof copy);
    strcpy(copy, steps);
    for (char *step; (step = strsep(&rest, ";"));) {
        double numbers[NUMBERS] = { 0 };
        const char *name = strtok(step, " ");
        int count = 0;

        for (char *word; (word = strtok(NULL, " ")); count++) {
            assert(count < NUMBERS);
            numbers[count] = number_of(picture, &word);
            if (*word == '~') {
                word++;
                numbers[count] += (number_of(picture, &word) - numbers[count]) *
                                  retouch_uniform(&picture->seed);
            }
            assert(!*word);
        }
        bool known = !name || distort_step(picture, name, numbers) ||
                     distort_none(picture, name, numbers);
        assert(known);
    }
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

struct simulated distort_other(struct distort_case *picture)
{
    struct simulated other = picture->device;

    other.folded = false;
    other.model.format.precision = 5 + (int) retouch_random(&picture->seed, 20);
    other.model.round =
        (enum fp_round) retouch_random(&picture->seed, (uint32_t) FP_ROUND_COUNT);
    return other;
}

// Returns true if an answer does not contradict the truth.
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

// The caller has shot_finish().
static struct shot shot_of(const struct canvas *canvas)
{
    struct shot shot = { .width = canvas->width, .height = canvas->height };
    const char *temporary = getenv("TMPDIR");
    char path[80];

    if (canvas->channels == 1) {
        shot.grey = distort_bytes(canvas);
        return shot;
    }
    snprintf(path, sizeof path, "%.40s/distortXXXXXX", temporary ? temporary : "/tmp");
    int file = mkstemp(path);
    bool ok = file >= 0 && distort_write(canvas, path) && shot_read(&shot, path);

    assert(ok);
    close(file);
    unlink(path);
    return shot;
}

struct analyze_answer distort_ask(const struct distort_case *picture)
{
    struct shot shot = shot_of(&picture->canvas);
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
