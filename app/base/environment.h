// SPDX-License-Identifier: MIT
//
// The floating-point environment: the rounding direction, and whether subnormals are
// flushed (MXCSR and the x87's word, FPCR). Any library may leave another behind; one
// linked with -Ofast sets flushing where it is loaded. Our own arithmetic knows but one,
// FE_DFL_ENV: to nearest even, no flushing, no traps. It is set at the start of main and
// after each return from foreign code: a driver, a library that was loaded. The driver of
// GL finds on entry what it left. A new thread inherits: all are started in ours.

#ifndef BASE_ENVIRONMENT_H
#define BASE_ENVIRONMENT_H

// At the start of main: sets ours, and XDG_RUNTIME_DIR if it is missing, without which
// libraries of drivers write to standard error. A rounding direction that was found is
// for the driver of GL, as that of a process which sets it; flushing is not: libraries
// leave it by mistake.
void environment_start(void);

// Around calls of GL and EGL, for this thread: its driver's environment, then ours again.
// Pairs may lie within pairs; the outermost counts.
void environment_enter(void);
void environment_leave(void);

// Ours, for this thread: after foreign code that was called without those two, or that
// was left by a jump.
void environment_own(void);

// dlopen, and ours again, unless it is between those two.
void *environment_dlopen(const char *path, int flags);

// The instruction sets for which loops over vectors are built (vector_args in
// app/meson.build).
enum vectors { VECTORS_BASELINE, VECTORS_AVX2, VECTORS_AVX512 };

// Returns the widest of them that this processor can run.
enum vectors environment_vectors(void);

// For pthread_atfork, in the child. A driver's fork() may return twice, and then two
// processes would do the same work: the copy ends as soon as the driver returns to us.
void environment_copied(void);

#endif // BASE_ENVIRONMENT_H
