// SPDX-License-Identifier: MIT
//
// The matrix of a report: a row an operation, a column a precision. Rows, and columns,
// that hold the same words share one. What a cell says is the plain form's, at the
// fragment stage if that was asked; where another stage or form has another answer, the
// row is marked.

#ifndef REPORT_MATRIX_H
#define REPORT_MATRIX_H

#include "report/report.h"

#define REPORT_MATRIX_ROWS  64
#define REPORT_MATRIX_LABEL 27 // bytes for the operations of a row, two to spare
#define REPORT_MATRIX_CELL  56

struct report_matrix {
    int rows, columns;
    char labels[REPORT_MATRIX_ROWS][REPORT_MATRIX_LABEL];                // "a + b, a - b"
    char heads[PRECISION_COUNT][40];                                     // "mediump/lowp"
    char cells[REPORT_MATRIX_ROWS][PRECISION_COUNT][REPORT_MATRIX_CELL]; // "-": not asked
    bool stages[REPORT_MATRIX_ROWS]; // another answer at another stage
    bool forms[REPORT_MATRIX_ROWS];  // in another form
};

// No rows if no operation was asked.
void report_matrix_make(struct report_matrix *matrix, const struct report *report);

#endif // REPORT_MATRIX_H
