// SPDX-License-Identifier: MIT
//
// How it works: a picture that was dyed red has its levels in the red channel, and
// weights that fit the eye would leave a third of them. What is grey in a picture says
// little of its dye, so each pixel counts by how far its channels are apart. Those
// channels whose levels are spread as widely as the widest's, or nearly, are averaged:
// one of a picture dyed red, two of a sepia one, three where nothing is coloured. The
// weights are equal and sum to 1, so that a grey (v, v, v) stays v whatever is chosen.

#include "image/shot.h"

#include "base/log.h"
#include "base/memory.h"
#include "base/png/png.h"
#include "image/jpeg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The squared share of the widest spread from which on a channel counts.
#define SPREAD_SHARE 0.81
// Pixels that are looked at to choose: enough, and quick. Their distance is no multiple
// of a row's width but by accident.
#define SAMPLES (1 << 19)

// Enough that sums of up to 766 are divided exactly.
#define SCALE_BITS  17
#define HASH_LENGTH 64
#define WORD_MOST   0x7f // of a sign and the upper half of an exponent: not negative

// Sums over pixels, each by its weight: how far its channels are apart, and 1, since one
// colour alone on black has no spread but against that.
struct spread {
    uint64_t weight, sum[3], square[3];
};

// Which channels are averaged.
struct mixture {
    uint8_t mask[3]; // all bits, or none
    unsigned scale;  // of their sum: 2^SCALE_BITS / count, rounded up
    unsigned half;   // of their count, for rounding
};

static void spread_add(struct spread *spread, const uint8_t rgb[3], uint64_t times)
{
    int low = rgb[0] < rgb[1] ? rgb[0] : rgb[1], high = rgb[0] + rgb[1] - low;

    low = rgb[2] < low ? rgb[2] : low;
    high = rgb[2] > high ? rgb[2] : high;
    times *= (uint64_t) (high - low + 1);
    spread->weight += times;
    for (int c = 0; c < 3; c++) {
        spread->sum[c] += times * rgb[c];
        spread->square[c] += times * rgb[c] * rgb[c];
    }
}

static double variance(const struct spread *spread, int channel)
{
    double weight = spread->weight ? (double) spread->weight : 1;
    double mean = (double) spread->sum[channel] / weight;

    // Rounding must not leave less than nothing: no channel would count.
    return fmax((double) spread->square[channel] / weight - mean * mean, 0);
}

static struct mixture mixture_of(const struct spread *spread)
{
    struct mixture mixture = { 0 };
    unsigned count = 0;
    double widest = 0;

    for (int c = 0; c < 3; c++)
        widest = variance(spread, c) > widest ? variance(spread, c) : widest;
    for (int c = 0; c < 3; c++) {
        bool takes = variance(spread, c) >= SPREAD_SHARE * widest;

        mixture.mask[c] = takes ? 0xff : 0;
        count += takes;
    }
    mixture.scale = ((1u << SCALE_BITS) + count - 1) / count;
    mixture.half = count / 2;
    return mixture;
}

static uint8_t shot_mix(const struct mixture *mixture, const uint8_t rgb[3])
{
    unsigned sum = mixture->half;

    for (int c = 0; c < 3; c++)
        sum += rgb[c] & mixture->mask[c];
    return (uint8_t) (sum * mixture->scale >> SCALE_BITS);
}

static void grey_palette(struct png_picture *picture, size_t count)
{
    uint64_t times[256] = { 0 };
    struct spread spread = { 0 };
    struct mixture mixture;
    uint8_t greys[256] = { 0 };

    for (size_t i = 0; i < count; i++)
        times[picture->bytes[i]]++;
    for (int i = 0; i < picture->colours; i++)
        spread_add(&spread, picture->palette[i], times[i]);
    mixture = mixture_of(&spread);
    for (int i = 0; i < picture->colours; i++)
        greys[i] = shot_mix(&mixture, picture->palette[i]);
    for (size_t i = 0; i < count; i++)
        picture->bytes[i] = greys[picture->bytes[i]];
}

// In its place, of which two thirds go back.
static void grey_colours(struct png_picture *picture, size_t count)
{
    struct spread spread = { 0 };
    struct mixture mixture;

    for (size_t i = 0; i < count; i += count / SAMPLES + 1)
        spread_add(&spread, picture->bytes + 3 * i, 1);
    mixture = mixture_of(&spread);
    for (size_t i = 0; i < count; i++)
        picture->bytes[i] = shot_mix(&mixture, picture->bytes + 3 * i);
    picture->bytes = memory_resize(picture->bytes, count, 1);
}

// Returns true for the name of a file in a store of pictures: 64 hex digits.
static bool shot_is_hash(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

    return strspn(name, "0123456789abcdef") == HASH_LENGTH &&
           !strcmp(name + HASH_LENGTH, ".png");
}

// Returns true for a raw picture of 32-bit words, which are in the bytes of RGBA: the
// bytes differ, and over black none is brighter than its alpha, which is the upper half
// of an exponent. A raw picture of greys is a picture like any other.
static bool is_words(const struct png_picture *picture, const char *name, size_t count)
{
    bool differ = false;

    if (!picture->rgba || !shot_is_hash(name))
        return false;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *rgb = picture->bytes + 3 * i;

        if ((rgb[0] | rgb[1] | rgb[2]) > WORD_MOST)
            return false;
        differ = differ || rgb[0] != rgb[1] || rgb[0] != rgb[2];
    }
    return differ;
}

// Takes the bytes over.
static bool shot_take(struct shot *shot, struct png_picture *picture, const char *name)
{
    size_t count = (size_t) picture->width * (size_t) picture->height;

    if (is_words(picture, name, count)) {
        log_error("%s: a raw picture, whose pixels are not greys; use `fpstripe show DIR "
                  "--picture PROBE -o FILE`",
                  name);
        png_finish(picture);
        return false;
    }
    if (picture->colours)
        grey_palette(picture, count);
    else if (picture->channels == 3)
        grey_colours(picture, count);
    *shot = (struct shot){ picture->width, picture->height, picture->bytes,
                           picture->sheet, picture->whole };
    return true;
}

// Whether it begins as a JPEG does; leaves it at its beginning.
static bool is_jpeg(FILE *file)
{
    char bytes[3] = { 0 };
    size_t size = fread(bytes, 1, sizeof bytes, file);

    rewind(file);
    return size == sizeof bytes && !memcmp(bytes, "\xff\xd8\xff", sizeof bytes);
}

bool shot_read(struct shot *shot, const char *path)
{
    FILE *file = png_open(path);
    bool ok;

    *shot = (struct shot){ 0 };
    if (!file)
        return false;
    ok = shot_read_file(shot, file, path);
    fclose(file);
    return ok;
}

bool shot_read_file(struct shot *shot, FILE *file, const char *name)
{
    struct png_picture picture;

    *shot = (struct shot){ 0 };
    return (is_jpeg(file) ? jpeg_read_file(file, name, &picture)
                          : png_read_file(file, name, true, &picture)) &&
           shot_take(shot, &picture, name);
}

void shot_finish(struct shot *shot)
{
    free(shot->grey);
    *shot = (struct shot){ 0 };
}
