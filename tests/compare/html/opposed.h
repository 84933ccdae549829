// SPDX-License-Identifier: MIT
//
// Invented comparisons: plain data for the tests of the page.

#ifndef TESTS_COMPARE_HTML_OPPOSED_H
#define TESTS_COMPARE_HTML_OPPOSED_H

#include "compare/compare.h"

enum opposed_case {
    OPPOSED_TWO,     // software to nearest against a simulated device that truncates
    OPPOSED_TWENTY,  // every width and rule, three pictures, many rows
    OPPOSED_SAME,    // nothing differs
    OPPOSED_LONG,    // every string as long as it can be, in words or in one
    OPPOSED_HOSTILE, // strings that would be markup, controls, or no UTF-8
    OPPOSED_BARE,    // no rows and no pictures
    OPPOSED_CASES,
};

struct opposed {
    struct compare compare;
    struct report_folder folders[COMPARE_SIDES];
};

// A comparison; opposed_free it.
struct opposed *opposed_make(enum opposed_case which);
void opposed_free(struct opposed *opposed);

// "two", "twenty", ...
const char *opposed_name(enum opposed_case which);

// The page of one, malloc'd.
char *opposed_page(const struct opposed *opposed);
char *opposed_page_of(enum opposed_case which);

// How often `what` stands in a page.
int opposed_count(const char *page, const char *what);

#endif // TESTS_COMPARE_HTML_OPPOSED_H
