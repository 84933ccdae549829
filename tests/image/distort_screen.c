// SPDX-License-Identifier: MIT
//
// Screenshots of a phone on which an app shows the picture. The strength is the length of
// the screen's shorter side in pixels.

#include "tests/image/distort.h"
#include "tests/image/phone.h"

#include <math.h>

// How the app shows it.
struct app {
    void (*before)(struct distort_case *picture); // of the picture; it is altered then
    void (*beside)(struct phone *phone, uint64_t *seed); // before it is there
    void (*behind)(struct distort_case *picture);        // of the screen with the picture
    double frame[2];                                     // its level is between these
    double bars[2];       // that of the bars; 0, 0: the frame's
    double least;         // of the room's width, that the picture is wide
    double most;          // 0: 1
    double move;          // of the room, that the picture may lie off the middle
    bool fills, may_fill; // the picture takes all of the room
    bool landscape, turned;
};

static float between(struct distort_case *picture, double low, double high)
{
    double level = low + (high - low) * retouch_uniform(picture->seed);

    return (float) (round(level * 255) / 255);
}

// A level in a range, or its only one.
static float level_in(struct distort_case *picture, const double range[2])
{
    return range[0] < range[1] ? between(picture, range[0], range[1]) : (float) range[0];
}

static struct phone any_phone(struct distort_case *picture, const struct app *app)
{
    float frame = level_in(picture, app->frame);
    bool same = app->bars[1] <= 0 ||
                (app->bars[0] < app->bars[1] && retouch_random(picture->seed, 2));
    float bars = same ? frame : level_in(picture, app->bars);

    return phone_make((int) picture->strength, app->landscape, frame, bars,
                      picture->seed);
}

static void dye(struct phone *phone, uint64_t *seed)
{
    struct canvas *canvas = &phone->canvas;

    retouch_colour(canvas);
    for (int c = 0; c < canvas->channels; c++) {
        float part = (float) retouch_uniform(seed);

        for (size_t i = 0; i < canvas_area(canvas); i++)
            canvas_row(canvas, c, 0)[i] *= part;
    }
}

static void gradient(struct phone *phone, uint64_t *seed)
{
    double from = retouch_uniform(seed), to = retouch_uniform(seed);
    int rows = phone->room.bottom - phone->room.top;

    for (int y = 0; y < rows; y++)
        retouch_box(&phone->canvas,
                    (struct sides){ phone->room.left, phone->room.top + y,
                                    phone->room.right, phone->room.top + y + 1 },
                    (float) (from + (to - from) * y / rows));
}

static void wallpaper(struct phone *phone, uint64_t *seed)
{
    const struct sides *room = &phone->room;
    struct canvas clouds =
        canvas_make(room->right - room->left, room->bottom - room->top, 1, 0);

    retouch_clouds(&clouds, seed);
    retouch_paste(&phone->canvas, &clouds, room->left, room->top);
    canvas_finish(&clouds);
}

// The device paints so many pixels, or its picture is scaled to them.
static void resize(struct distort_case *picture, const struct app *app, int width,
                   int height)
{
    uint32_t way = retouch_random(picture->seed, 3);
    int turns = app->turned ? (int) retouch_random(picture->seed, 8) : 0;
    struct canvas *canvas = &picture->canvas;

    if (way == 0 && !app->before) {
        picture->device.width = turns % 2 ? height : width;
        picture->device.height = turns % 2 ? width : height;
        distort_repaint(picture);
    }
    retouch_turn(canvas, turns);
    retouch_scale(canvas, (double) width / canvas->width,
                  (double) height / canvas->height,
                  way == 2 ? RETOUCH_NEAREST : RETOUCH_LINEAR);
}

