// SPDX-License-Identifier: MIT
//
// The compiled kernels, as embed.py writes them into the program.

#ifndef KERNELS_H
#define KERNELS_H

// unit.cu as PTX, which a driver compiles for the GPU it finds; text with its zero.
extern const unsigned char kernels_ptx[];

// The same for the architectures that were known; a size of 0 where no nvcc was at hand.
extern const unsigned char kernels_fatbin[];
extern const unsigned long kernels_fatbin_size;

// Version of the toolkit that compiled them: "13.0".
extern const char kernels_ptx_toolkit[];

#endif // KERNELS_H
