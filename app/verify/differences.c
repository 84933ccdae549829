// SPDX-License-Identifier: MIT
//
// How it works: the report that was made again is written as JSON, and the two documents
// are walked together. All keys of a result that differ are one fault, told by the one
// that says most. Keys that are nobody's here are left alone in the reports of other
// versions, which may have some more; in one of this version nobody but its sender can
// have written them.

#include "verify/private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY_SIZE 96

// Where two documents are being compared, and what was found.
struct walk {
    char key[KEY_SIZE]; // "findings[3].answer"
    size_t length;
    bool strict; // no key is a stranger's
    int count;   // keys that differ
    int rank;    // of the first or most telling
    char first[KEY_SIZE], says[240], wants[240];
    char others[200]; // names of the others
};

// What a document may lack, and must lack where there is no such thing.
static bool is_optional(const char *key)
{
    return !strcmp(key, "error_ulp") || !strcmp(key, "operands") ||
           !strcmp(key, "topic") || !strcmp(key, "findings");
}

// What reports of the first versions lack.
static bool is_late(const char *key)
{
    return !strcmp(key, "operands") || !strcmp(key, "equals") ||
           !strcmp(key, "same_gpu") || !strcmp(key, "tried");
}

static void say_value(json_t *json, char *text, size_t size)
{
    const char *string = json_string_value(json);
    char *dump;

    if (string || !json) {
        snprintf(text, size, string ? "\"%s\"" : "nothing", string);
        return;
    }
    dump = json_dumps(json, JSON_ENCODE_ANY | JSON_SORT_KEYS | JSON_COMPACT);
    snprintf(text, size, "%s", dump ? dump : "?");
    free(dump);
}

// The smaller, the more it says.
static int rank_of(const char *key)
{
    static const char *const order[] = { "status", "verdict.status",
                                         "verdict.fraction_bits", "verdict.survivors" };
    const char *leaf = strrchr(key, '.');

    for (int i = 0; i < 4; i++)
        if (!strcmp(key, order[i]))
            return i;
    if (leaf && !strncmp(key, "findings[", 9))
        return !strcmp(leaf, ".answer") ? 5 : 6;
    return strcmp(key, "verdict.text") != 0 ? 7 : 8;
}

static void note(struct walk *walk, json_t *says, json_t *wants)
{
    const char *other = walk->key;
    int rank = rank_of(walk->key);
    size_t used = strlen(walk->others);

    if (walk->count++ == 0 || rank < walk->rank) {
        other = walk->count > 1 ? walk->first : "";
        if (other[0] && used + 40 < sizeof(walk->others))
            snprintf(walk->others + used, sizeof(walk->others) - used, "%s%s",
                     used ? ", " : "", other);
        walk->rank = rank;
        snprintf(walk->first, sizeof(walk->first), "%s", walk->key);
        say_value(says, walk->says, sizeof(walk->says));
        say_value(wants, walk->wants, sizeof(walk->wants));
    } else if (used + 40 < sizeof(walk->others)) {
        snprintf(walk->others + used, sizeof(walk->others) - used, "%s%s",
                 used ? ", " : "", other);
    }
}

static void compare(struct walk *walk, json_t *says, json_t *wants);

// What lies below `step`, which is cut where the key is full.
static void compare_below(struct walk *walk, const char *step, json_t *says,
                          json_t *wants)
{
    size_t length = walk->length;

    snprintf(walk->key + length, sizeof(walk->key) - length, "%s", step);
    walk->length += strlen(walk->key + length);
    compare(walk, says, wants);
    walk->length = length;
    walk->key[length] = '\0';
}

static void compare_key(struct walk *walk, const char *key, json_t *says, json_t *wants)
{
    char step[48];

    snprintf(step, sizeof(step), "%s%.40s", walk->length ? "." : "", key);
    compare_below(walk, step, says, wants);
}

static void compare_objects(struct walk *walk, json_t *says, json_t *wants)
{
    const char *key;
    json_t *value;

    json_object_foreach(wants, key, value)
    {
        json_t *other = json_object_get(says, key);

        if (other || !is_late(key))
            compare_key(walk, key, other, value);
    }
    json_object_foreach(says, key, value)
    {
        if ((walk->strict || is_optional(key)) && !json_object_get(wants, key))
            compare_key(walk, key, value, NULL);
    }
}

static void compare_items(struct walk *walk, json_t *says, json_t *wants)
{
    char step[24];

    for (size_t i = 0; i < json_array_size(wants); i++) {
        snprintf(step, sizeof(step), "[%zu]", i);
        compare_below(walk, step, json_array_get(says, i), json_array_get(wants, i));
    }
}

static bool is_same(json_t *a, json_t *b)
{
    if (json_is_number(a) && json_is_number(b))
        return json_number_value(a) == json_number_value(b);
    return json_equal(a, b);
}

static void compare(struct walk *walk, json_t *says, json_t *wants)
{
    if (json_is_object(says) && json_is_object(wants))
        compare_objects(walk, says, wants);
    else if (json_is_array(says) && json_is_object(json_array_get(wants, 0)) &&
             json_array_size(says) == json_array_size(wants))
        compare_items(walk, says, wants);
    else if (!is_same(says, wants))
        note(walk, says, wants);
}

