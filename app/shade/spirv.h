// SPDX-License-Identifier: MIT
//
// A SPIR-V module of one fragment shader, taken apart. The words may be anything: what is
// not well-formed is refused with its place, and nothing of it is trusted later. This
// header knows the layout of a module, and no meaning of an instruction in a function.

#ifndef SHADE_SPIRV_H
#define SHADE_SPIRV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Instructions by their numbers (SPIR-V 1.6, 3.49).
enum spirv_op {
    SPIRV_UNDEF = 1,
    SPIRV_NAME = 5,
    SPIRV_MEMBER_NAME = 6,
    SPIRV_LINE = 8,
    SPIRV_EXT_INST_IMPORT = 11,
    SPIRV_EXT_INST = 12,
    SPIRV_ENTRY_POINT = 15,
    SPIRV_TYPE_VOID = 19,
    SPIRV_TYPE_BOOL,
    SPIRV_TYPE_INT,
    SPIRV_TYPE_FLOAT,
    SPIRV_TYPE_VECTOR,
    SPIRV_TYPE_MATRIX,
    SPIRV_TYPE_IMAGE,
    SPIRV_TYPE_SAMPLER,
    SPIRV_TYPE_SAMPLED_IMAGE,
    SPIRV_TYPE_ARRAY,
    SPIRV_TYPE_STRUCT = 30,
    SPIRV_TYPE_POINTER = 32,
    SPIRV_TYPE_FUNCTION,
    SPIRV_CONSTANT_TRUE = 41,
    SPIRV_CONSTANT_FALSE,
    SPIRV_CONSTANT,
    SPIRV_CONSTANT_COMPOSITE,
    SPIRV_CONSTANT_NULL = 46,
    SPIRV_FUNCTION = 54,
    SPIRV_FUNCTION_PARAMETER,
    SPIRV_FUNCTION_END,
    SPIRV_FUNCTION_CALL,
    SPIRV_VARIABLE = 59,
    SPIRV_LOAD = 61,
    SPIRV_STORE,
    SPIRV_ACCESS_CHAIN = 65,
    SPIRV_IN_BOUNDS_ACCESS_CHAIN,
    SPIRV_DECORATE = 71,
    SPIRV_VECTOR_EXTRACT_DYNAMIC = 77,
    SPIRV_VECTOR_INSERT_DYNAMIC,
    SPIRV_VECTOR_SHUFFLE,
    SPIRV_COMPOSITE_CONSTRUCT,
    SPIRV_COMPOSITE_EXTRACT,
    SPIRV_COMPOSITE_INSERT,
    SPIRV_COPY_OBJECT,
    SPIRV_TRANSPOSE,
    SPIRV_IMAGE_SAMPLE_IMPLICIT_LOD = 87,
    SPIRV_IMAGE_SAMPLE_EXPLICIT_LOD,
    SPIRV_IMAGE_SAMPLE_PROJ_IMPLICIT_LOD = 91,
    SPIRV_IMAGE_SAMPLE_PROJ_EXPLICIT_LOD,
    SPIRV_IMAGE_FETCH = 95,
    SPIRV_IMAGE_GATHER,
    SPIRV_IMAGE = 100,
    SPIRV_IMAGE_QUERY_SIZE_LOD = 103,
    SPIRV_CONVERT_F_TO_U = 109,
    SPIRV_CONVERT_F_TO_S,
    SPIRV_CONVERT_S_TO_F,
    SPIRV_CONVERT_U_TO_F,
    SPIRV_BITCAST = 124,
    SPIRV_S_NEGATE = 126,
    SPIRV_F_NEGATE,
    SPIRV_I_ADD,
    SPIRV_F_ADD,
    SPIRV_I_SUB,
    SPIRV_F_SUB,
    SPIRV_I_MUL,
    SPIRV_F_MUL,
    SPIRV_U_DIV,
    SPIRV_S_DIV,
    SPIRV_F_DIV,
    SPIRV_U_MOD,
    SPIRV_S_REM,
    SPIRV_S_MOD,
    SPIRV_F_REM,
    SPIRV_F_MOD,
    SPIRV_VECTOR_TIMES_SCALAR,
    SPIRV_MATRIX_TIMES_SCALAR,
    SPIRV_VECTOR_TIMES_MATRIX,
    SPIRV_MATRIX_TIMES_VECTOR,
    SPIRV_MATRIX_TIMES_MATRIX,
    SPIRV_OUTER_PRODUCT,
    SPIRV_DOT,
    SPIRV_I_ADD_CARRY,
    SPIRV_I_SUB_BORROW,
    SPIRV_U_MUL_EXTENDED,
    SPIRV_S_MUL_EXTENDED,
    SPIRV_ANY = 154,
    SPIRV_ALL,
    SPIRV_IS_NAN,
    SPIRV_IS_INF,
    SPIRV_LOGICAL_EQUAL = 164,
    SPIRV_LOGICAL_NOT_EQUAL,
    SPIRV_LOGICAL_OR,
    SPIRV_LOGICAL_AND,
    SPIRV_LOGICAL_NOT,
    SPIRV_SELECT,
    SPIRV_I_EQUAL,
    SPIRV_I_NOT_EQUAL,
    SPIRV_U_GREATER,
    SPIRV_S_GREATER,
    SPIRV_U_GREATER_EQUAL,
    SPIRV_S_GREATER_EQUAL,
    SPIRV_U_LESS,
    SPIRV_S_LESS,
    SPIRV_U_LESS_EQUAL,
    SPIRV_S_LESS_EQUAL,
    SPIRV_F_ORD_EQUAL,
    SPIRV_F_UNORD_EQUAL,
    SPIRV_F_ORD_NOT_EQUAL,
    SPIRV_F_UNORD_NOT_EQUAL,
    SPIRV_F_ORD_LESS,
    SPIRV_F_UNORD_LESS,
    SPIRV_F_ORD_GREATER,
    SPIRV_F_UNORD_GREATER,
    SPIRV_F_ORD_LESS_EQUAL,
    SPIRV_F_UNORD_LESS_EQUAL,
    SPIRV_F_ORD_GREATER_EQUAL,
    SPIRV_F_UNORD_GREATER_EQUAL,
    SPIRV_SHIFT_RIGHT_LOGICAL = 194,
    SPIRV_SHIFT_RIGHT_ARITHMETIC,
    SPIRV_SHIFT_LEFT,
    SPIRV_OR,
    SPIRV_XOR,
    SPIRV_AND,
    SPIRV_NOT,
    SPIRV_BIT_FIELD_INSERT,
    SPIRV_BIT_FIELD_S_EXTRACT,
    SPIRV_BIT_FIELD_U_EXTRACT,
    SPIRV_BIT_REVERSE,
    SPIRV_BIT_COUNT,
    SPIRV_DPDX = 207,
    SPIRV_DPDY,
    SPIRV_FWIDTH,
    SPIRV_DPDX_FINE,
    SPIRV_DPDY_FINE,
    SPIRV_FWIDTH_FINE,
    SPIRV_DPDX_COARSE,
    SPIRV_DPDY_COARSE,
    SPIRV_FWIDTH_COARSE,
    SPIRV_PHI = 245,
    SPIRV_LOOP_MERGE,
    SPIRV_SELECTION_MERGE,
    SPIRV_LABEL,
    SPIRV_BRANCH,
    SPIRV_BRANCH_CONDITIONAL,
    SPIRV_SWITCH,
    SPIRV_KILL,
    SPIRV_RETURN,
    SPIRV_RETURN_VALUE,
    SPIRV_UNREACHABLE,
    SPIRV_NO_LINE = 317,
};

