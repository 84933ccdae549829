// SPDX-License-Identifier: MIT

#include "compare/html/html.h"
#include "tests/compare/html/opposed.h"

#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(*(array)))

// ---- markup ----

static bool one_of(const char *word, size_t length, const char *const *list)
{
    for (; *list; list++)
        if (strlen(*list) == length && !strncmp(word, *list, length))
            return true;
    return false;
}

static const char *const elements[] = {
    "!DOCTYPE", "html", "head",   "meta",       "title",    "style",   "body",  "a",
    "header",   "main", "footer", "nav",        "ul",       "ol",      "li",    "section",
    "h1",       "h2",   "h3",     "p",          "strong",   "b",       "bdi",   "span",
    "dl",       "dt",   "dd",     "div",        "table",    "caption", "thead", "tbody",
    "tr",       "th",   "td",     "details",    "summary",  "svg",     "defs",  "image",
    "use",      "path", "figure", "figcaption", "fieldset", "legend",  "label", "input",
    "i",        NULL,
};
static const char *const attributes[] = {
    "html",
    "lang",
    "charset",
    "http-equiv",
    "content",
    "name",
    "class",
    "href",
    "id",
    "tabindex",
    "role",
    "aria-label",
    "scope",
    "start",
    "colspan",
    "data-side",
    "aria-labelledby",
    "aria-hidden",
    "width",
    "height",
    "viewBox",
    "style",
    "type",
    "value",
    "checked",
    "fill",
    "d",
    "open",
    NULL,
};

// Past an attribute's value, which holds no quote and no angle bracket.
static const char *skip_value(const char *at)
{
    if (*at++ != '=')
        return at - 1;
    if (*at != '"')
        return at + strcspn(at, " >\n");
    at++;
    const size_t length = strcspn(at, "\"<>");

    assert_int_equal(at[length], '"');
    return at + length + 1;
}

// Past a tag, of which name and attributes must be ours.
static const char *skip_tag(const char *at)
{
    size_t length;

    at += *at == '/';
    length = strcspn(at, " >\n");
    if (!one_of(at, length, elements))
        fail_msg("element <%.40s", at);
    at += length;
    while (at += strspn(at, " \n/"), *at != '>') {
        length = strcspn(at, "= >\n/");
        assert_true(length > 0);
        if (!one_of(at, length, attributes))
            fail_msg("attribute %.40s", at);
        at = skip_value(at + length);
    }
    return at + 1;
}

// All markup of a page is ours, whatever the strings in it say.
static void check_markup(const char *page)
{
    const char *style = strstr(page, "<style>");
    const char *style_end = strstr(page, "</style>");
    const char *at = page;

    assert_true(style && style_end && style < style_end);
    while ((at = strpbrk(at, "<>"))) {
        assert_int_equal(*at, '<');
        at = skip_tag(at + 1);
        if (at == style + strlen("<style>"))
            at = style_end;
    }
}

static void test_markup(void **state)
{
    (void) state;
    for (int which = 0; which < OPPOSED_CASES; which++) {
        char *page = opposed_page_of(which);

        check_markup(page);
        free(page);
    }
}

// No control but the line feed, no override of direction, nothing but UTF-8.
static void test_characters(void **state)
{
    static const char *const bad[] = { "\302\205",     "\342\200\256", "\342\201\246",
                                       "\342\200\217", "\355\240\200", "\364\220\200\200",
                                       "\300\274",     "\377" };
    char *page = opposed_page_of(OPPOSED_HOSTILE);

    (void) state;
    for (const char *at = page; *at; at++)
        assert_true((unsigned char) *at >= 0x20 ? *at != 0x7f : *at == '\n');
    for (size_t i = 0; i < LENGTH(bad); i++)
        assert_null(strstr(page, bad[i]));
    free(page);
}

static void test_alone(void **state)
{
    static const char *const bad[] = { "<script", "src=",    "@import",
                                       "<link",   "<iframe", "<object",
                                       "<form",   "<base",   "@font-face" };
    char *page = opposed_page_of(OPPOSED_TWENTY);

    (void) state;
    assert_non_null(strstr(page, "<meta http-equiv=Content-Security-Policy "
                                 "content=\"default-src 'none'; img-src data:; "
                                 "style-src 'unsafe-inline';"));
    assert_non_null(strstr(page, "content=\"width=device-width,initial-scale=1\""));
    assert_non_null(strstr(page, "<meta name=color-scheme content=\"light dark\">"));
    for (size_t i = 0; i < LENGTH(bad); i++)
        assert_null(strstr(page, bad[i]));
    for (const char *const *part = html_style; *part; part++)
        assert_null(strstr(*part, "url("));
    assert_null(strstr(page, "://"));
    for (const char *at = page; (at = strstr(at, "href=")); at++)
        assert_true(at[5] == '#' || !strncmp(at + 5, "\"data:image/png;base64,", 23));
    free(page);
}

static bool has_id(const char *page, const char *name, size_t length)
{
    int count = 0;

    for (const char *at = page; (at = strstr(at, " id=")); at++)
        count += !strncmp(at + 4, name, length) && strcspn(at + 4, " >") == length;
    return count == 1;
}

// What is referred to is there, once.
static void test_references(void **state)
{
    static const char *const names[] = { " href=#", " aria-labelledby=" };

    (void) state;
    for (int which = 0; which < OPPOSED_CASES; which++) {
        char *page = opposed_page_of(which);

        for (size_t i = 0; i < LENGTH(names) && which != OPPOSED_TWENTY; i++)
            for (const char *at = page; (at = strstr(at, names[i])); at++) {
                const char *name = at + strlen(names[i]);
                if (!has_id(page, name, strcspn(name, " >")))
                    fail_msg("%s%.20s", names[i], name);
            }
        free(page);
    }
}

