// SPDX-License-Identifier: MIT
// The output of a fragment that is a word.
#ifdef WORD_AS_BYTES
layout(location = 0) out highp vec4 answer;
#define STORE_WORD(word) answer = vec4(uvec4(word) >> uvec4(0u, 8u, 16u, 24u) & 255u) / 255.0
#else
layout(location = 0) out highp uint answer;
#define STORE_WORD(word) answer = word
#endif
