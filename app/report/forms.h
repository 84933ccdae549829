// SPDX-License-Identifier: MIT
//
// In which forms of GLSL the author of a shader can rely on what the source says.

#ifndef REPORT_FORMS_H
#define REPORT_FORMS_H

#include "report/expressions.h"

// Forms in which something can be relied upon, of those in which it was asked: bit
// FORM_x.
struct report_forms {
    unsigned asked, good;
};

// In which forms a line is as written at that stage and precision.
struct report_forms report_forms_of(const struct report_expressions_at *at,
                                    const char *line);

// In which forms float-float ("df64") arithmetic can be relied upon: the answer that its
// authors need. All error-free transforms must be exact, and what is built on them as
// good as it owes; but of lines like "TwoProd(a, b) by fma", "TwoProd(a, b) by Dekker",
// ways to the same thing, one is enough, and where that of fma is exact nobody needs the
// split, nor the float-float products that are built on it.
struct report_forms report_forms_df64(const struct report *report, enum stage stage,
                                      enum precision precision);

// What that says to the author of a shader, of float-float ("double-float") arithmetic:
// "Double-float tricks need `precise` here", "... work as written here", "... fail here";
// "What this device does to an expression" if that was not asked.
void report_forms_headline(struct report_forms forms, char *text, size_t size);

// "as written", "only guarded", "only guarded, precise or invariant", "not at all", "not
// asked".
void report_forms_text(struct report_forms forms, char *text, size_t size);

// An expression's name without its arguments: "TwoProd by fma".
void report_forms_short(const char *line, char *text, size_t size);

#endif // REPORT_FORMS_H
