// SPDX-License-Identifier: MIT
//
// Makes the entry of a capture (capture/capture.h) from a measurement, and turns it back
// into the parameters with which its probe was drawn.

#ifndef SURVEY_EVIDENCE_H
#define SURVEY_EVIDENCE_H

#include "capture/capture.h"
#include "measure/measure.h"
#include "probe/expressions.h"
#include "probe/probe.h"

// Returns what was seen in a measurement. Its question is added to the capture.
struct capture_measurement evidence_of(struct capture *capture, const struct probe *probe,
                                       const struct measurement *measurement);

// Returns the hash of what was found of a result, as capture_cuda has it.
uint64_t evidence_answers(const struct result *result);

// Returns what a CUDA GPU computed for a result.
struct capture_cuda evidence_cuda(const struct result *result);

// Returns the question that these parameters ask; its lines are the caller's.
struct capture_question evidence_question(const struct probe *probe,
                                          const struct probe_params *params);

// Which expressions the lines of a picture show.
struct evidence_lines {
    uint8_t at[EXPRESSIONS_MAX];
};

// Fills the parameters with which a measurement was drawn; the way in which the device
// rounds stays to nearest even. `lines` must live as long as `params`. Returns false if
// this program cannot ask that question: it does not know an expression, or its operands
// or its GLSL are others.
bool evidence_params(const struct capture *capture,
                     const struct capture_measurement *measurement,
                     const struct probe *probe, struct evidence_lines *lines,
                     struct probe_params *params);

// The two parts of evidence_params: the parameters, and whether this program has the same
// operands and GLSL. The second part depends on the question and the precision alone.
bool evidence_shape(const struct capture *capture,
                    const struct capture_measurement *measurement,
                    const struct probe *probe, struct evidence_lines *lines,
                    struct probe_params *params);
bool evidence_is_same(const struct capture_question *question, const struct probe *probe,
                      const struct probe_params *params);

// Whether the format was known for which operands were built.
bool evidence_is_built(const struct capture_question *question);

#endif // SURVEY_EVIDENCE_H
