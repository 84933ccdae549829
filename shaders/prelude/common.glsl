// SPDX-License-Identifier: MIT
// What a probe is written in. REAL, the type under test, is defined before. EXACT is the
// qualifier of the precise form. GUARD multiplies by a number that only the host knows to be one (or to
// undo a factor in the operands), so that no compiler can see through the step inside.
#ifdef FORM_PRECISE
#define EXACT precise
#else
#define EXACT
#endif
#if defined(STORED)
#define GUARD(step) stored((step) * one())
#elif defined(FORM_GUARDED)
#define GUARD(step) ((step) * one())
#else
#define GUARD(step) (step)
#define again(i) operand(i)
#endif
// The widest type of numbers.
#if __VERSION__ != 100 || defined(STAGE_VERTEX) || defined(GL_FRAGMENT_PRECISION_HIGH)
#define WIDE highp
#else
#define WIDE mediump
#define ENCODE_SMALL
#endif
