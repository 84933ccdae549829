// SPDX-License-Identifier: MIT

#include "tests/image/distort.h"
#include "tests/image/phone.h"

#include <math.h>
#include <string.h>

static struct sides sides_of(const double n[])
{
    return (struct sides){ (int) round(n[0]), (int) round(n[1]), (int) round(n[2]),
                           (int) round(n[3]) };
}

static void crop(struct distort_case *picture, const double n[])
{
    retouch_crop(&picture->canvas, sides_of(n));
}

static void pad(struct distort_case *picture, const double n[])
{
    retouch_pad(&picture->canvas, sides_of(n), retouch_grey((float) n[4]));
}

static void frame(struct distort_case *picture, const double n[])
{
    struct retouch_colour colour = { { (float) n[1], (float) n[2], (float) n[3] } };

    retouch_pad(&picture->canvas, sides_of((double[]){ n[0], n[0], n[0], n[0] }), colour);
}

static void scale(struct distort_case *picture, const double n[])
{
    retouch_scale(&picture->canvas, n[0], n[1], (enum retouch_filter)(int) n[2]);
}

static void turn(struct distort_case *picture, const double n[])
{
    retouch_turn(&picture->canvas, (int) n[0]);
}

static void photo(struct distort_case *picture, const double n[])
{
    retouch_camera(&picture->canvas, (struct retouch_camera){ .degrees = n[0],
                                                              .slant = { n[1], n[2] },
                                                              .margin = n[3],
                                                              .table = (float) n[4] });
}

static void curve(struct distort_case *picture, const double n[])
{
    retouch_curve(&picture->canvas, n[0], n[1], n[2]);
}

// Black, where the first is 0, or white from a part of white on; then level^gamma.
static void swallow(struct distort_case *picture, const double n[])
{
    double black = n[0] > 0 ? 0 : n[1], gain = 1 / ((n[0] > 0 ? 1 - n[1] : 1) - black);

    retouch_curve(&picture->canvas, 1, gain, -black * gain);
    retouch_curve(&picture->canvas, n[2], 1, 0);
}

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

// Steep about a level, flat at both ends, as ImageMagick's -sigmoidal-contrast.
static void sigmoid(struct distort_case *picture, const double n[])
{
    struct canvas *canvas = &picture->canvas;
    double low = logistic(-n[1] * n[0]), high = logistic(n[1] * (1 - n[0]));

    for (size_t i = 0; i < canvas_area(canvas) * (size_t) canvas->channels; i++)
        canvas->level[i] =
            (float) ((logistic(n[1] * (canvas->level[i] - n[0])) - low) / (high - low));
}

// Right for one form is right for both: only whole units part them, and those are
// mirrored.
static void negate(struct distort_case *picture, const double n[])
{
    retouch_curve(&picture->canvas, 1, -1, 1);
    picture->truth[0].either_form = true;
}

static void dye(struct distort_case *picture, const double n[])
{
    const float dark[3] = { (float) n[0], (float) n[1], (float) n[2] };
    const float light[3] = { (float) n[3], (float) n[4], (float) n[5] };

    retouch_dye(&picture->canvas, dark, light);
}

static void blur(struct distort_case *picture, const double n[])
{
    retouch_blur(&picture->canvas, n[0]);
}

static void noise(struct distort_case *picture, const double n[])
{
    retouch_noise(&picture->canvas, n[0], &picture->seed);
}

static void jpeg(struct distort_case *picture, const double n[])
{
    distort_jpeg(&picture->canvas, (int) n[0], n[1] > 0);
}

static void levels(struct distort_case *picture, const double n[])
{
    retouch_levels(&picture->canvas, (int) n[0], (enum retouch_dither)(int) n[1]);
}

static void light(struct distort_case *picture, const double n[])
{
    retouch_light(&picture->canvas, n[0], n[1]);
}

static void corners(struct distort_case *picture, const double n[])
{
    retouch_round_corners(&picture->canvas, (int) n[0]);
}

static void box(struct distort_case *picture, const double n[])
{
    retouch_box(&picture->canvas, sides_of(n), (float) n[4]);
}

