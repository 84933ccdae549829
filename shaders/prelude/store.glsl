// SPDX-License-Identifier: MIT
// The output of a fragment.
#ifdef ANSWER_IS_COLOUR
layout(location = 0) out highp vec4 answer;
#elif defined(READOUT_BITS)
#define STORE(value) STORE_WORD(floatBitsToUint(value))
#elif defined(READOUT_FLOAT32)
layout(location = 0) out highp float answer;
#define STORE(value) answer = (value)
#elif defined(READOUT_FLOAT16)
layout(location = 0) out highp vec4 answer;
#define STORE(value) answer = vec4(value)
#else
layout(location = 0) out highp vec4 answer;
#define STORE(value) answer = vec4(vec3(LEVEL(value)), 1.0)
#endif
#ifdef FORM_INVARIANT
invariant answer;
#endif
