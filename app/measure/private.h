// SPDX-License-Identifier: MIT
//
// The parts of measure.c for probes of expressions, for pictures that show something
// other than sums, and for both.

#ifndef MEASURE_PRIVATE_H
#define MEASURE_PRIVATE_H

#include "device/device.h"
#include "measure/measure.h"

// Everything is drawn twice: a picture that is not whole, or that another drawing of the
// same does not repeat, is no evidence. Draws again, with other guards where there are
// any, and compares with measurement->got. Fills measurement->second, and
// measurement->again if the second render is another one. Broken: the device is lost,
// after logging why.
enum device_answer measure_again(struct device *device, const struct probe *probe,
                                 const struct probe_params *params,
                                 struct measurement *measurement);

// Sets *verdict if the picture is not whole, or the second render refused or another one;
// else it stays.
void measure_spoilt(const struct probe *probe, const struct probe_params *params,
                    const struct measurement *measurement, struct verdict *verdict);

// Hashes the picture into the result, unless its hash is known there: a picture of a
// store was hashed when it was read.
void measure_hash(struct measurement *measurement);

// As measure_judge, for a probe of lines.
bool measure_lines(struct device *device, const struct probe *probe,
                   const struct probe_params *params, const struct unit *reference,
                   struct measurement *measurement);

// Judges every line of a picture and asks the reference, a chain, for what was found of
// it. Fills findings, reference and difference of the result; the difference counts words
// of answers. Returns false, after logging why, if a unit broke.
bool measure_compare_expressions(const struct probe *probe,
                                 const struct probe_params *params,
                                 const struct facts_claim *claim,
                                 const struct pixels *got, const struct unit *reference,
                                 struct result *result);

// A picture that does not show sums does not affect the verdict: its answer becomes a
// finding.
void measure_note_finding(struct result *result);

#endif // MEASURE_PRIVATE_H