// In the middle of the room or, moved or too large, partly behind what stands beside it.
static void place(struct distort_case *picture, const struct app *app,
                  const struct sides *room, int at[2])
{
    int wide = room->right - room->left, high = room->bottom - room->top;
    double share = app->least + ((app->most > 0 ? app->most : 1) - app->least) *
                                    retouch_uniform(picture->seed);
    double aspect = 0.6 + 0.6 * retouch_uniform(picture->seed);
    bool fills = app->fills || (app->may_fill && retouch_random(picture->seed, 2));
    int width = fills ? wide : (int) (wide * share);
    int height = (int) (width * aspect);

    if (fills || (height > high && app->most <= 1))
        height = high;
    int moved = (int) (app->move * high * (2 * retouch_uniform(picture->seed) - 1));
    int top = (high - height) / 2 + moved;
    struct sides hidden = { .top = top < 0 ? -top : 0,
                            .bottom = top + height > high ? top + height - high : 0 };

    resize(picture, app, width, height);
    retouch_crop(&picture->canvas, hidden);
    if (hidden.top > 0)
        picture->truth[0].either_form = true;
    at[0] = room->left + (wide - width) / 2;
    at[1] = room->top + top + hidden.top;
}

// ---- what becomes of the picture before ----

static void other_distortion(struct distort_case *picture)
{
    static const struct distort_group *const groups[] = {
        &distort_shape, &distort_light,  &distort_frame,
        &distort_chain, &distort_number, &distort_tone,
    };
    const struct distort_group *group = groups[retouch_random(picture->seed, 6)];
    uint32_t count = (uint32_t) group->count;

    distort_apply_any(picture, &group->distortions[retouch_random(picture->seed, count)],
                      picture->seed);
}

static void cut_below(struct distort_case *picture)
{
    double any = 0.2 + 3 * retouch_uniform(picture->seed);
    double stripes = retouch_random(picture->seed, 2) ? ceil(any) : any;
    int rows = (int) round(stripes * distort_stripe(picture));

    retouch_crop(&picture->canvas, (struct sides){ .bottom = rows });
}

// What is no picture of stripes.
static void nothing(struct distort_case *picture)
{
    uint32_t count = (uint32_t) distort_none.count;

    distort_apply_any(picture,
                      &distort_none.distortions[retouch_random(picture->seed, count)],
                      picture->seed);
}

// As a viewer of photographs shows it: bars above and below, or at both sides.
static void letterbox(struct distort_case *picture)
{
    bool above = retouch_random(picture->seed, 2);
    int size = (int) ((above ? picture->canvas.height : picture->canvas.width) *
                      retouch_uniform(picture->seed) / 2);
    double level = retouch_uniform(picture->seed);

    retouch_pad(&picture->canvas,
                above ? (struct sides){ .top = size, .bottom = size }
                      : (struct sides){ .left = size, .right = size },
                retouch_grey(retouch_random(picture->seed, 3) ? 0 : (float) level));
}

// Another device's below it, or beside it.
static void second(struct distort_case *picture)
{
    static const float levels[] = { 0, 0.1f, 0.5f, 1 };
    struct simulated other = picture->device;
    bool below = retouch_random(picture->seed, 2);
    int gap = (int) retouch_random(picture->seed, 3) * 10;

    other.model.format.precision = 5 + (int) retouch_random(picture->seed, 20);
    other.model.round =
        (enum fp_round) retouch_random(picture->seed, (uint32_t) FP_ROUND_COUNT);
    struct canvas painted = simulated_paint(&other);
    int x = below ? 0 : picture->canvas.width + gap;
    int y = below ? picture->canvas.height + gap : 0;

    retouch_pad(&picture->canvas,
                (struct sides){ .right = below ? 0 : gap + painted.width,
                                .bottom = below ? gap + painted.height : 0 },
                retouch_grey(levels[retouch_random(picture->seed, 4)]));
    retouch_paste(&picture->canvas, &painted, x, y);
    canvas_finish(&painted);
    picture->truth[1] = simulated_truth(&other);
    picture->truths = picture->truths ? 2 : 0;
}

// ---- what becomes of the screenshot ----

static void jpeg(struct distort_case *picture)
{
    retouch_jpeg(&picture->canvas, 50 + (int) retouch_random(picture->seed, 50));
}

static void palette(struct distort_case *picture)
{
    enum retouch_dither dither = (enum retouch_dither) retouch_random(picture->seed, 3);

    retouch_levels(&picture->canvas, 8 << retouch_random(picture->seed, 4), dither);
}

