// SPDX-License-Identifier: MIT
//
// Expressions of literals, computed otherwise than at run time.

#include "tests/survey/defects.h"

#define HIGHP  (1u << PRECISION_HIGHP)
#define DOUBLE (1u << PRECISION_DOUBLE)

const struct trace in_double[] = {
    { "constants",
      .expressions = { "0.1 + 0.6", "0.1 * 0.3", "0.1 / 0.9",
                       "(1.0 + 5.9604645e-8) - 1.0", "(16777216.0 + 1.0) - 16777216.0",
                       "(1.0e30 * 1.0e30) * 1.0e-30" },
      .precisions = HIGHP, .answer = "differs: in binary64*", .deviates = TRACES_ALWAYS },
    { 0 },
};

const struct trace truncating_nearest[] = {
    { "constants",
      .expressions = { "0.1 + 0.6", "0.1 / 0.9", "1.0 / 3.0",
                       "(1.0e30 * 1.0e30) * 1.0e-30" },
      .precisions = HIGHP, .answer = "differs: to nearest even*",
      .deviates = TRACES_ALWAYS },
    { "constants",
      .expressions = { "0.1 / 0.9", "sqrt(2.0)", "(1.0e30 * 1.0e30) * 1.0e-30" },
      .precisions = DOUBLE, .answer = "differs: to nearest even or in binary64",
      .deviates = TRACES_ALWAYS },
    { 0 },
};

const struct trace truncating_double[] = {
    { "constants",
      .expressions = { "0.1 * 0.3", "1.0 / 3.0", "(1.0 + 5.9604645e-8) - 1.0",
                       "(16777216.0 + 1.0) - 16777216.0", "(1.0e30 * 1.0e30) * 1.0e-30" },
      .precisions = HIGHP, .answer = "differs: *in binary64", .deviates = TRACES_ALWAYS },
    { "constants",
      .expressions = { "0.1 / 0.9", "sqrt(2.0)", "(1.0e30 * 1.0e30) * 1.0e-30" },
      .precisions = DOUBLE, .answer = "differs: to nearest even or in binary64",
      .deviates = TRACES_ALWAYS },
    { 0 },
};

const struct trace truncating_by_rule[] = {
    { "constants",
      .expressions = { "0.1", "16777219.0", "33554431.0", "0.1 + 0.6", "0.1 * 0.3",
                       "0.1 / 0.9", "(1.0e30 * 1.0e30) * 1.0e-30" },
      .precisions = HIGHP, .answer = "differs: converted by rtz",
      .deviates = TRACES_ALWAYS },
    { 0 },
};
