// SPDX-License-Identifier: MIT
//
// A device is called the same whatever its driver, and no name leaves its folder.

#include "base/device_key.h"
#include "tests/shared/group.h"

#include <stdio.h>
#include <string.h>

static struct group this_group = { .name = "device_key" };

static const struct key {
    const char *vendor, *renderer, *version;
    enum api api;
    const char *golden, *capture;
} keys[] = {
    { "Google Inc. (Google)",
      "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), "
      "SwiftShader driver-5.0.0)",
      "OpenGL ES 3.1 (ANGLE 2.1.27278 git hash: 0d61b30acc76)", API_ES3,
      "google/swiftshader-angle-es3", "google/swiftshader/angle-2.1.27278-es3" },
    { "Mesa/X.org", "llvmpipe (LLVM 15.0.6, 256 bits)", "OpenGL ES 3.2 Mesa 22.3.6",
      API_ES3, "mesa/llvmpipe-es3", "mesa/llvmpipe/22.3.6-es3" },
    { "Mesa/X.org", "llvmpipe (LLVM 15.0.6, 256 bits)", "4.5 (Core Profile) Mesa 22.3.6",
      API_GL, "mesa/llvmpipe-gl", "mesa/llvmpipe/22.3.6-gl" },
    { "VMware, Inc.", "llvmpipe (LLVM 9.0, 128 bits)", "3.1 Mesa 19.2.8", API_GL,
      "mesa/llvmpipe-gl", "mesa/llvmpipe/19.2.8-gl" },
    { "Mesa", "llvmpipe (LLVM 17.0.6, 512 bits)",
      "4.5 (Core Profile) Mesa 24.0.9-0ubuntu0.1", API_GL, "mesa/llvmpipe-gl",
      "mesa/llvmpipe/24.0.9-0ubuntu0.1-gl" },
    { "Mesa/X.org", "softpipe", "3.3 (Core Profile) Mesa 22.3.6", API_GL,
      "mesa/softpipe-gl", "mesa/softpipe/22.3.6-gl" },
    { "Collabora Ltd", "zink (llvmpipe (LLVM 15.0.6, 256 bits))",
      "OpenGL ES 3.2 Mesa 22.3.6", API_ES3, "mesa/zink-es3", "mesa/zink/22.3.6-es3" },
    { "Mesa", "zink Vulkan 1.3(NVIDIA GeForce RTX 3060 (NVK_GA106) (MESA_NVK))",
      "4.6 (Core Profile) Mesa 24.1.0", API_GL, "mesa/zink-geforce-rtx-3060-gl",
      "mesa/zink-geforce-rtx-3060/24.1.0-gl" },
    { "NVIDIA Corporation", "NVIDIA H200/PCIe/SSE2", "OpenGL ES 3.2 NVIDIA 580.159.04",
      API_ES2, "nvidia/h200-es2", "nvidia/h200/580.159.04-es2" },
    { "NVIDIA Corporation", "NVIDIA H200/PCIe/SSE2", "4.6.0 NVIDIA 580.159.04", API_GL,
      "nvidia/h200-gl", "nvidia/h200/580.159.04-gl" },
    { "NVIDIA Corporation", "NVIDIA GeForce RTX 3080 Laptop GPU/PCIe/SSE2",
      "4.6.0 NVIDIA 535.1", API_GL, "nvidia/geforce-rtx-3080-laptop-gpu-gl",
      "nvidia/geforce-rtx-3080-laptop-gpu/535.1-gl" },
    { "AMD", "AMD Radeon RX 6800 (navi21, LLVM 15.0.7, DRM 3.49, 6.1.0-18-amd64)",
      "4.6 (Core Profile) Mesa 23.1.2", API_GL, "amd/radeon-rx-6800-mesa-gl",
      "amd/radeon-rx-6800/mesa-23.1.2-gl" },
    { "ATI Technologies Inc.", "AMD Radeon RX 6800 XT",
      "4.6.0 Core Profile Context 22.11.2.230", API_GL, "amd/radeon-rx-6800-xt-gl",
      "amd/radeon-rx-6800-xt/core-profile-context-22.11.2.230-gl" },
    { "Intel", "Mesa Intel(R) UHD Graphics 620 (KBL GT2)", "OpenGL ES 3.2 Mesa 22.0.1",
      API_ES3, "intel/uhd-graphics-620-mesa-es3",
      "intel/uhd-graphics-620/mesa-22.0.1-es3" },
    { "Google Inc. (NVIDIA)",
      "ANGLE (NVIDIA, NVIDIA GeForce RTX 3080 (0x00002206) Direct3D11 vs_5_0 ps_5_0, "
      "D3D11-30.0.15.1179)",
      "OpenGL ES 3.0 (ANGLE 2.1.0 git hash: unknown)", API_ES3,
      "nvidia/geforce-rtx-3080-angle-d3d11-es3",
      "nvidia/geforce-rtx-3080/angle-2.1.0-es3" },
    { "Google Inc. (Apple)",
      "ANGLE (Apple, ANGLE Metal Renderer: Apple M1, Version 13.1)",
      "OpenGL ES 3.0 (ANGLE 2.1.0)", API_ES3, "apple/m1-angle-metal-es3",
      "apple/m1/angle-2.1.0-es3" },
    { "Qualcomm", "Adreno (TM) 640", "OpenGL ES 3.2 V@0502.0 (GIT@1234, Ia0, 1576)",
      API_ES3, "qualcomm/adreno-640-es3", "qualcomm/adreno-640/v-0502.0-es3" },
    { "ARM", "Mali-G78", "OpenGL ES 3.2 v1.r32p1-01bet1-mbs2v39_0.4ab6ea", API_ES3,
      "arm/mali-g78-es3", "arm/mali-g78/v1.r32p1-01bet1-mbs2v39-0.4ab6ea-es3" },
    { "Imagination Technologies", "PowerVR Rogue GE8320",
      "OpenGL ES 3.2 build 1.11@5425693", API_ES3, "imagination/powervr-rogue-ge8320-es3",
      "imagination/powervr-rogue-ge8320/build-1.11-5425693-es3" },
    { "", "", "", API_GL, "unknown/unknown-gl", "unknown/unknown/unknown-gl" },
    { "../..", "../../etc", "..", API_GL, "unknown/unknown-gl",
      "unknown/unknown/unknown-gl" },
};

