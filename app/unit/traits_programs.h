// SPDX-License-Identifier: MIT
//
// In which of two programs a device computes an expression in another way than it is
// written: in the second one, where nothing is invariant; there, in every form; in the
// vertex shader beside a fragment shader.

#ifndef UNIT_TRAITS_PROGRAMS_H
#define UNIT_TRAITS_PROGRAMS_H

enum traits_programs {
    TRAITS_PROGRAMS_SAME,
    TRAITS_PROGRAMS_PLAIN,
    TRAITS_PROGRAMS_EVERY,
    TRAITS_PROGRAMS_STAGES,
    TRAITS_PROGRAMS_COUNT,
};

#endif // UNIT_TRAITS_PROGRAMS_H
