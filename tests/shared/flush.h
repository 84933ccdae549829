// SPDX-License-Identifier: MIT
//
// What libraries leave behind that are linked with -Ofast.

#ifndef TESTS_SHARED_FLUSH_H
#define TESTS_SHARED_FLUSH_H

// Subnormal operands and results are zeros from now on, on this thread.
static inline void flush(void)
{
#if defined(__x86_64__)
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);
#elif defined(__aarch64__)
    unsigned long control;

    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    __asm__ volatile("msr fpcr, %0" : : "r"(control | 1ul << 24));
#endif
}

#endif // TESTS_SHARED_FLUSH_H
