// SPDX-License-Identifier: MIT

#include "compare/clean.h"

#include <string.h>

int report_compare_character(const unsigned char *text, uint32_t *number)
{
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

bool report_compare_is_unruly(uint32_t number)
{
    return number < 0x20 || (number >= 0x7f && number < 0xa0) || number == 0x61c ||
           (number >= 0x200b && number < 0x2010) ||
           (number >= 0x2028 && number < 0x202f) ||
           (number >= 0x2060 && number < 0x2070) || number == 0xfeff ||
           (number >= 0xfdd0 && number < 0xfdf0) || (number & 0xfffe) == 0xfffe ||
           (number >= 0xe0000 && number < 0xe0080);
}

void report_compare_clean_text(char *text)
{
    const unsigned char *from = (const unsigned char *) text;
    char *to = text;

    while (*from) {
        uint32_t number;
        int length = report_compare_character(from, &number), bytes = length;
        const char *shown = (const char *) from;

        if (*from == '\n' || *from == '\r' || *from == '\t')
            shown = " ";
        else if (length == 0 || (length < 3 && report_compare_is_unruly(number)))
            shown = "?";
        else if (report_compare_is_unruly(number))
            shown = "\xef\xbf\xbd";
        if (shown != (const char *) from)
            bytes = (int) strlen(shown);
        memmove(to, shown, (size_t) bytes);
        to += bytes;
        from += length ? length : 1;
    }
    *to = 0;
}

static void clean_row(struct report_compare_row *row, int sides)
{
    report_compare_clean_text(row->name);
    report_compare_clean_text(row->words);
    report_compare_clean_text(row->brief);
    for (int i = 0; i < sides; i++)
        report_compare_clean_text(row->cells[i].text);
}

void report_compare_clean(struct report_compare *compare)
{
    for (int i = 0; i < compare->count; i++) {
        struct report_compare_label *label = &compare->labels[i];

        report_compare_clean_text(label->name);
        report_compare_clean_text(label->device);
        report_compare_clean_text(label->verdict);
    }
    for (int i = 0; i < compare->row_count; i++)
        clean_row(&compare->rows[i], compare->count);
    for (int i = 0; i < compare->set_count; i++) {
        report_compare_clean_text(compare->sets[i].name);
        report_compare_clean_text(compare->sets[i].words);
    }
}
