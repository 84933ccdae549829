// SPDX-License-Identifier: MIT
//
// How it works: the recomputed report is written as JSON, and both documents are
// compared key by key. All keys of a result that differ, or of a value at the top, are
// one fault, reported by its text if that differs. Keys that this version does not
// write are accepted in the reports of other versions, which may have more keys; in a
// report of this version, only its sender can have written them.

#include "base/fp_bits.h"
#include "base/text.h"
#include "verify/private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SUMMARY "verdict.text" // says the most

// The state of the comparison: the place, and the fault so far, which is the reported
// key with its two values, and the names of the other keys.
struct walk {
    char key[96]; // "findings[3].answer"
    bool strict;  // no key is another version's
    int count;    // of keys that differ
    struct verify_fault told;
    char others[200];
};

static bool is_one_of(const char *key, const char *const *list)
{
    while (*list && strcmp(*list, key) != 0)
        list++;
    return *list;
}

// Keys that a report has only if it has such a value.
static const char *const optional[] = { "error_ulp", "operands",      "topic",
                                        "findings",  "case",          "glsl",
                                        "rewriting", "deviates_from", NULL };
// Keys that only a report has: nothing recomputes the reason of a blessing, and earlier
// versions named a picture in grey levels.
static const char *const ignored[] = { "golden", "look", NULL };
// Keys that reports of the first versions lack.
static const char *const late[] = { "operands",      "equals",   "same_gpu", "tried",
                                    "deviates_from", "overflow", NULL };

static void print_value(json_t *json, char *text, size_t size)
{
    const char *string = json_string_value(json);
    char *dump =
        string || !json ? NULL : json_dumps(json, JSON_ENCODE_ANY | JSON_COMPACT);

    if (string)
        snprintf(text, size, "\"%s\"", string);
    else
        snprintf(text, size, "%s", dump ? dump : "nothing");
    free(dump);
}

static void note_difference(struct walk *walk, json_t *says, json_t *wants)
{
    struct verify_fault *told = &walk->told;
    bool tell = walk->count++ == 0 || !strcmp(walk->key, SUMMARY);

    if (walk->count > 1 && strlen(walk->others) + 40 < sizeof walk->others)
        text_join(walk->others, sizeof walk->others, ", ", tell ? told->key : walk->key);
    if (!tell)
        return;
    memcpy(told->key, walk->key, sizeof told->key);
    print_value(says, told->says, sizeof told->says);
    print_value(wants, told->wants, sizeof told->wants);
}

static void walk_any(struct walk *walk, json_t *says, json_t *wants);

// Compares the values below `step`, which is cut if the key is full.
static void walk_below(struct walk *walk, const char *step, json_t *says, json_t *wants)
{
    size_t length = strlen(walk->key);

    snprintf(walk->key + length, sizeof walk->key - length, "%s%s",
             length && step[0] != '[' ? "." : "", step);
    walk_any(walk, says, wants);
    walk->key[length] = '\0';
}

static void walk_object(struct walk *walk, json_t *says, json_t *wants)
{
    const char *key;
    json_t *value;

    json_object_foreach(wants, key, value)
    {
        json_t *other = json_object_get(says, key);

        if (other || !is_one_of(key, late))
            walk_below(walk, key, other, value);
    }
    json_object_foreach(says, key, value)
    {
        if (!json_object_get(wants, key) && !is_one_of(key, ignored) &&
            (walk->strict || is_one_of(key, optional)))
            walk_below(walk, key, value, NULL);
    }
}

static void walk_array(struct walk *walk, json_t *says, json_t *wants)
{
    char step[24];

    for (size_t i = 0; i < json_array_size(wants); i++) {
        snprintf(step, sizeof step, "[%zu]", i);
        walk_below(walk, step, json_array_get(says, i), json_array_get(wants, i));
    }
}

static bool same_value(json_t *a, json_t *b)
{
    if (json_is_number(a) && json_is_number(b))
        return json_number_value(a) == json_number_value(b);
    return json_equal(a, b);
}

