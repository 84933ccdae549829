// SPDX-License-Identifier: MIT
//
// The parameters of a question (shader stage, precision, form, readout), and what a
// device reports about itself. Plain data with names, which options, reports and captions
// share.

#ifndef BASE_FACTS_H
#define BASE_FACTS_H

#include <stdbool.h>

enum api { API_ES2, API_ES3, API_GL, API_FAKE, API_COUNT };
enum stage { STAGE_FRAGMENT, STAGE_VERTEX, STAGE_COMPUTE, STAGE_COUNT };

// The three of GLSL's floats, the double of GLSL 4.00, the float16_t of extensions.
enum precision {
    PRECISION_HIGHP,
    PRECISION_MEDIUMP,
    PRECISION_LOWP,
    PRECISION_DOUBLE,
    PRECISION_FLOAT16,
    PRECISION_COUNT,
};

// How a question is written in GLSL: plain, as one would; guarded, by factors and
// copies that a compiler cannot know to be 1 and equal; precise, with the qualifier;
// invariant, with that one on the output; published, with the pow and the division of
// the original shader.
enum form {
    FORM_PLAIN,
    FORM_GUARDED,
    FORM_PRECISE,
    FORM_INVARIANT,
    FORM_PUBLISHED,
    FORM_COUNT,
};

// How an answer comes back: as a grey level of an RGBA8 target, as a float of a
// float target, as floatBitsToUint in an integer target (these two are exact), or as a
// float of an RGBA16F target, which rounds.
enum readout {
    READOUT_RGBA8,
    READOUT_FLOAT32,
    READOUT_BITS,
    READOUT_FLOAT16,
    READOUT_COUNT,
};

// Return "es3", "fragment", "highp", "guarded", "bits", ...; NULL past the last one. They
// take an int, as tables of words do (document/fields.h, command/option.h).
const char *api_name(int api);
const char *stage_name(int stage);
const char *precision_name(int precision);
const char *form_name(int form);
const char *readout_name(int readout);

// Return false if there is no such word; the result is then unchanged.
bool api_find(const char *name, enum api *api);
bool stage_find(const char *name, enum stage *stage);
bool precision_find(const char *name, enum precision *precision);

// The result of glGetShaderPrecisionFormat: floor(log2) of the smallest and largest
// magnitude, and the fraction bits. All zero where nothing is claimed. The bounds are
// those of binary128; some drivers give the smallest magnitude a sign.
#define FACTS_CLAIM_RANGE 16384
#define FACTS_CLAIM_BITS  112
struct facts_claim {
    int range_min;    // [-FACTS_CLAIM_RANGE, range_max]
    int range_max;    // [0, FACTS_CLAIM_RANGE]
    int precision;    // [0, FACTS_CLAIM_BITS]
    int integer_bits; // of ints, the sign included: [1, 64]; 0: nothing is claimed of them
};

// Whether a claim is within these.
bool facts_claim_possible(const struct facts_claim *claim);

// A device's own words. UTF-8, control characters replaced; a string that a driver
// does not give is "". Cut at the array's end, never in the middle of a character.
struct facts {
    char id[160]; // "egl:0/es3", "fake:rtz,p=17"
    enum api api;
    char vendor[160];   // GL_VENDOR
    char renderer[320]; // GL_RENDERER
    char version[320];  // GL_VERSION
    char glsl[160];     // GL_SHADING_LANGUAGE_VERSION
    char driver[160];   // EGL_DRIVER_NAME and the like, "" where unknown
    char processor[48]; // of a renderer on this CPU, what changes its arithmetic: "F16C,
                        // FMA, AVX2"; "" where unknown
    char dark[32];      // its APIs that were tried first, and paint nothing: "es3, gl"
    bool software;      // runs on the CPU
    bool masked;        // its name is hidden, as by a browser: `software` is not told
    bool cuda;          // it is also a CUDA device, of this number
    int cuda_ordinal;
    bool simulated; // a fake: nothing was drawn by any driver
    struct facts_claim claimed[STAGE_COUNT][PRECISION_COUNT]; // [stage][precision]
};

// Copies a driver's string into `to` [size] as said above; `from` may be NULL.
void facts_copy(char *to, unsigned long size, const char *from);

// Whether a renderer of that name runs on the CPU (llvmpipe, softpipe, SwiftShader,
// lavapipe, ...).
bool facts_is_software(const char *renderer);

// Writes the features of this processor by which a renderer in software chooses its
// arithmetic: without F16C, llvmpipe computes mediump in 24 bits. "" where it is not of
// x86, or has none of them.
void facts_processor(char *text, unsigned long size);

// Whether that name is what a browser says of any GPU.
bool facts_is_masked(const char *renderer);

// Returns who computes: "simulated", "masked" where a browser hides it, "software" or
// "hardware".
const char *facts_kind(const struct facts *facts);

// Whether a browser drew: the API is WebGL.
bool facts_is_web(const struct facts *facts);

#endif // BASE_FACTS_H