// With the browser's name as the driver.
static const struct {
    struct key key;
    const char *driver;
} web_keys[] = {
    { { "Google Inc. (Mesa/X.org)",
        "ANGLE (Mesa/X.org, llvmpipe (LLVM 15.0.6 256 bits), OpenGL ES 3.2)",
        "OpenGL ES 3.0 (WebGL 2.0 (OpenGL ES 3.0 Chromium))", API_ES3,
        "mesa/llvmpipe-angle-gl-webgl-chromium-es3",
        "mesa/llvmpipe/webgl-chromium-156-es3" },
      "Chromium 156 (X11; Linux x86_64)" },
    { { "Mesa", "llvmpipe, or similar", "OpenGL ES 2.0 (WebGL 1.0)", API_ES2,
        "mesa/llvmpipe-webgl-firefox-es2", "mesa/llvmpipe/webgl-firefox-153-es2" },
      "Firefox 153 (X11; Linux x86_64; rv:153.0)" },
    { { "Apple Inc.", "Apple GPU", "OpenGL ES 3.0 (WebGL 2.0)", API_ES3,
        "apple/gpu-webgl-safari-es3", "apple/gpu/webgl-safari-18.5-es3" },
      "Safari 18.5 (iPhone; CPU iPhone OS 18_5 like Mac OS X)" },
};

static void assert_keys(const struct key *key, const char *driver)
{
    struct facts facts = { .api = key->api };
    char golden[DEVICE_KEY_PATH], capture[DEVICE_KEY_PATH];

    snprintf(facts.driver, sizeof facts.driver, "%s", driver);
    snprintf(facts.vendor, sizeof facts.vendor, "%s", key->vendor);
    snprintf(facts.renderer, sizeof facts.renderer, "%s", key->renderer);
    snprintf(facts.version, sizeof facts.version, "%s", key->version);
    device_key_golden(&facts, golden);
    device_key_capture(&facts, capture);
    assert_string_equal(golden, key->golden);
    assert_string_equal(capture, key->capture);
}

TEST(names)
{
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        assert_keys(&keys[i], "");
}

TEST(browsers)
{
    for (size_t i = 0; i < COUNT_OF(web_keys); i++)
        assert_keys(&web_keys[i].key, web_keys[i].driver);
}

TEST(fakes_by_id)
{
    struct facts facts = { .id = "fake:rtz,p=17", .api = API_FAKE, .simulated = true };
    char path[DEVICE_KEY_PATH];

    snprintf(facts.renderer, sizeof facts.renderer, "NVIDIA H200/PCIe/SSE2");
    device_key_golden(&facts, path);
    assert_string_equal(path, "simulated/rtz-p-17-fake");
}
