// SPDX-License-Identifier: MIT

#include "tests/image/trial.h"

#include "base/png/png.h"
#include "base/verdict.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[64], path[80]; // of coloured pictures; "" until there is one

static void name_file(void)
{
    const char *temporary = getenv("TMPDIR");

    if (folder[0])
        return;
    snprintf(folder, sizeof(folder), "%.40s/trialXXXXXX", temporary ? temporary : "/tmp");
    bool ok = mkdtemp(folder) != NULL;
    assert(ok);
    snprintf(path, sizeof(path), "%s/coloured.png", folder);
}

uint8_t *trial_bytes(const struct canvas *canvas)
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

bool trial_write(const struct canvas *canvas, const char *file)
{
    uint8_t *bytes = trial_bytes(canvas);
    bool ok = canvas->channels == 3
                  ? png_write_rgb(file, canvas->width, canvas->height, bytes, NULL, 0)
                  : png_write_grey(file, canvas->width, canvas->height, bytes, NULL, 0);

    free(bytes);
    return ok;
}

// A coloured picture takes the way of a file, which makes it grey.
static struct shot shot_of(const struct canvas *canvas)
{
    struct shot shot = { canvas->width, canvas->height, NULL };

    if (canvas->channels == 1) {
        shot.grey = trial_bytes(canvas);
        return shot;
    }
    name_file();
    bool ok = trial_write(canvas, path) && shot_read(&shot, path);

    assert(ok);
    return shot;
}

struct analyze_answer trial_ask(const struct distort_case *picture)
{
    struct shot shot = shot_of(&picture->canvas);
    struct analyze_answer answer;
    bool ok = analyze(&shot, &picture->options, &answer);

    assert(ok);
    shot_finish(&shot);
    return answer;
}

void trial_describe(const struct analyze_answer *answer, char *text, size_t size)
{
    if (!answer->conclusive)
        snprintf(text, size, "inconclusive: %s", answer->reason);
    else
        snprintf(text, size, "%d bits, %s, pattern %s, form %d, confidence %.2f",
                 answer->fraction_bits, verdict_rounding(answer->survivors),
                 pattern_name(answer->pattern), (int) answer->form, answer->confidence);
}

void trial_end(void)
{
    if (!folder[0])
        return;
    unlink(path);
    rmdir(folder);
    folder[0] = 0;
}