static void text(struct distort_case *picture, const double n[])
{
    retouch_text(&picture->canvas, sides_of(n), (int) n[4], (float) n[5], &picture->seed);
}

// Covers what alone tells the form.
static void either(struct distort_case *picture, const double n[])
{
    picture->truth[0].either_form = picture->truth[1].either_form = true;
}

static void nothing(struct distort_case *picture, const double n[])
{
    picture->truths = 0;
}

// ---- another device ----

static void told(struct distort_case *picture, const double n[])
{
    picture->options.stripes = (int) n[0];
    if (picture->truth[0].fraction_bits > (int) n[0])
        picture->truths = 0;
}

static void stripes(struct distort_case *picture, const double n[])
{
    struct simulated *device = &picture->device;

    device->height = device->height / device->stripes * (int) n[0];
    device->stripes = (int) n[0];
    distort_repaint(picture);
}

// Paints any size, as the published shader does in a window: stripes of no whole rows,
// ramps of no power of two. A format of few bits distinguishes no more columns.
static void size(struct distort_case *picture, const double n[])
{
    int bits = picture->device.model.format.precision - 2;
    int widest = bits > 11 ? 2048 : 1 << bits;

    picture->device.width = (int) n[0] > widest ? widest : (int) n[0];
    picture->device.height = (int) n[1];
    distort_repaint(picture);
}

static void emax(struct distort_case *picture, const double n[])
{
    picture->device.model.format.emax = (int) n[0];
    picture->device.white_nan = n[1] > 0;
    distort_repaint(picture);
}

// A target that truncates: 0.5 becomes 127.
static void cuts(struct distort_case *picture, const double n[])
{
    picture->device.cuts = true;
    distort_repaint(picture);
}

static void paste_other(struct distort_case *picture, const struct simulated *device,
                        int left, const double n[])
{
    struct canvas painted = simulated_paint(device);

    retouch_crop(&painted, (struct sides){ .left = left });
    retouch_paste(&picture->canvas, &painted, (int) n[0], (int) n[1]);
    canvas_finish(&painted);
}

// Pastes another device's picture.
static void other(struct distort_case *picture, const double n[])
{
    struct simulated device = distort_other(picture);

    if (picture->truths == 1)
        picture->truth[picture->truths++] = simulated_truth(&device);
    paste_other(picture, &device, 0, n);
}

// Pastes the right part of another device's.
static void splice(struct distort_case *picture, const double n[])
{
    struct simulated device = picture->device;

    device.folded = false;
    device.model.round = device.model.round == FP_RTZ ? FP_RUP : FP_RTZ;
    if (device.model.format.precision > 7)
        device.model.format.precision -= 1 + (int) retouch_random(&picture->seed, 3);
    if (picture->truths == 1)
        picture->truth[picture->truths++] = simulated_truth(&device);
    paste_other(picture, &device, (int) n[0], n);
}

// Stripes in the middle repeated, or missing: what lies below is whole. Repeated smooth
// ones make a device of more bits, and a picture with a bar of black on top.
static void tear(struct distort_case *picture, const double n[])
{
    struct canvas *canvas = &picture->canvas, lower = canvas_copy(canvas);
    int stripe = (int) round(distort_stripe(picture)), count = (int) n[0];
    int from = canvas->height / 2 / stripe * stripe, moved = count * stripe;

    retouch_crop(&lower, (struct sides){ .top = from });
    if (moved > 0)
        retouch_pad(canvas, (struct sides){ .bottom = moved }, retouch_grey(0));
    retouch_paste(canvas, &lower, 0, from + moved);
    if (moved < 0)
        retouch_crop(canvas, (struct sides){ .bottom = -moved });
    canvas_finish(&lower);
    picture->truth[1] = picture->truth[0];
    picture->truth[1].fraction_bits += count;
    if (count > 0 && picture->truths && picture->truth[1].fraction_bits < 24)
        picture->truths = 2;
}

// ---- a phone ----

enum { PLAIN, TITLE, PAGE, GRADIENT, WALLPAPER };

