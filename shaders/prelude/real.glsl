// SPDX-License-Identifier: MIT
// The type under test, and how a float becomes one.
#if defined(IS_DOUBLE)
#define REAL double
#elif defined(IS_FLOAT16)
#define REAL float16_t
#define REAL_OF(value) float16_t(value)
#else
#if defined(IS_MEDIUMP)
#define PRECISION mediump
#elif defined(IS_LOWP)
#define PRECISION lowp
#else
#define PRECISION highp
#endif
#define REAL PRECISION float
#define REAL_OF(value) (value)
#endif
#if !defined(IS_HIGHP) && !defined(IS_DOUBLE)
#define CASES_FLOAT
#endif
