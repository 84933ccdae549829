// SPDX-License-Identifier: MIT

#include "compare/clean.h"
#include "compare/private.h"

#include "base/history.h"

#include <stdio.h>
#include <string.h>

#define NAME 44 // bytes of a name, before what sets it apart

// Adds `more`, cut to what there is room for.
static void append(char *text, size_t size, const char *joint, const char *more)
{
    size_t used = strlen(text);

    if (!more[0])
        return;
    facts_copy(text + used, size - used, used ? joint : "");
    used += strlen(text + used);
    facts_copy(text + used, size - used, more);
}

// Removes every `word`.
static void drop(char *text, const char *word)
{
    for (char *at = strstr(text, word); at; at = strstr(at, word))
        memmove(at, at + strlen(word), strlen(at + strlen(word)) + 1);
}

// ANGLE's "ANGLE (vendor, device, driver)": the device, and of
// "Vulkan 1.3.0 (SwiftShader Device (Subzero))" what it is on.
static void angle(char *text, size_t size)
{
    char device[320], *at = strchr(text, ',');

    facts_copy(device, sizeof device, at ? at + 1 + strspn(at + 1, " ") : text);
    device[strcspn(device, ",")] = 0;
    at = !strncmp(device, "Vulkan ", 7) ? strchr(device, '(') : NULL;
    snprintf(text, size, "ANGLE ");
    facts_copy(text + 6, size - 6, at ? at + 1 : device);
}

// A renderer's name without what is between parentheses and behind a slash.
static void short_renderer(const struct facts *device, char *text, size_t size)
{
    char full[320], *cut;

    facts_copy(full, sizeof full, device->renderer[0] ? device->renderer : device->id);
    if (device->simulated)
        facts_copy(full, sizeof full, device->id);
    else if (!strncmp(full, "ANGLE (", 7) && strchr(full, ','))
        angle(full, sizeof full);
    drop(full, "(R)");
    drop(full, "(TM)");
    drop(full, "(tm)");
    cut = strstr(full, " (");
    if (cut && cut > full && !device->simulated)
        *cut = 0;
    cut = strchr(full, '/');
    if (cut && cut > full && !device->simulated)
        *cut = 0;
    facts_copy(text, size < NAME ? size : NAME, full[0] ? full : "unknown");
}

// "ES 3.2", "GL 4.6"; a fake has none.
static void short_api(const struct facts *device, char *text, size_t size)
{
    const char *es = strstr(device->version, "OpenGL ES ");
    const char *number = es ? es + 10 : device->version;
    int digits = (int) strspn(number, "0123456789");

    text[0] = 0;
    if (device->simulated)
        return;
    if (digits && number[digits] == '.')
        digits += 1 + (int) strspn(number + digits + 1, "0123456789");
    if (device->api == API_ES2) // asked as such, whatever came
        snprintf(text, size, "ES 2 in %.*s", digits, number);
    else
        snprintf(text, size, "%s %.*s", es ? "ES" : "GL", digits, number);
}

// What stands behind the version of the API: "Mesa 22.3.6".
static void short_driver(const struct facts *device, char *text, size_t size)
{
    const char *es = strstr(device->version, "OpenGL ES ");
    const char *at = es ? es + 10 : device->version;

    at += strspn(at, "0123456789.");
    at += strspn(at, " ");
    if (*at == '(') // "(Core Profile) Mesa 22.3.6"
        at = strchr(at, ')') ? strchr(at, ')') + 1 : at;
    facts_copy(text, size, device->simulated ? "" : at + strspn(at, " "));
}

static void last_folder(const struct report_folder *folder, char *text, size_t size)
{
    const char *path = folder->name;
    size_t length = strlen(path);

    while (length && path[length - 1] == '/')
        length--;
    size_t start = length;

    while (start && path[start - 1] != '/')
        start--;
    snprintf(text, size, "%.*s", (int) (length - start), path + start);
}

static bool same_name(const struct report_compare *compare, int one, int other)
{
    return !strcmp(compare->labels[one].name, compare->labels[other].name);
}

// What there is to say more of a side: of `level` 0 the API, 1 the driver, 2 the folder.
static void say_more(const struct report_folder *side, int level, char text[40])
{
    const struct facts *device = &side->report.device;

    text[0] = 0;
    if (level == 0)
        short_api(device, text, 40);
    else if (level == 1)
        short_driver(device, text, 40);
    else if (!side->pictures)
        last_folder(side, text, 40);
}

// Says more of sides of one name, where that is not the same of all of them.
static void set_apart(struct report_compare *compare, int level)
{
    char more[REPORT_COMPARE_SIDES][40];
    bool helps[REPORT_COMPARE_SIDES] = { 0 };

    for (int i = 0; i < compare->count; i++)
        say_more(compare->sides[i], level, more[i]);
    for (int i = 0; i < compare->count; i++)
        for (int j = 0; j < compare->count; j++)
            helps[i] |= same_name(compare, i, j) && strcmp(more[i], more[j]) != 0;
    for (int i = 0; i < compare->count; i++) {
        struct report_compare_label *label = &compare->labels[i];

        if (helps[i])
            append(label->name, sizeof label->name - 5, " ", more[i]);
    }
}

static bool is_taken(const struct report_compare *compare, int side)
{
    for (int i = 0; i < compare->count; i++)
        if (i != side && same_name(compare, i, side))
            return true;
    return false;
}

// The second of a name gets a number, and so does the third.
static void number(struct report_compare *compare)
{
    for (int i = 1; i < compare->count; i++) {
        char *name = compare->labels[i].name;
        size_t used = strlen(name);
        bool again = false;

        for (int j = 0; j < i; j++)
            again |= same_name(compare, i, j);
        for (int next = 2; again; next++) {
            snprintf(name + used, 6, " (%d)", next);
            again = is_taken(compare, i);
        }
    }
}

static void describe(struct report_compare_label *label, const struct report *report)
{
    const struct facts *device = &report->device;
    const struct verdict *headline = &report->headline;
    char text[400];

    label->simulated = device->simulated;
    label->software = device->software;
    label->incomplete = !report->complete;
    append(label->device, sizeof label->device, "",
           device->renderer[0] ? device->renderer : device->id);
    append(label->device, sizeof label->device, ", ", device->version);
    if (!device->version[0] || !device->renderer[0])
        append(label->device, sizeof label->device, ", ", device->id);
    append(label->device, sizeof label->device, ", ", device->driver);
    verdict_text(headline, text, sizeof text);
    facts_copy(label->verdict, sizeof label->verdict, text);
    if (headline->status == STATUS_OK)
        history_text(headline, "as far as was measured", label->twins,
                     sizeof label->twins);
}

void report_compare_label(struct report_compare *compare)
{
    for (int i = 0; i < compare->count; i++) {
        const struct report *report = &compare->sides[i]->report;

        describe(&compare->labels[i], report);
        short_renderer(&report->device, compare->labels[i].name,
                       sizeof compare->labels[i].name);
    }
    for (int level = 0; level < 3; level++)
        set_apart(compare, level);
    for (int i = 0; i < compare->count; i++)
        report_compare_clean_text(compare->labels[i].name);
    number(compare);
}
