// SPDX-License-Identifier: MIT
//
// The window on a played screen: which reference it shows, and by what name.

#include "window/window.h"

#include "device/fake.h"
#include "device/screen.h"
#include "tests/shared/group.h"

#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "window" };

#define SHOWN_MAX 8

// What the screen was given, a refresh each: "" and black where there was none.
static const char *keys;
static int at;
static char titles[SHOWN_MAX][600];
static struct pixels shown[SHOWN_MAX];

struct screen *screen_open(enum api api, int width, int height)
{
    return (struct screen *) &at;
}

void screen_close(struct screen *screen)
{
}

void screen_title(struct screen *screen, const char *title)
{
    snprintf(titles[at], sizeof titles[at], "%s", title);
}

bool screen_show(struct screen *screen, const struct pixels *picture)
{
    pixels_finish(&shown[at]);
    pixels_copy(&shown[at], picture);
    return true;
}

int screen_key(struct screen *screen, double timeout_s)
{
    return keys[at] ? keys[at++] : SCREEN_CLOSED;
}

// Types the keys, the window closes behind the last. shown[i] is what key i - 1 made.
static void play(const char *id, const char *reference, const char *probe,
                 const char *typed)
{
    struct survey_options options = SURVEY_DEFAULTS;
    struct device device;

    options.reference = reference;
    options.probe = probe;
    options.width = 64;
    options.form = FORM_PLAIN;
    keys = typed;
    at = 0;
    assert_true(fake_open(&device, id));
    assert_true(window_run(&device, &options, "."));
    device.close(&device);
}

static void finish(void)
{
    for (int i = 0; i < SHOWN_MAX; i++)
        pixels_finish(&shown[i]);
}

static bool is_same(const struct pixels *a, const struct pixels *b)
{
    size_t count = (size_t) a->width * (size_t) a->height;

    return a->width == b->width && a->height == b->height &&
           !memcmp(a->words, b->words, count * sizeof *a->words);
}

// Whoever was asked for is shown, computing by the rule that the device has: no picture
// of nearest even beside one that truncates.
TEST(asked_for)
{
    static const char *const references[] = { "host", "model" };

    for (int i = 0; i < 2; i++) {
        char name[40];

        play("fake:rtz", references[i], "stripes", "rd");
        snprintf(name, sizeof name, ", the reference (%s): ", references[i]);
        assert_non_null(strstr(titles[1], name));
        assert_true(is_same(&shown[0], &shown[1]));
        snprintf(name, sizeof name, ", difference (%s): ", references[i]);
        assert_non_null(strstr(titles[2], name));
        assert_non_null(strstr(titles[2], "; 0 of "));
        assert_false(is_same(&shown[0], &shown[2]));
    }
    finish();
}

// The host has no such format: the title names the model, which answered in its place.
TEST(stands_in)
{
    play("fake:rtz,p=17", "host", "stripes", "r");
    assert_non_null(strstr(titles[1], ", the reference (model): "));
    assert_true(is_same(&shown[0], &shown[1]));
    finish();
}

// A second time the same key goes back to the picture of the device.
TEST(keys_toggle)
{
    play("fake:rne", "model", "stripes", "rrdd");
    for (int i = 0; i <= 4; i += 2)
        assert_null(strstr(titles[i], "(model)"));
    assert_true(is_same(&shown[0], &shown[4]));
    finish();
}