static void walk_any(struct walk *walk, json_t *says, json_t *wants)
{
    if (json_is_object(says) && json_is_object(wants))
        walk_object(walk, says, wants);
    else if (json_is_array(says) && json_is_object(json_array_get(wants, 0)) &&
             json_array_size(says) == json_array_size(wants))
        walk_array(walk, says, wants);
    else if (!same_value(says, wants))
        note_difference(walk, says, wants);
}

// A part of the document, whose keys that differ are one fault.
struct part {
    const char *key;   // at the top; NULL: it is a result
    const char *place; // of its fault, NULL for a result
    const char *who;   // has the other value: "its pixels say"
    int result;        // index, or -1
};

static void compare_part(struct verify_work *work, struct part part, json_t *says,
                         json_t *wants)
{
    struct walk walk = { .strict = work->own };
    const struct verify_fault *told = &walk.told;
    struct verify_fault *fault;

    if (part.key)
        walk_below(&walk, part.key, says, wants);
    else
        walk_any(&walk, says, wants);
    if (walk.count == 0)
        return;
    fault = verify_add(work, part.result, part.place);
    memcpy(fault->key, told->key, sizeof fault->key);
    memcpy(fault->says, told->says, sizeof fault->says);
    memcpy(fault->wants, told->wants, sizeof fault->wants);
    if (strcmp(told->key, SUMMARY) != 0)
        text_add(fault->text, sizeof fault->text, "%s: ", told->key);
    text_add(fault->text, sizeof fault->text, "says %.180s; %s %.180s", told->says,
             part.who, told->wants);
    if (walk.count > 1)
        text_add(fault->text, sizeof fault->text, " (%d more: %s%s)", walk.count - 1,
                 walk.others,
                 strlen(walk.others) + 40 < sizeof walk.others ? "" : ", ...");
}

static void compare_results(struct verify_work *work, json_t *says, json_t *wants)
{
    for (int i = 0; i < work->redone.count; i++) {
        bool drawn = work->written->results[i].sha256[0];
        struct part part = { .who = drawn ? "its pixels say" : "it would be",
                             .result = i };

        compare_part(work, part, json_array_get(says, (size_t) i),
                     json_array_get(wants, (size_t) i));
    }
}

static void compare_top(struct verify_work *work, const char *key, json_t *says,
                        json_t *wants)
{
    static const char *const placed[] = { "device", "claimed", "reference", NULL };
    bool headline = !strcmp(key, "verdict");
    struct part part = {
        .key = key,
        .place = headline                 ? "overall verdict"
                 : is_one_of(key, placed) ? key
                                          : "report",
        .who = headline ? "its results say" : "it would be",
        .result = -1,
    };

    if (!strcmp(key, "results"))
        compare_results(work, says, wants);
    else if (wants || work->own)
        compare_part(work, part, says, wants);
}

// Removes the texts of all findings, which follow from the rest.
static void drop_sentences(json_t *document)
{
    json_t *result, *finding;
    size_t i, k;

    json_array_foreach(json_object_get(document, "results"), i, result)
    {
        json_array_foreach(json_object_get(result, "findings"), k, finding)
            json_object_del(finding, "text");
    }
}

// Accepts the headline of earlier reports, which lacks its place.
static void drop_place(const struct verify_work *work, json_t *says, json_t *wants)
{
    json_t *said = json_object_get(says, "verdict");
    const char *text = json_string_value(json_object_get(said, "text"));
    char sentence[400];

    verdict_text(&work->redone.headline, sentence, sizeof sentence);
    if (text && !strcmp(text, sentence))
        json_object_set(json_object_get(wants, "verdict"), "text",
                        json_object_get(said, "text"));
}

// Returns an end of an interval; NaN if its bits differ from its number.
static double number_at(json_t *interval, const char *end)
{
    json_t *number = json_object_get(interval, end);
    const char *bits = json_string_value(json_object_get(number, "bits"));
    double value = json_number_value(json_object_get(number, "value"));

    return bits && strtoull(bits, NULL, 16) == fp_bits64(value) ? value : NAN;
}