// "23 fraction bits, rne"
static void say_verdict(const struct verdict *verdict, char *text, size_t size)
{
    const char *rounding = verdict_rounding(verdict->survivors);

    if (verdict->status != STATUS_OK)
        snprintf(text, size, "%s: %s", status_name(verdict->status), verdict->reason);
    else if (verdict->fraction_bits < 0)
        snprintf(text, size, "ok, %s", rounding);
    else
        snprintf(text, size, "%d fraction bits, %s", verdict->fraction_bits, rounding);
}

static void say_others(const struct walk *walk, struct verify_fault *fault)
{
    size_t used = strlen(fault->text);

    if (walk->count > 1)
        snprintf(fault->text + used, sizeof(fault->text) - used, " (%d more: %s%s)",
                 walk->count - 1, walk->others,
                 strlen(walk->others) + 40 < sizeof(walk->others) ? "" : ", ...");
}

// `who`: "its pixels say".
static void say_keys(const struct walk *walk, const char *who, struct verify_fault *fault)
{
    snprintf(fault->text, sizeof(fault->text), "%s: says %.180s; %s %.180s", walk->first,
             walk->says, who, walk->wants);
}

// "16, rtz", behind such a sentence.
static void say_short(const struct verdict *verdict, char *text, size_t size)
{
    if (verdict->status == STATUS_OK && verdict->fraction_bits >= 0)
        snprintf(text, size, "%d, %s", verdict->fraction_bits,
                 verdict_rounding(verdict->survivors));
    else
        say_verdict(verdict, text, size);
}

// Both sides of a verdict are told at once, where it is one that differs.
static void say_fault(const struct walk *walk, const char *who,
                      const struct verdict *says, const struct verdict *wants,
                      struct verify_fault *fault)
{
    char say[240], want[240];

    snprintf(fault->key, sizeof(fault->key), "%s", walk->first);
    snprintf(fault->says, sizeof(fault->says), "%s", walk->says);
    snprintf(fault->wants, sizeof(fault->wants), "%s", walk->wants);
    say_verdict(says, say, sizeof(say));
    say_verdict(wants, want, sizeof(want));
    bool differ = strcmp(say, want) != 0;

    if (says->status == STATUS_OK && says->fraction_bits >= 0)
        say_short(wants, want, sizeof(want));
    if (walk->rank < 4 && differ)
        snprintf(fault->text, sizeof(fault->text), "says %.200s; %s %.200s", say, who,
                 want);
    else
        say_keys(walk, who, fault);
    say_others(walk, fault);
}

static void compare_result(struct verify_work *work, int i, json_t *says, json_t *wants)
{
    const struct result *written = &work->written->results[i];
    const struct result *redone = &work->redone.results[i];
    struct walk walk = { .strict = work->own };
    struct verify_fault *fault;

    compare(&walk, says, wants);
    if (walk.count > 0 && (fault = verify_add(work, i, NULL)))
        say_fault(&walk, written->sha256[0] ? "its pixels say" : "it would be",
                  &written->verdict, &redone->verdict, fault);
}

static void compare_rest(struct verify_work *work, const char *key, const char *place,
                         json_t *says, json_t *wants)
{
    struct walk walk = { .strict = work->own };
    struct verify_fault *fault;

    compare_key(&walk, key, json_object_get(says, key), json_object_get(wants, key));
    if (walk.count > 0 && (fault = verify_add(work, -1, place)))
        say_fault(&walk, "its results say", &work->written->headline,
                  &work->redone.headline, fault);
}

// The keys of the document itself, and of the program that wrote it.
static void find_strangers(struct verify_work *work, json_t *says, json_t *wants)
{
    json_t *tool = json_object_get(says, "tool"), *value;
    const char *key;

    if (!work->own)
        return;
    json_object_foreach(says, key, value)
    {
        if (!json_object_get(wants, key))
            verify_say(work, -1, "report", "%.80s: is nothing that is reported", key);
    }
    json_object_foreach(tool, key, value)
    {
        if (!json_object_get(json_object_get(wants, "tool"), key))
            verify_say(work, -1, "report", "tool.%.80s: is nothing that is reported",
                       key);
    }
}

void verify_differences(struct verify_work *work, json_t *says)
{
    char *text = report_json(&work->redone);
    json_t *wants = text ? json_loads(text, 0, NULL) : NULL;
    json_t *written = json_object_get(says, "results");
    json_t *redone = json_object_get(wants, "results");

    if (!wants) {
        log_error("%s: no memory to compare it", work->folder->name);
        work->failed = true;
    }
    for (int i = 0; wants && i < work->redone.count; i++)
        compare_result(work, i, json_array_get(written, (size_t) i),
                       json_array_get(redone, (size_t) i));
    if (wants) {
        find_strangers(work, says, wants);
        compare_rest(work, "verdict", "headline", says, wants);
        compare_rest(work, "reference", "reference", says, wants);
        compare_rest(work, "device", "device", says, wants);
        compare_rest(work, "claimed", "claimed", says, wants);
    }
    json_decref(wants);
    free(text);
}
