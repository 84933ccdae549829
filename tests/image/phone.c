// SPDX-License-Identifier: MIT

#include "tests/image/phone.h"

#include <math.h>

// A clock to the left, signs to the right.
static void add_status(struct phone *phone, uint64_t *seed)
{
    int unit = phone->unit, width = phone->canvas.width, top = phone->room.top;

    retouch_box(&phone->canvas, (struct sides){ 0, 0, width, top }, phone->bars);
    retouch_text(&phone->canvas, (struct sides){ 12 * unit, 6 * unit, width / 3, top },
                 12 * unit, phone->ink, seed);
    for (int i = 0; i < 4; i++) {
        int x = width - (16 + 18 * i) * unit, high = 4 + (int) retouch_random(seed, 8);

        retouch_box(&phone->canvas,
                    (struct sides){ x, (18 - high) * unit, x + 10 * unit, 18 * unit },
                    phone->ink);
    }
}

// Three buttons: a triangle, a ring, a square; along the lower or the right edge.
static void add_buttons(struct phone *phone, struct sides bar)
{
    bool below = bar.right - bar.left > bar.bottom - bar.top;
    int half = 8 * phone->unit;

    for (int i = 1; i <= 3; i++) {
        int x = below ? bar.left + (bar.right - bar.left) * i / 4
                      : (bar.left + bar.right) / 2;
        int y =
            below ? (bar.top + bar.bottom) / 2 : bar.top + (bar.bottom - bar.top) * i / 4;

        for (int k = -half; k < half; k++) {
            int wide = i == 1   ? (k + half) / 2
                       : i == 2 ? (int) sqrt(half * half - k * k)
                                : half;

            retouch_box(&phone->canvas,
                        (struct sides){ x - wide, y + k, x + wide, y + k + 1 },
                        phone->ink);
        }
    }
}

static void add_navigation(struct phone *phone, struct sides bar, bool gestures)
{
    int unit = phone->unit, middle = (bar.left + bar.right) / 2;

    retouch_box(&phone->canvas, bar, phone->bars);
    if (!gestures)
        add_buttons(phone, bar);
    else
        retouch_box(&phone->canvas,
                    (struct sides){ middle - 54 * unit, bar.bottom - 10 * unit,
                                    middle + 54 * unit, bar.bottom - 7 * unit },
                    phone->ink);
}

struct phone phone_make(int size, bool landscape, float frame, float bars, uint64_t *seed)
{
    static const double ratios[] = { 16 / 9.0, 2, 19.5 / 9, 20 / 9.0 };
    int unit = size / 360, longer = (int) (size * ratios[retouch_random(seed, 4)]);
    bool gestures = retouch_random(seed, 2);
    int width = landscape ? longer : size, height = landscape ? size : longer;
    struct phone phone = {
        .canvas = canvas_make(width, height, 1, frame),
        .room = { 0, 24 * unit, width, height - (gestures ? 20 : 48) * unit },
        .unit = unit,
        .bars = bars,
        .ink = bars < 0.5f ? 0.9f : 0.1f,
    };
    struct sides bar = { 0, phone.room.bottom, width, height };

    if (landscape && !gestures) {
        bar = (struct sides){ width - 48 * unit, 0, width, size };
        phone.room = (struct sides){ 0, 24 * unit, bar.left, size };
    }
    add_status(&phone, seed);
    add_navigation(&phone, bar, gestures);
    return phone;
}

// Lines between two heights of the room.
static void add_text(struct phone *phone, int top, int bottom, uint64_t *seed)
{
    int unit = phone->unit;
    float ink = canvas_row(&phone->canvas, 0, top)[0] < 0.5f ? 0.7f : 0.2f;

    retouch_text(&phone->canvas,
                 (struct sides){ 16 * unit, top, phone->room.right - 16 * unit, bottom },
                 14 * unit, ink, seed);
}

void phone_title(struct phone *phone, uint64_t *seed)
{
    int unit = phone->unit;
    struct sides *room = &phone->room, bar = *room;
    double level = 0.1 + 0.2 * retouch_uniform(seed);

    room->top = bar.bottom = bar.top + 56 * unit;
    retouch_box(&phone->canvas, bar, (float) level);
    retouch_text(
        &phone->canvas,
        (struct sides){ 64 * unit, bar.top + 18 * unit, room->right * 3 / 4, bar.bottom },
        20 * unit, 0.95f, seed);
    room->bottom -= 64 * unit;
    add_text(phone, room->bottom + 12 * unit, room->bottom + 60 * unit, seed);
}

void phone_browser(struct phone *phone, uint64_t *seed)
{
    int unit = phone->unit;
    struct sides *room = &phone->room;
    float page = canvas_row(&phone->canvas, 0, room->top)[0];
    float bar = page < 0.5f ? page + 0.08f : page - 0.06f;
    int top = room->top, bottom = room->bottom;

    retouch_box(&phone->canvas, (struct sides){ 0, top, room->right, top + 52 * unit },
                bar);
    retouch_box(&phone->canvas,
                (struct sides){ 12 * unit, top + 8 * unit, room->right - 60 * unit,
                                top + 44 * unit },
                page);
    add_text(phone, top + 18 * unit, top + 40 * unit, seed);
    room->top += (60 + 20 * (int) retouch_random(seed, 5)) * unit;
    add_text(phone, top + 60 * unit, room->top, seed);
    retouch_box(&phone->canvas,
                (struct sides){ 0, bottom - 44 * unit, room->right, bottom }, bar);
    room->bottom -= (52 + 20 * (int) retouch_random(seed, 5)) * unit;
    add_text(phone, room->bottom + 8 * unit, bottom - 48 * unit, seed);
}