// Returns true if two errors differ only by the C library that judged functions in
// earlier reports: by some units of a double's last place, 2^-29 of an ulp of binary32.
static bool is_off_by_library(json_t *says, json_t *wants)
{
    static const char *const ends[] = { "min", "max" };

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        double said = number_at(says, ends[i]), wanted = number_at(wants, ends[i]);

        if (!(fabs(said - wanted) <= 0x1p-26 + 0x1p-50 * fabs(wanted)))
            return false;
    }
    return json_is_object(says) && json_is_object(wants);
}

static void adopt_errors(json_t *says, json_t *wants)
{
    json_t *finding, *others = json_object_get(says, "findings");
    const char *probe = json_string_value(json_object_get(wants, "probe"));
    size_t i;

    if (!probe || strcmp(probe, "functions") != 0)
        return;
    json_array_foreach(json_object_get(wants, "findings"), i, finding)
    {
        json_t *said = json_object_get(json_array_get(others, i), "error_ulp");

        if (is_off_by_library(said, json_object_get(finding, "error_ulp")))
            json_object_set(finding, "error_ulp", said);
    }
}

// Accepts a largest error of a sample that an earlier version rounded to nearest: the
// third digit, or of an error in ulp the third place, is one more than it is now.
static void adopt_rounding(json_t *says, json_t *wants)
{
    static const char *const kinds[] = { "levels-off", "off-at-most", "next-texel",
                                         "ulp-off", NULL };
    const char *kind = json_string_value(json_object_get(wants, "kind"));
    json_t *said = json_object_get(says, "value"),
           *want = json_object_get(wants, "value");
    double wanted = json_number_value(json_object_get(want, "value")), unit = 0.001;
    double more = json_number_value(json_object_get(said, "value")) - wanted;

    if (!kind || !is_one_of(kind, kinds) || !(wanted > 0))
        return;
    if (strcmp(kind, "ulp-off"))
        unit = pow(10, floor(log10(wanted)) - 2);
    if (more > 0.5 * unit && more < 1.5 * unit)
        json_object_set(wants, "value", said);
}

static void adopt_roundings(json_t *says, json_t *wants)
{
    static const char *const lists[] = { "answer", "detail" };
    json_t *finding, *findings = json_object_get(says, "findings");
    size_t i;

    json_array_foreach(json_object_get(wants, "findings"), i, finding)
    {
        for (size_t k = 0; k < 2 * FINDING_DETAILS; k++) {
            const char *list = lists[k % 2];
            json_t *other = json_object_get(json_array_get(findings, i), list);

            adopt_rounding(json_array_get(other, k / 2),
                           json_array_get(json_object_get(finding, list), k / 2));
        }
    }
}

// Accepts, in all results, numbers that earlier versions computed otherwise.
static void adopt_all_errors(json_t *says, json_t *wants)
{
    json_t *result, *results = json_object_get(says, "results");
    size_t i;

    json_array_foreach(json_object_get(wants, "results"), i, result)
    {
        adopt_errors(json_array_get(results, i), result);
        adopt_roundings(json_array_get(results, i), result);
    }
}

void verify_differences(struct verify_work *work, json_t *says)
{
    char *text = report_json(&work->redone);
    json_t *wants = json_loads(text, 0, NULL), *value;
    json_t *tool = json_object_get(wants, "tool");
    const char *key;

    drop_sentences(says);
    drop_sentences(wants);
    drop_place(work, says, wants);
    adopt_all_errors(says, wants);
    // The version is taken as it is written, and so is the hash, which the reader has
    // checked.
    json_object_set(tool, "version",
                    json_object_get(json_object_get(says, "tool"), "version"));
    json_object_set(wants, "measurement_sha256",
                    json_object_get(says, "measurement_sha256"));
    json_object_foreach(wants, key, value)
        compare_top(work, key, json_object_get(says, key), value);
    json_object_foreach(says, key, value)
    {
        if (!json_object_get(wants, key))
            compare_top(work, key, value, NULL);
    }
    json_decref(wants);
    free(text);
}