static void furnish(struct phone *phone, int kind, uint64_t *seed)
{
    struct sides *room = &phone->room;
    int rows = room->bottom - room->top;

    if (kind == TITLE)
        phone_title(phone, seed);
    if (kind == PAGE)
        phone_browser(phone, seed);
    for (int y = 0; kind == GRADIENT && y < rows; y++)
        retouch_box(&phone->canvas,
                    (struct sides){ 0, room->top + y, room->right, room->top + y + 1 },
                    0.9f * (float) y / (float) rows);
    if (kind == WALLPAPER) {
        struct canvas clouds = canvas_make(room->right - room->left, rows, 1, 0);

        retouch_clouds(&clouds, seed);
        retouch_paste(&phone->canvas, &clouds, room->left, room->top);
        canvas_finish(&clouds);
    }
}

// The shorter side of the screen, the levels of the frame and of the bars, the share of
// the room that the picture is wide, the part of the room that it is moved down; how the
// room is furnished; whether the screen lies. The screen hides the rest.
static void phone(struct distort_case *picture, const double n[])
{
    struct phone phone =
        phone_make((int) n[0], n[6] > 0, (float) (round(n[1] * 255) / 255),
                   (float) (round(n[2] * 255) / 255), &picture->seed);

    furnish(&phone, (int) n[5], &picture->seed);
    int wide = phone.room.right - phone.room.left;
    int high = phone.room.bottom - phone.room.top;
    int width = (int) (wide * n[3]);
    int height = (int) (width * (0.6 + 0.6 * retouch_uniform(&picture->seed)));

    if (height > high && n[3] <= 1)
        height = high;
    int top = (high - height) / 2 + (int) (n[4] * high);
    struct sides hidden = { .top = top < 0 ? -top : 0,
                            .bottom = top + height > high ? top + height - high : 0 };

    scale(picture, (double[]){ (double) width / picture->canvas.width,
                               (double) height / picture->canvas.height,
                               retouch_random(&picture->seed, 2) });
    retouch_crop(&picture->canvas, hidden);
    if (hidden.top)
        picture->truth[0].either_form = true;
    retouch_paste(&phone.canvas, &picture->canvas, phone.room.left + (wide - width) / 2,
                  phone.room.top + top + hidden.top);
    canvas_finish(&picture->canvas);
    picture->canvas = phone.canvas;
}

bool distort_step(struct distort_case *picture, const char *name, const double numbers[])
{
    static const struct {
        const char *name; // and what its numbers are
        void (*apply)(struct distort_case *picture, const double n[]);
    } table[] = {
        { "crop", crop },       // left, top, right, bottom
        { "pad", pad },         // left, top, right, bottom, level
        { "frame", frame },     // size, red, green, blue
        { "scale", scale },     // across, down, enum retouch_filter
        { "turn", turn },       // retouch_turn()'s
        { "photo", photo },     // degrees, depth across and down, margin, table
        { "curve", curve },     // gamma, gain, offset
        { "swallow", swallow }, // 0: black, or 1: white; part, gamma
        { "sigmoid", sigmoid }, // level, steepness
        { "negate", negate },   { "dye", dye }, // dark and light: red, green, blue
        { "blur", blur },                       // pixels
        { "noise", noise },                     // levels
        { "jpeg", jpeg },                       // quality, whether progressive
        { "levels", levels },                   // how many, enum retouch_dither
        { "light", light },                     // falls off to the corners, to the right
        { "corners", corners },                 // radius
        { "box", box },                         // left, top, right, bottom, level
        { "text", text },                       // left, top, right, bottom, size, level
        { "either", either },   { "nothing", nothing }, { "told", told },
        { "stripes", stripes }, { "size", size },   // columns, rows
        { "emax", emax },                           // emax, whether NaN is white
        { "cuts", cuts },       { "other", other }, // left, top
        { "splice", splice },                       // left
        { "tear", tear },                           // stripes
        { "phone", phone },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(table[i].name, name)) {
            table[i].apply(picture, numbers);
            return true;
        }
    return false;
}
