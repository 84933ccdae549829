// SPDX-License-Identifier: MIT
//
// How it works: the renderer's name is cleared of what is not the name (what stands in
// parentheses, buses, trade marks, the vendor), and what is left becomes a word. Where a
// driver draws by another one, ANGLE or Zink, its name holds that one's name, in
// parentheses:
//
//     ANGLE (VENDOR, Vulkan 1.3.0 (NAME), ...)   ANGLE (VENDOR, NAME Direct3D11 ..., ...)
//     zink (NAME)   zink Vulkan 1.3(NAME)        D3D12 (NAME)

#include "base/device_key.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define TEXT 400

struct word {
    const char *in, *out;
};

// The words that GL_VENDOR may contain, in upper or lower case, and their vendors.
static const struct word vendors[] = {
    { "nvidia", "nvidia" },
    { "intel", "intel" },
    { "advanced micro", "amd" },
    { "amd", "amd" },
    { "ati tech", "amd" },
    { "qualcomm", "qualcomm" },
    { "imagination", "imagination" },
    { "apple", "apple" },
    { "broadcom", "broadcom" },
    { "microsoft", "microsoft" },
    { "vmware", "vmware" },
    { "google", "google" },
    { "collabora", "mesa" },
    { "mesa", "mesa" },
    { "x.org", "mesa" },
    { "arm", "arm" },
};

// Software renderers, wherever they stand in a name, and who makes them.
static const struct word software[] = {
    { "swiftshader", "google" }, { "llvmpipe", "mesa" }, { "softpipe", "mesa" },
    { "lavapipe", "mesa" },      { "swrast", "mesa" },   { "swr ", "mesa" },
};

// Words before a name that are not part of it.
static const char *const titles[] = {
    "nvidia ", "intel ", "amd ",   "ati ",    "mesa ",
    "dri ",    "arm ",   "apple ", "google ", "angle metal renderer: ",
    "x.org "
};

// The texts that end a name.
static const char *const ends[] = { "/", ";", " direct3d", " opengl engine",
                                    ", or similar" };

#define COUNT(table) ((int) (sizeof table / sizeof(*(table))))

// Letters, digits and dots; all else is a dash, and dashes do not meet.
static void slug(const char *text, char to[DEVICE_KEY_WORD])
{
    size_t used = 0;

    for (; *text && used < DEVICE_KEY_WORD - 16; text++) {
        unsigned char c = (unsigned char) *text;
        bool plain = c < 0x80 && (isalnum(c) || c == '.');

        if (plain && (used > 0 || c != '.'))
            to[used++] = (char) tolower(c);
        else if (!plain && used > 0 && to[used - 1] != '-')
            to[used++] = '-';
    }
    while (used > 0 && (to[used - 1] == '-' || to[used - 1] == '.'))
        used--;
    to[used] = '\0';
    if (used == 0)
        snprintf(to, DEVICE_KEY_WORD, "unknown");
}

// The first of `table` that `text` holds, or NULL.
static const struct word *held(const struct word *table, int count, const char *text)
{
    for (int i = 0; i < count; i++)
        if (strcasestr(text, table[i].in))
            return &table[i];
    return NULL;
}

// Copies the text in the first parentheses of `text`. Returns false if there are none.
static bool device_key_inside(const char *text, char to[TEXT])
{
    const char *from = strchr(text, '('), *at = from;
    int depth = 0;

    for (; at && *at; at++) {
        depth += (*at == '(') - (*at == ')');
        if (depth == 0)
            break;
    }
    if (!from)
        return false;
    snprintf(to, TEXT, "%.*s", (int) (at - from - 1), from + 1);
    return true;
}

// Without what stands in parentheses: "(R)", "(LLVM 15.0.6, 256 bits)".
static void drop_parentheses(char *text)
{
    char *to = text;
    int depth = 0;

    for (const char *from = text; *from; from++) {
        depth += *from == '(';
        if (depth == 0)
            *to++ = *from;
        depth -= *from == ')' && depth > 0;
    }
    *to = '\0';
}

// The word for a renderer's plain name.
static void name_gpu(const char *renderer, char gpu[DEVICE_KEY_WORD])
{
    const struct word *known = held(software, COUNT(software), renderer);
    char text[TEXT], *at = text;

    if (known) {
        slug(known->in, gpu);
        return;
    }
    snprintf(text, sizeof text, "%s", renderer);
    drop_parentheses(text);
    for (int i = 0; i < COUNT(titles); i++) {
        at += strspn(at, " ");
        if (strncasecmp(at, titles[i], strlen(titles[i])) != 0)
            continue;
        at += strlen(titles[i]);
        i = -1;
    }
    for (int i = 0; i < COUNT(ends); i++) {
        char *end = strcasestr(at, ends[i]);

        if (end && end > at)
            *end = '\0';
    }
    slug(at, gpu);
}

// Field `index` of "ANGLE (A, B, C)", without the commas inside parentheses.
static void field(const char *renderer, int index, char to[TEXT])
{
    char all[TEXT];
    int depth = 0;
    size_t used = 0;

    to[0] = '\0';
    if (!device_key_inside(renderer, all))
        return;
    for (const char *at = all; *at && index >= 0; at++) {
        depth += (*at == '(') - (*at == ')');
        if (*at == ',' && depth == 0)
            index--;
        else if (index == 0 && (used > 0 || *at != ' '))
            to[used++] = *at;
    }
    to[used] = '\0';
}