// As a messenger does.
static void shared(struct distort_case *picture)
{
    double scale = 0.4 + 0.6 * retouch_uniform(picture->seed);

    retouch_scale(&picture->canvas, scale, scale,
                  retouch_random(picture->seed, 2) ? RETOUCH_AREA : RETOUCH_LINEAR);
    jpeg(picture);
}

// Round corners, and a hole for the camera.
static void notch(struct distort_case *picture)
{
    struct canvas *canvas = &picture->canvas;
    int unit = (int) picture->strength / 360;
    int half = (10 + (int) retouch_random(picture->seed, 90)) * unit;
    int high = (16 + (int) retouch_random(picture->seed, 16)) * unit;

    retouch_round_corners(canvas, (16 + (int) retouch_random(picture->seed, 24)) * unit);
    retouch_box(
        canvas,
        (struct sides){ canvas->width / 2 - half, 0, canvas->width / 2 + half, high }, 0);
}

// A message over the picture, or a button.
static void toast(struct distort_case *picture)
{
    struct canvas *canvas = &picture->canvas;
    int unit = (int) picture->strength / 360, high = 48 * unit;
    bool button = retouch_random(picture->seed, 2);
    int top = (int) (retouch_uniform(picture->seed) * (canvas->height - high));
    struct sides box = { button ? canvas->width - 64 * unit : 24 * unit, top,
                         canvas->width - (button ? 8 : 24) * unit, top + high };
    double level = retouch_uniform(picture->seed);

    retouch_box(canvas, box, (float) level);
    box.left += 12 * unit;
    box.top += 16 * unit;
    retouch_text(canvas, box, 12 * unit, level < 0.5 ? 0.9f : 0.1f, picture->seed);
    picture->truth[0].either_form = picture->truth[1].either_form = true;
}

// ---- the apps ----

enum {
    DARK,
    WIDE,
    FILLED,
    TITLED,
    LIGHT,
    COLOURED,
    LANDSCAPE,
    TURNED,
    BROWSER,
    PAGE,
    NOTCH,
    BLACK,
    COVERED,
    CUT,
    AFTER,
    NONE,
    GRADIENT,
    WALLPAPER,
    LETTERBOX,
    ZOOMED,
    SMALL,
    TOAST,
    TWO,
    JPEG,
    PALETTE,
    SHARED,
};

#define GREYS     \
    {             \
        0.03, 0.2 \
    }
#define ANY     \
    {           \
        0, 0.25 \
    }

// clang-format off
static const struct app apps[] = {
    [DARK] = { .frame = GREYS, .bars = ANY, .least = 0.6 },
    [WIDE] = { .frame = GREYS, .bars = ANY, .least = 1 },
    [FILLED] = { .frame = GREYS, .bars = ANY, .fills = true },
    [TITLED] = { .frame = GREYS, .bars = ANY, .least = 0.8, .beside = phone_title },
    [LIGHT] = { .frame = { 0.6, 1 }, .least = 0.7 },
    [COLOURED] = { .frame = { 0.2, 1 }, .bars = { 0.1, 0.1 }, .least = 0.7,
                   .beside = dye },
    [LANDSCAPE] = { .frame = GREYS, .bars = ANY, .least = 0.6, .landscape = true },
    [TURNED] = { .frame = GREYS, .bars = ANY, .least = 0.6, .turned = true },
    [BROWSER] = { .frame = { 1, 1 }, .least = 0.6, .beside = phone_browser },
    [PAGE] = { .frame = { 0.05, 0.15 }, .least = 0.6, .beside = phone_browser },
    [NOTCH] = { .frame = GREYS, .bars = ANY, .least = 0.6,
                .behind = notch },
    [BLACK] = { .least = 0.6 },
    [COVERED] = { .frame = GREYS, .bars = ANY, .least = 0.9, .move = 0.6 },
    [CUT] = { .frame = GREYS, .bars = ANY, .least = 0.3, .may_fill = true,
              .before = cut_below },
    [AFTER] = { .frame = GREYS, .bars = ANY, .least = 0.7, .before = other_distortion },
    [NONE] = { .frame = GREYS, .bars = ANY, .least = 0.7, .may_fill = true,
               .before = nothing },
    [GRADIENT] = { .frame = GREYS, .bars = ANY, .least = 0.6, .beside = gradient },
    [WALLPAPER] = { .frame = GREYS, .bars = ANY, .least = 0.6, .beside = wallpaper },
    [LETTERBOX] = { .frame = { 0, 1 }, .bars = ANY, .least = 0.7, .may_fill = true,
                    .before = letterbox },
    [ZOOMED] = { .frame = { 0, 1 }, .bars = ANY, .least = 1, .most = 2.5, .move = 0.2 },
    [SMALL] = { .frame = { 0, 1 }, .bars = ANY, .least = 0.1, .most = 0.6, .turned = true },
    [TOAST] = { .frame = GREYS, .bars = ANY, .least = 0.8, .may_fill = true,
                .behind = toast },
    [TWO] = { .frame = { 0, 1 }, .bars = ANY, .least = 0.8, .may_fill = true,
              .before = second },
    [JPEG] = { .frame = { 0, 1 }, .bars = ANY, .least = 0.6, .behind = jpeg },
    [PALETTE] = { .frame = { 0, 1 }, .bars = ANY, .least = 0.6, .behind = palette },
    [SHARED] = { .frame = { 0, 1 }, .bars = ANY, .least = 0.6, .behind = shared },
};
// clang-format on

