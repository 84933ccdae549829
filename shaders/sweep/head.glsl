// SPDX-License-Identifier: MIT
precision highp float;
precision highp int;
uniform uint number_first, number_high, quad_count;