// Storage of variables (3.7), and the built-in inputs (3.21).
enum spirv_storage {
    SPIRV_UNIFORM_CONSTANT = 0,
    SPIRV_INPUT = 1,
    SPIRV_UNIFORM = 2,
    SPIRV_OUTPUT = 3,
    SPIRV_PRIVATE = 6,
    SPIRV_FUNCTION_STORAGE = 7,
};
enum spirv_built_in {
    SPIRV_FRAG_COORD = 15,
    SPIRV_FRONT_FACING = 17,
};

// An instruction: `count` words, of which the first is its number and length.
struct spirv_instruction {
    const uint32_t *words;
    int op, count;
};

// A numbered thing. `slots`: how many scalars a type or a value of it has.
struct spirv_id {
    struct spirv_instruction at; // that defines it; no words: none
    uint32_t type;               // 0: it has none
    uint32_t slots;              // of a type; at most SPIRV_SLOTS_MAX
    const char *name;            // "" if it has none
    int built_in;                // -1: none
    bool relaxed;                // RelaxedPrecision
    bool precise;                // NoContraction
};

#define SPIRV_SLOTS_MAX 16384
#define SPIRV_BOUND_MAX (1 << 20)
#define SPIRV_WORDS_MAX (1 << 24)

// A function: its instructions from OpFunction to OpFunctionEnd, [begin, end) in words.
struct spirv_function {
    uint32_t id;
    size_t begin, end;
};