static void show(struct distort_case *picture)
{
    const struct app *app = &apps[picture->kind];
    double size = picture->strength;
    int at[2];

    if (app->before)
        app->before(picture);
    picture->strength = size;
    struct phone phone = any_phone(picture, app);
    if (app->beside)
        app->beside(&phone, picture->seed);
    place(picture, app, &phone.room, at);
    retouch_paste(&phone.canvas, &picture->canvas, at[0], at[1]);
    canvas_finish(&picture->canvas);
    picture->canvas = phone.canvas;
    if (app->behind)
        app->behind(picture);
}

#define SIZES "px", "360 720 1080 1440"
#define READ  "px", "360 720:40 1080:40 1440:40"

// clang-format off
static const struct distortion distortions[] = {
    { "screen-dark", READ, show, DARK, 10 },
    { "screen-wide", READ, show, WIDE, 10 },
    { "screen-filled", READ, show, FILLED, 10 },
    { "screen-titled", READ, show, TITLED, 10 },
    { "screen-light", READ, show, LIGHT, 10 },
    { "screen-coloured", READ, show, COLOURED, 10 },
    { "screen-landscape", READ, show, LANDSCAPE, 10 },
    { "screen-turned", READ, show, TURNED, 10 },
    { "screen-browser", READ, show, BROWSER, 10 },
    { "screen-page", READ, show, PAGE, 10 },
    { "screen-notch", READ, show, NOTCH, 10 },
    { "screen-black", SIZES, show, BLACK, 10 },
    { "screen-covered", SIZES, show, COVERED, 0 },
    { "screen-cut", SIZES, show, CUT, 0 },
    { "screen-after", SIZES, show, AFTER, 0 },
    { "screen-none", SIZES, show, NONE, 0 },
    { "screen-gradient", SIZES, show, GRADIENT, 0 },
    { "screen-wallpaper", SIZES, show, WALLPAPER, 0 },
    { "screen-letterbox", SIZES, show, LETTERBOX, 0 },
    { "screen-zoomed", SIZES, show, ZOOMED, 0 },
    { "screen-small", SIZES, show, SMALL, 0 },
    { "screen-toast", SIZES, show, TOAST, 0 },
    { "screen-two", SIZES, show, TWO, 0 },
    { "screen-jpeg", SIZES, show, JPEG, 10 },
    { "screen-palette", SIZES, show, PALETTE, 10 },
    { "screen-shared", SIZES, show, SHARED, 10 },
};
// clang-format on

const struct distort_group distort_screen = {
    "screen", distortions, (int) (sizeof distortions / sizeof *distortions), false, 95
};
