// SPDX-License-Identifier: MIT

#include "base/text.h"
#include "tests/compare/html/opposed.h"
#include "tests/shared/group.h"
#include "view/write.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct group this_group = { .name = "report_html_markup" };

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
// clang-format off
static const char *const attributes[] = {
    "html", "lang", "charset", "http-equiv", "content", "name", "class", "href", "id",
    "tabindex", "role", "aria-label", "scope", "start", "colspan", "data-side",
    "aria-labelledby", "aria-hidden", "width", "height", "viewBox", "style", "type",
    "value", "checked", "fill", "d", "open", NULL,
};
// clang-format on

// Skips an attribute's value, which has no quote and no angle bracket.
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

// Skips a tag, whose name and attributes must be ours.
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

// Checks that all markup of a page is ours, with any strings in it.
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

TEST(test_markup)
{
    for (int which = 0; which < OPPOSED_CASES; which++) {
        char *page = opposed_page_of(which);

        check_markup(page);
        free(page);
    }
}

// The page has no control character except the line feed, no override of direction, and
// only UTF-8.
TEST(test_characters)
{
    static const char *const bad[] = { "\302\205",     "\342\200\256", "\342\201\246",
                                       "\342\200\217", "\355\240\200", "\364\220\200\200",
                                       "\300\274",     "\377" };
    char *page = opposed_page_of(OPPOSED_HOSTILE);

    for (const char *at = page; *at; at++)
        assert_true((unsigned char) *at >= 0x20 ? *at != 0x7f : *at == '\n');
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_null(strstr(page, bad[i]));
    free(page);
}

TEST(test_alone)
{
    static const char *const bad[] = { "<script", "src=",    "@import",
                                       "<link",   "<iframe", "<object",
                                       "<form",   "<base",   "@font-face" };
    char *page = opposed_page_of(OPPOSED_TWENTY);

    assert_non_null(strstr(page, "<meta http-equiv=Content-Security-Policy "
                                 "content=\"default-src 'none'; img-src data:; "
                                 "style-src 'unsafe-inline';"));
    assert_non_null(strstr(page, "content=\"width=device-width,initial-scale=1\""));
    assert_non_null(strstr(page, "<meta name=color-scheme content=\"light dark\">"));
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_null(strstr(page, bad[i]));
    assert_null(strstr(view_style, "url("));
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

// Each id that the page refers to exists once.
TEST(test_references)
{
    static const char *const names[] = { " href=#", " aria-labelledby=" };

    for (int which = 0; which < OPPOSED_CASES; which++) {
        char *page = opposed_page_of(which);

        for (size_t i = 0; i < COUNT_OF(names) && which != OPPOSED_TWENTY; i++)
            for (const char *at = page; (at = strstr(at, names[i])); at++) {
                const char *name = at + strlen(names[i]);
                if (!has_id(page, name, strcspn(name, " >")))
                    fail_msg("%s%.20s", names[i], name);
            }
        free(page);
    }
}

TEST(test_headings)
{
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

TEST(test_text)
{
    static const struct {
        const char *text, *want;
    } cases[] = {
        { "plain", "plain" },
        { "<&>\"'", "&lt;&amp;&gt;&quot;&#39;" },
        { "\a\n\177", "? ?" },
        { "\303\251 \342\230\203 \360\237\220\235",
          "\303\251 \342\230\203 \360\237\220\235" },
        { "a\342\200\256b", "a\357\277\275b" },
        { "\342\200\220\342\200\246", "\342\200\220\342\200\246" },
        { "\302", "?" },
        { "\037 ", "? " },
        { "\340\200\274", "???" },
        { "\300\274x", "??x" },
        { "\357\277\277", "\357\277\275" },
        { "\364\217\277\277", "\357\277\275" },
        { "", "" },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[80] = "";
        FILE *file = fmemopen(text, sizeof text, "w");

        assert_non_null(file);
        text_markup(file, "%s", cases[i].text);
        fclose(file);
        assert_string_equal(text, cases[i].want);
    }
}