struct spirv {
    const uint32_t *words; // the caller's
    size_t count;
    struct spirv_id *ids; // [bound], owned
    uint32_t bound;
    struct spirv_function *functions; // owned
    int function_count;
    uint32_t main, glsl; // the entry point; the import of GLSL.std.450, or 0
    char fault[200];     // why it is refused
};

// Takes a module apart; `words` must live as long. Returns false, with the reason in
// `spirv->fault`, if it is no well-formed module of one fragment shader.
bool spirv_read(struct spirv *spirv, const uint32_t *words, size_t count);

// Accepts a zeroed struct and leaves one.
void spirv_finish(struct spirv *spirv);

// Returns the next instruction of [*at, end), which is well-formed, and moves *at behind
// it.
struct spirv_instruction spirv_next(const struct spirv *spirv, size_t *at);

// Returns the instruction that defines a type or constant; one without words if `id` is
// neither, or nothing.
struct spirv_instruction spirv_type(const struct spirv *spirv, uint32_t id);

// Returns the name of a member of a struct type, "" if it has none.
const char *spirv_member_name(const struct spirv *spirv, uint32_t type, uint32_t member);

// Returns the function of that id, or NULL.
const struct spirv_function *spirv_function(const struct spirv *spirv, uint32_t id);

// Returns the word of an instruction, or 0, which is no id, if it has fewer.
static inline uint32_t spirv_word(const struct spirv_instruction *at, int k)
{
    return k < at->count ? at->words[k] : 0;
}

// Returns whether an instruction has a result, and where: its type at words[*type] (0:
// none), itself at words[*result].
bool spirv_has_result(int op, int *type, int *result);

// The instruction set GLSL.std.450.
enum glsl_function {
    GLSL_ROUND = 1,
    GLSL_ROUND_EVEN,
    GLSL_TRUNC,
    GLSL_F_ABS,
    GLSL_S_ABS,
    GLSL_F_SIGN,
    GLSL_S_SIGN,
    GLSL_FLOOR,
    GLSL_CEIL,
    GLSL_FRACT,
    GLSL_RADIANS,
    GLSL_DEGREES,
    GLSL_SIN,
    GLSL_COS,
    GLSL_TAN,
    GLSL_ASIN,
    GLSL_ACOS,
    GLSL_ATAN,
    GLSL_SINH,
    GLSL_COSH,
    GLSL_TANH,
    GLSL_ASINH,
    GLSL_ACOSH,
    GLSL_ATANH,
    GLSL_ATAN2,
    GLSL_POW,
    GLSL_EXP,
    GLSL_LOG,
    GLSL_EXP2,
    GLSL_LOG2,
    GLSL_SQRT,
    GLSL_INVERSE_SQRT,
    GLSL_DETERMINANT,
    GLSL_INVERSE,
    GLSL_MODF,
    GLSL_MODF_STRUCT,
    GLSL_F_MIN,
    GLSL_U_MIN,
    GLSL_S_MIN,
    GLSL_F_MAX,
    GLSL_U_MAX,
    GLSL_S_MAX,
    GLSL_F_CLAMP,
    GLSL_U_CLAMP,
    GLSL_S_CLAMP,
    GLSL_F_MIX,
    GLSL_I_MIX,
    GLSL_STEP,
    GLSL_SMOOTH_STEP,
    GLSL_FMA,
    GLSL_FREXP,
    GLSL_FREXP_STRUCT,
    GLSL_LDEXP,
    GLSL_PACK_SNORM_4X8,
    GLSL_PACK_UNORM_4X8,
    GLSL_PACK_SNORM_2X16,
    GLSL_PACK_UNORM_2X16,
    GLSL_PACK_HALF_2X16,
    GLSL_PACK_DOUBLE_2X32,
    GLSL_UNPACK_SNORM_2X16,
    GLSL_UNPACK_UNORM_2X16,
    GLSL_UNPACK_HALF_2X16,
    GLSL_UNPACK_SNORM_4X8,
    GLSL_UNPACK_UNORM_4X8,
    GLSL_UNPACK_DOUBLE_2X32,
    GLSL_LENGTH,
    GLSL_DISTANCE,
    GLSL_CROSS,
    GLSL_NORMALIZE,
    GLSL_FACE_FORWARD,
    GLSL_REFLECT,
    GLSL_REFRACT,
    GLSL_FIND_I_LSB,
    GLSL_FIND_S_MSB,
    GLSL_FIND_U_MSB,
};

#endif // SHADE_SPIRV_H
