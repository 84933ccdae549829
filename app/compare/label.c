// SPDX-License-Identifier: MIT

#include "compare/private.h"

#include "base/history.h"
#include "base/text.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define NAME 44 // bytes of a name, before what sets it apart

// Removes every occurrence of `word`.
static void remove_word(char *text, const char *word)
{
    for (char *at = strstr(text, word); at; at = strstr(at, word))
        memmove(at, at + strlen(word), strlen(at + strlen(word)) + 1);
}

// Shortens ANGLE's "ANGLE (vendor, device, driver)" to the device, and "Vulkan 1.3.0
// (SwiftShader Device (Subzero))" to the device in the parentheses.
static void shorten_angle(char *text, size_t size)
{
    char device[320], *at = strchr(text, ',');

    facts_copy(device, sizeof device, at ? at + 1 + strspn(at + 1, " ") : text);
    device[strcspn(device, ",")] = 0;
    at = !strncmp(device, "Vulkan ", 7) ? strchr(device, '(') : NULL;
    snprintf(text, size, "ANGLE ");
    facts_copy(text + 6, size - 6, at ? at + 1 : device);
}

// Shortens "zink (llvmpipe (LLVM 15.0.6))" and "zink Vulkan 1.4(llvmpipe (LLVM 19.1.7))"
// to Zink and the device.
static void shorten_zink(char *text, size_t size)
{
    char device[320], *at = strchr(text, '(');

    if (!at)
        return;
    facts_copy(device, sizeof device, at + 1);
    snprintf(text, size, "zink %s", device);
}

// Cuts the text at the mark, unless nothing would be left.
static void cut_at(char *text, const char *mark)
{
    char *at = strstr(text, mark);

    if (at && at > text)
        *at = 0;
}

// Copies a renderer's name without parentheses and without the part after a slash.
static void short_renderer(const struct facts *device, char name[NAME])
{
    char full[320];

    facts_copy(full, sizeof full,
               device->simulated || !device->renderer[0] ? device->id : device->renderer);
    if (!device->simulated && !strncmp(full, "ANGLE (", 7) && strchr(full, ','))
        shorten_angle(full, sizeof full);
    if (!device->simulated && !strncmp(full, "zink ", 5))
        shorten_zink(full, sizeof full);
    remove_word(full, "(R)");
    remove_word(full, "(TM)");
    remove_word(full, "(tm)");
    if (!device->simulated) {
        cut_at(full, " (");
        cut_at(full, "/");
    }
    facts_copy(name, NAME, full[0] ? full : "unknown");
}

// Returns the version string after "OpenGL ES ", if it begins so.
static const char *version_of(const struct facts *device, bool *es)
{
    const char *at = strstr(device->version, "OpenGL ES ");

    *es = at;
    return at ? at + strlen("OpenGL ES ") : device->version;
}

// Writes "ES 3.2" or "GL 4.6"; nothing for a simulated device.
static void short_api(const struct facts *device, char text[40])
{
    bool es;
    const char *number = version_of(device, &es);
    int digits = (int) strspn(number, "0123456789");

    if (device->simulated)
        return;
    if (digits && number[digits] == '.')
        digits += 1 + (int) strspn(number + digits + 1, "0123456789");
    // The API is ES 2 as requested, even if the driver returned a later version.
    snprintf(text, 40, "%s %.*s",
             device->api == API_ES2 ? "ES 2 in"
             : es                   ? "ES"
                                    : "GL",
             digits, number);
}

// Copies the part of the version string behind the API's version: "Mesa 22.3.6".
static void short_driver(const struct facts *device, char text[40])
{
    bool es;
    const char *at = version_of(device, &es);

    at += strspn(at, "0123456789.");
    at += strspn(at, " ");
    if (*at == '(' && strchr(at, ')')) // "(Core Profile) Mesa 22.3.6"
        at = strchr(at, ')') + 1;
    facts_copy(text, 40, device->simulated ? "" : at + strspn(at, " "));
}

static void last_folder(const struct report_folder *folder, char text[40])
{
    char path[PATH_MAX];

    memcpy(path, folder->name, sizeof path);
    facts_copy(text, 40, basename(path));
}

static bool same_name(const struct compare *compare, int one, int other)
{
    return !strcmp(compare->labels[one].name, compare->labels[other].name);
}

// Copies a detail that may distinguish a side: at `level` 0 the API, 1 the driver, 2
// the folder.
static void say_more(const struct report_folder *side, int level, char text[40])
{
    text[0] = 0;
    if (level == 0)
        short_api(&side->report.device, text);
    else if (level == 1)
        short_driver(&side->report.device, text);
    else if (!side->pictures)
        last_folder(side, text);
}

// Adds the details of a level to sides with the same name, if the details differ.
static void set_apart(struct compare *compare, int level)
{
    char more[COMPARE_SIDES][40];
    bool helps[COMPARE_SIDES] = { 0 };

    for (int i = 0; i < compare->count; i++)
        say_more(compare->sides[i], level, more[i]);
    for (int i = 0; i < compare->count; i++)
        for (int j = 0; j < compare->count; j++)
            helps[i] |= same_name(compare, i, j) && strcmp(more[i], more[j]) != 0;
    for (int i = 0; i < compare->count; i++) {
        struct compare_label *label = &compare->labels[i];

        if (helps[i] && more[i][0]) // room is left for a number
            text_join(label->name, sizeof label->name - 5, " ", more[i]);
    }
}

static bool is_taken(const struct compare *compare, int side, int end)
{
    for (int i = 0; i < end; i++)
        if (i != side && same_name(compare, i, side))
            return true;
    return false;
}

// Appends a number to the second side with a name, and to further ones.
static void number_names(struct compare *compare)
{
    for (int i = 1; i < compare->count; i++) {
        char *name = compare->labels[i].name;
        size_t used = strlen(name);
        bool again = is_taken(compare, i, i);

        for (int next = 2; again; next++) {
            snprintf(name + used, 6, " (%d)", next);
            again = is_taken(compare, i, compare->count);
        }
    }
}

static void describe_side(struct compare_label *label, const struct report *report)
{
    const struct facts *device = &report->device;
    const char *parts[] = { device->renderer[0] ? device->renderer : device->id,
                            device->version,
                            device->version[0] && device->renderer[0] ? "" : device->id,
                            device->driver };
    char text[REPORT_HEADLINE_TEXT];

    label->kind = facts_kind(device);
    label->incomplete = !report->complete;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i][0])
            text_join(label->device, sizeof label->device, ", ", parts[i]);
    report_shaders_text(report, text, sizeof text);
    if (text[0])
        text_add(label->device, sizeof label->device, ", with other shaders: %s", text);
    report_headline_sentence(report, text, sizeof text);
    facts_copy(label->verdict, sizeof label->verdict, text);
    if (report->headline.status == STATUS_OK)
        history_text(&report->headline, "as far as was measured", label->twins,
                     sizeof label->twins);
    report_headline_place(report, text, sizeof text);
    if (label->twins[0] && text[0])
        text_add(label->twins, sizeof label->twins, ", in %s", text);
}

void compare_label(struct compare *compare)
{
    for (int i = 0; i < compare->count; i++) {
        describe_side(&compare->labels[i], &compare->sides[i]->report);
        short_renderer(&compare->sides[i]->report.device, compare->labels[i].name);
    }
    for (int level = 0; level < 3; level++)
        set_apart(compare, level);
    for (int i = 0; i < compare->count; i++)
        text_clean(compare->labels[i].name);
    number_names(compare);
}
