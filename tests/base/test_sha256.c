// SPDX-License-Identifier: MIT
//
// The examples of FIPS 180-4, and every way in which a message can meet the end of a
// block.

#include "base/sha256.h"
#include "tests/shared/group.h"

#include <stdint.h>
#include <string.h>

// clang-format off
static const struct {
    const char *text;
    int times;
    const char *want;
} messages[] = {
    { "", 1,
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
    { "abc", 1,
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
    { "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
    { "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
      "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      1,
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1" },
    { "a", 1000000,
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0" },
    { "a", 54,
      "a3f01b6939256127582ac8ae9fb47a382a244680806a3f613a118851c1ca1d47" },
    { "a", 55,
      "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318" },
    { "a", 56,
      "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a" },
    { "a", 57,
      "f13b2d724659eb3bf47f2dd6af1accc87b81f09f59f2b75e5c0bed6589dfe8c6" },
    { "a", 63,
      "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34" },
    { "a", 64,
      "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb" },
    { "a", 65,
      "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0" },
    { "a", 119,
      "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb" },
    { "a", 120,
      "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c" },
    { "a", 128,
      "6836cf13bac400e9105071cd6af47084dfacad4e5e302c94bfed24e013afb73e" },
};
// clang-format on

static void check(const char *got, size_t i)
{
    if (strcmp(got, messages[i].want) != 0)
        fail_msg("%d x \"%s\": got %s want %s", messages[i].times, messages[i].text, got,
                 messages[i].want);
}

static void known_answers(void **state)
{
    for (size_t i = 0; i < COUNT_OF(messages); i++) {
        struct sha256 sha;
        char got[65];
        sha256_init(&sha);
        for (int k = 0; k < messages[i].times; k++)
            sha256_add(&sha, messages[i].text, strlen(messages[i].text));
        sha256_hex(&sha, got);
        check(got, i);
    }
}

// However a message is cut, its hash is the same.
static void pieces(void **state)
{
    uint8_t message[200];
    for (size_t i = 0; i < sizeof message; i++)
        message[i] = (uint8_t) (i * 37 + 11);
    struct sha256 sha;
    char want[65], got[65];
    sha256_init(&sha);
    sha256_add(&sha, message, sizeof message);
    sha256_hex(&sha, want);
    for (size_t cut = 0; cut <= sizeof message; cut++) {
        sha256_init(&sha);
        sha256_add(&sha, message, cut);
        sha256_add(&sha, message + cut, sizeof message - cut);
        sha256_hex(&sha, got);
        assert_string_equal(got, want);
    }
}

// The same without the processor's own instructions.
static int portable(void **state)
{
    sha256_portable(true);
    return 0;
}

static int own(void **state)
{
    sha256_portable(false);
    return 0;
}

TEST_GROUP(sha256)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),
        cmocka_unit_test(pieces),
        cmocka_unit_test_setup_teardown(known_answers, portable, own),
        cmocka_unit_test_setup_teardown(pieces, portable, own),
    };
    return cmocka_run_group_tests_name("sha256", tests, NULL, NULL);
}