static void test_headings(void **state)
{
    (void) state;
    for (int which = 0; which < OPPOSED_CASES; which++) {
        char *page = opposed_page_of(which);
        int level = 0;

        for (const char *at = page; (at = strstr(at, "<h")); at++) {
            if (!isdigit((unsigned char) at[2]))
                continue;
            assert_in_range(at[2] - '0', 1, level + 1);
            level = at[2] - '0';
        }
        assert_int_equal(opposed_count(page, "<h1"), 1);
        assert_int_equal(opposed_count(page, "<main"), 1);
        assert_int_equal(opposed_count(page, "<caption"), opposed_count(page, "<table"));
        assert_int_equal(opposed_count(page, "<th"), opposed_count(page, "<th scope=") +
                                                         opposed_count(page, "<thead"));
        free(page);
    }
}

// ---- text ----

static struct html *html_open(const struct report_compare *compare, char **text,
                              size_t *size)
{
    struct html *html = calloc(1, sizeof(*html));

    assert_non_null(html);
    html->compare = compare;
    html->file = open_memstream(text, size);
    assert_non_null(html->file);
    return html;
}

static void html_close(struct html *html)
{
    fclose(html->file);
    html_discard(html);
    free(html);
}

static void test_text(void **state)
{
    static const struct {
        const char *text, *want;
    } cases[] = {
        { "plain", "plain" },
        { "<&>\"'", "&lt;&amp;&gt;&quot;&#39;" },
        { "\a\n\177", "\357\277\275\357\277\275\357\277\275" },
        { "\303\251 \342\230\203 \360\237\220\235",
          "\303\251 \342\230\203 \360\237\220\235" },
        { "a\342\200\256b", "a\357\277\275b" },
        { "\342\200\220\342\200\246", "\342\200\220\342\200\246" },
        { "\302", "\357\277\275" },
        { "\037 ", "\357\277\275 " },
        { "\340\200\274", "\357\277\275\357\277\275\357\277\275" },
        { "\300\274x", "\357\277\275\357\277\275x" },
        { "\357\277\277", "\357\277\275" },
        { "\364\217\277\277", "\357\277\275" },
        { "", "" },
    };

    (void) state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char *text;
        size_t size;
        struct html *html = html_open(NULL, &text, &size);

        html_text(html, cases[i].text);
        html_close(html);
        assert_string_equal(text, cases[i].want);
        free(text);
    }
}

static void test_sides(void **state)
{
    static const struct {
        bool member[4];
        const char *want;
    } cases[] = {
        { { false }, "" },
        { { false, true }, "B" },
        { { true, false, true }, "A and C" },
        { { true, true, false, true }, "A, B and D" },
        { { true, true, true, true }, "A, B, C and D" },
    };

    (void) state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const struct report_compare compare = { .count = 4 };
        char *text;
        size_t size;
        struct html *html = html_open(&compare, &text, &size);

        html_sides(html, cases[i].member);
        html_close(html);
        assert_string_equal(text, cases[i].want);
        free(text);
    }
}

// ---- colours ----

static double channel(const char *digits)
{
    char pair[3] = { digits[0], digits[1], 0 };
    const double level = (double) strtol(pair, NULL, 16) / 255;

    return level <= 0.04045 ? level / 12.92 : pow((level + 0.055) / 1.055, 2.4);
}

// Relative luminance, WCAG 2.2.
static double luminance(const char *theme, const char *name)
{
    char key[24];
    const char *at;

    snprintf(key, sizeof(key), "--%s:#", name);
    at = strstr(theme, key);
    assert_non_null(at);
    at += strlen(key);
    return 0.2126 * channel(at) + 0.7152 * channel(at + 2) + 0.0722 * channel(at + 4);
}

static double contrast(const char *theme, const char *a, const char *b)
{
    const double one = luminance(theme, a), two = luminance(theme, b);

    return (fmax(one, two) + 0.05) / (fmin(one, two) + 0.05);
}

// WCAG AA: 4.5 for text, 3 for what shows the focus.
static void test_contrast(void **state)
{
    static const char *const grounds[] = { "page", "panel", "chip", "g0", "g1",
                                           "g2",   "g3",    "g4",   "g5" };
    static const char *const pairs[][2] = {
        { "soft", "page" },   { "soft", "panel" }, { "link", "page" },
        { "link", "panel" },  { "link", "chip" },  { "strong", "panel" },
        { "strong", "page" }, { "mark", "panel" }, { "mark", "page" },
        { "soft", "g1" },     { "page", "ink" },
    };
    const char *const themes[] = { strstr(html_style[0], ":root{"),
                                   strstr(html_style[0], "dark){:root{") };

    (void) state;
    for (size_t theme = 0; theme < LENGTH(themes); theme++) {
        assert_non_null(themes[theme]);
        for (size_t i = 0; i < LENGTH(grounds); i++)
            if (contrast(themes[theme], "ink", grounds[i]) < 7)
                fail_msg("theme %zu: ink on %s", theme, grounds[i]);
        for (size_t i = 0; i < LENGTH(pairs); i++)
            if (contrast(themes[theme], pairs[i][0], pairs[i][1]) < 4.5)
                fail_msg("theme %zu: %s on %s: %.2f", theme, pairs[i][0], pairs[i][1],
                         contrast(themes[theme], pairs[i][0], pairs[i][1]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_markup),   cmocka_unit_test(test_characters),
        cmocka_unit_test(test_alone),    cmocka_unit_test(test_references),
        cmocka_unit_test(test_headings), cmocka_unit_test(test_text),
        cmocka_unit_test(test_sides),    cmocka_unit_test(test_contrast),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
