// SPDX-License-Identifier: MIT

#include "base/text.h"

#include "base/fp_bits.h"
#include "base/memory.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_add(char *text, size_t size, const char *format, ...)
{
    size_t used = strlen(text);
    va_list list;

    va_start(list, format);
    vsnprintf(text + used, size - used, format, list);
    va_end(list);
}

void text_join(char *text, size_t size, const char *joint, const char *word)
{
    text_add(text, size, "%s%s", text[0] ? joint : "", word);
}

void text_shortest(double value, bool wide, char *text, size_t size)
{
    // "4250", not "4.25e+03": a number below 10^9 has no exponent.
    const int plain = fabs(value) < 1e9 ? (int) log10(fmax(fabs(value), 1)) + 1 : 1;

    for (int digits = plain; digits <= 17; digits++) {
        snprintf(text, size, "%.*g", digits, value);
        if (isnan(value) ||
            (wide ? strtod(text, NULL) == value : strtof(text, NULL) == (float) value))
            return;
    }
}

int text_character(const char *at, uint32_t *number)
{
    const unsigned char *text = (const unsigned char *) at;
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    int length = *text < 0x80    ? 1
                 : *text >= 0xf5 ? 0
                 : *text >= 0xf0 ? 4
                 : *text >= 0xe0 ? 3
                 : *text >= 0xc2 ? 2
                                 : 0;

    *number = length > 1 ? *text & (0x7fu >> length) : *text;
    for (int i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        *number = *number << 6 | (text[i] & 0x3f);
    }
    if (length == 0 || *number < least[length] || *number > 0x10ffff ||
        (*number >= 0xd800 && *number < 0xe000))
        return 0;
    return length;
}

// Returns true if a character shows nothing itself but changes the text beside it, or
// breaks a line: controls, separators, marks and overrides of the direction of writing,
// tags.
static bool is_unruly(uint32_t number)
{
    return number < 0x20 || (number >= 0x7f && number < 0xa0) || number == 0x61c ||
           (number >= 0x200b && number < 0x2010) ||
           (number >= 0x2028 && number < 0x202f) ||
           (number >= 0x2060 && number < 0x2070) || number == 0xfeff ||
           (number >= 0xfdd0 && number < 0xfdf0) || (number & 0xfffe) == 0xfffe ||
           (number >= 0xe0000 && number < 0xe0080);
}

int text_shown(const char *at, char shown[TEXT_SHOWN])
{
    uint32_t number;
    int length = text_character(at, &number);

    if (*at == '\n' || *at == '\r' || *at == '\t')
        strcpy(shown, " ");
    else if (length == 0 || (length < 3 && is_unruly(number)))
        strcpy(shown, "?");
    else if (is_unruly(number))
        strcpy(shown, "\xef\xbf\xbd");
    else
        *(char *) mempcpy(shown, at, (size_t) length) = '\0';
    return length ? length : 1;
}

int text_shown_json(const char *at, char shown[TEXT_SHOWN])
{
    uint32_t number;
    int length = text_character(at, &number);

    if (length == 0 || !is_unruly(number))
        return text_shown(at, shown);
    if (number < 0x10000)
        snprintf(shown, TEXT_SHOWN, "\\u%04" PRIx32, number);
    else
        snprintf(shown, TEXT_SHOWN, "\\u%04" PRIx32 "\\u%04" PRIx32,
                 0xd7c0 + (number >> 10), 0xdc00 + (number & 0x3ff));
    return length;
}

void text_clean(char *text)
{
    const char *from = text;
    char *to = text, shown[TEXT_SHOWN];

    while (*from) {
        from += text_shown(from, shown); // never longer than the character
        to = mempcpy(to, shown, strlen(shown));
    }
    *to = 0;
}

static void put_escaped(const char *text, FILE *file)
{
    static const char *const entities[128] = { ['&'] = "&amp;",
                                               ['<'] = "&lt;",
                                               ['>'] = "&gt;",
                                               ['"'] = "&quot;",
                                               ['\''] = "&#39;" };
    char *clean = memory_text(text);

    text_clean(clean);
    for (const char *at = clean; *at; at++) {
        const char *entity = *at > 0 ? entities[(int) *at] : NULL;

        if (entity)
            fputs(entity, file);
        else
            fputc(*at, file);
    }
    free(clean);
}

void text_markup_list(FILE *file, const char *format, va_list list)
{
    for (const char *at = format; *at; at++) {
        if (*at != '%') {
            fputc(*at, file);
            continue;
        }
        switch (*++at) {
        case 's': put_escaped(va_arg(list, const char *), file); break;
        case 'd': fprintf(file, "%d", va_arg(list, int)); break;
        case 'c': fputc(va_arg(list, int), file); break;
        case 'g': fprintf(file, "%.4g", va_arg(list, double)); break;
        case 'l':
            at++;
            fprintf(file, "%ld", va_arg(list, long));
            break;
        default: fputc(*at, file);
        }
    }
}

void text_markup(FILE *file, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    text_markup_list(file, format, list);
    va_end(list);
}

struct text_hex text_hex(double value)
{
    uint64_t fraction = fp_bits64(value) & ((UINT64_C(1) << 52) - 1);
    struct text_hex hex;
    int digits = 13;

    if (fpclassify(value) != FP_SUBNORMAL) {
        snprintf(hex.text, sizeof hex.text, "%a", value);
        return hex;
    }
    for (; fraction % 16 == 0; fraction /= 16)
        digits--;
    snprintf(hex.text, sizeof hex.text, "%s0x0.%0*" PRIx64 "p-1022",
             signbit(value) ? "-" : "", digits, fraction);
    return hex;
}

bool text_is_among(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (!strcmp(*names, name))
            return true;
    return false;
}

const char *text_plural(long count)
{
    return count == 1 ? "" : "s";
}