static void name_vendor(const struct facts *facts, const char *vendor,
                        char to[DEVICE_KEY_WORD])
{
    const struct word *made = held(software, COUNT(software), facts->renderer);
    const struct word *known = held(vendors, COUNT(vendors), vendor);
    char first[TEXT];

    snprintf(first, sizeof first, "%.*s", (int) strcspn(vendor, " ,("), vendor);
    if (made || known)
        snprintf(to, DEVICE_KEY_WORD, "%s", made ? made->out : known->out);
    else
        slug(first, to);
}

// `by`: who translates; "" for nobody.
static void device_key_join(const char *by, const char *word, char to[DEVICE_KEY_WORD])
{
    char text[TEXT];

    snprintf(text, sizeof text, "%s%s%s", by, by[0] ? "-" : "", word);
    slug(text, to);
}

static void angle_key(const struct facts *facts, struct device_key *key)
{
    static const struct word backends[] = { { "Direct3D11", "angle-d3d11" },
                                            { "Direct3D9", "angle-d3d9" },
                                            { "Metal", "angle-metal" },
                                            { "Vulkan", "angle" },
                                            { "OpenGL", "angle-gl" } };
    const struct word *backend = held(backends, COUNT(backends), facts->renderer);
    const char *version = strstr(facts->version, "(ANGLE ");
    char text[TEXT], inner[TEXT];

    field(facts->renderer, 0, text);
    name_vendor(facts, text, key->vendor);
    field(facts->renderer, 1, text);
    if (!strncmp(text, "Vulkan ", 7) && device_key_inside(text, inner))
        name_gpu(inner, key->gpu);
    else
        name_gpu(text, key->gpu);
    device_key_join(key->gpu, backend ? backend->out : "angle", key->family);
    snprintf(text, sizeof text, "%.*s", version ? (int) strcspn(version + 7, " )") : 0,
             version ? version + 7 : "");
    device_key_join("angle", text, key->driver);
}

// Zink and its like, which draw by another API: it is one family with each GPU, and one
// by itself where that is a software renderer.
static bool layered(const struct facts *facts, struct device_key *key)
{
    static const char *const layers[] = { "zink", "D3D12", "virgl" };
    char inner[TEXT], word[DEVICE_KEY_WORD];

    for (int i = 0; i < COUNT(layers); i++) {
        if (strncmp(facts->renderer, layers[i], strlen(layers[i])) != 0)
            continue;
        slug(layers[i], key->gpu);
        if (!device_key_inside(facts->renderer, inner) ||
            held(software, COUNT(software), inner))
            return true;
        name_gpu(inner, word);
        device_key_join(layers[i], word, key->gpu);
        return true;
    }
    return false;
}

// The version behind "Mesa " or "NVIDIA ", or what follows the API's.
static void name_driver(const struct facts *facts, bool mesa, char to[DEVICE_KEY_WORD])
{
    const char *version = facts->version;
    const char *name = strstr(version, mesa ? "Mesa " : "NVIDIA ");
    char text[TEXT];

    if (name) {
        name = strchr(name, ' ') + 1;
    } else {
        name = version + (strncmp(version, "OpenGL ES ", 10) ? 0 : 10);
        name += strspn(name, "0123456789.");
    }
    snprintf(text, sizeof text, "%.*s",
             strncmp(version, "OpenGL", 6) && name == version ? TEXT - 1
                                                              : (int) strcspn(name, "("),
             name);
    slug(text, to);
}

static void plain_key(const struct facts *facts, struct device_key *key)
{
    bool mesa = strstr(facts->version, "Mesa ") != NULL;
    const char *by;
    char word[DEVICE_KEY_WORD];

    name_vendor(facts, facts->vendor, key->vendor);
    if (!layered(facts, key))
        name_gpu(facts->renderer, key->gpu);
    by = mesa && strcmp(key->vendor, "mesa") ? "mesa" : "";
    snprintf(key->family, sizeof key->family, "%s", key->gpu);
    if (by[0])
        device_key_join(key->gpu, by, key->family);
    name_driver(facts, mesa, word);
    device_key_join(by, word, key->driver);
}

// A browser's driver is itself: "Firefox 153 (X11; Linux)" is webgl-firefox-153.
static void web_key(const struct facts *facts, struct device_key *key)
{
    char text[TEXT], family[DEVICE_KEY_WORD];

    snprintf(text, sizeof text, "webgl %.*s", (int) strcspn(facts->driver, "("),
             facts->driver);
    slug(text, key->driver);
    text[strcspn(text, "0123456789")] = '\0';
    slug(text, family);
    device_key_join(memcpy(text, key->family, sizeof key->family), family, key->family);
}

struct device_key device_key(const struct facts *facts)
{
    struct device_key key = { .vendor = "simulated" };

    if (facts->simulated) {
        const char *colon = strchr(facts->id, ':');

        slug(colon ? colon + 1 : facts->id, key.gpu);
        memcpy(key.family, key.gpu, sizeof key.family);
        slug(facts->version, key.driver);
    } else if (!strncmp(facts->renderer, "ANGLE (", 7)) {
        angle_key(facts, &key);
    } else {
        plain_key(facts, &key);
    }
    if (facts_is_web(facts))
        web_key(facts, &key);
    return key;
}

void device_key_golden(const struct facts *facts, char path[DEVICE_KEY_PATH])
{
    struct device_key key = device_key(facts);

    snprintf(path, DEVICE_KEY_PATH, "%s/%s-%s", key.vendor, key.family,
             api_name(facts->api));
}

void device_key_capture(const struct facts *facts, char path[DEVICE_KEY_PATH])
{
    struct device_key key = device_key(facts);

    snprintf(path, DEVICE_KEY_PATH, "%s/%s/%s-%s", key.vendor, key.gpu, key.driver,
             api_name(facts->api));
}
