// SPDX-License-Identifier: MIT
// The fragment shader that goes with a vertex shader under test. Before GLSL 4.20 what is
// invariant on one side has to be so on the other; GLSL ES has no invariant inputs.
#if defined(FORM_INVARIANT) && !defined(GL_ES) && __VERSION__ < 420
#define MATCH invariant
#else
#define MATCH
#endif
precision highp float;
MATCH flat in highp uint bits;
#ifdef SECOND
flat in highp uint others;
#endif

void main()
{
    STORE_WORD(bits);
#ifdef SECOND
    // Never true: no arithmetic makes that NaN. What is not read, no vertex computes.
    if (others == 0x7fab5e27u)
        discard;
#endif
}
