// SPDX-License-Identifier: MIT
//
// unpack(text): the bytes that join.py packed. Text is the base64 of four bytes of length,
// lowest first, and of a stream of LZMA without a header, whose literals have 3 bits of
// context and whose positions none: smaller than gzip's by a sixth for the program, and by
// two thirds for the recorded answers.
//
// How it works. A range coder gives bits; each has a probability, in 2048ths, which follows
// what was read. A bit says whether a byte comes, or a repetition: of a new distance, or of
// one of the last four. The state, 0 to 11, is what came last: below 7 a byte did.

"use strict";

const unpack = (() => {

// Where the probabilities of each kind begin.
const REPEAT = 0, AGAIN = 12, OLDER = 24, OLDEST = 36, LAST = 48, LONG = 60, SLOT = 72,
      NEAR = 328, ALIGN = 456, LENGTH = 472, AGAIN_LENGTH = 746, LITERAL = 1020, ALL = 7164;

function coder(bytes, at) {
    const odds = new Uint16Array(ALL).fill(1024);
    let range = 0xffffffff, code = 0;

    function refill() {
        if (range < 0x1000000) {
            range = range << 8 >>> 0;
            code = (code << 8 | bytes[at++]) >>> 0;
        }
    }

    function bit(i) {
        const bound = (range >>> 11) * odds[i], is = code < bound ? 0 : 1;

        if (is) {
            range -= bound;
            code -= bound;
            odds[i] -= odds[i] >> 5;
        } else {
            range = bound;
            odds[i] += 2048 - odds[i] >> 5;
        }
        refill();
        return is;
    }

    // A number without probabilities.
    function plain(bits) {
        let value = 0;

        for (; bits > 0; bits--) {
            range >>>= 1;
            const is = code < range ? 0 : 1;

            code -= is ? range : 0;
            value = value << 1 | is;
            refill();
        }
        return value;
    }

    // One whose bits each have a probability for every number of those before, the highest
    // first; below, the lowest first.
    function tree(from, bits) {
        let node = 1;

        for (let i = 0; i < bits; i++)
            node = node << 1 | bit(from + node);
        return node - (1 << bits);
    }

    function lowest(from, bits) {
        let node = 1, value = 0;

        for (let i = 0; i < bits; i++) {
            const is = bit(from + node);

            node = node << 1 | is;
            value |= is << i;
        }
        return value;
    }

    for (let i = 0; i < 5; i++)
        code = (code << 8 | bytes[at++]) >>> 0;
    return { bit, plain, tree, lowest };
}

// A byte; behind a repetition one that is likely to be `other`, its next, in its first bits.
function literal({ bit }, from, other) {
    let node = 1;

    while (other && node < 0x100) {
        const next = other >> 7 & 1, is = bit(from + 0x100 + (next << 8) + node);

        node = node << 1 | is;
        other = next == is ? other << 1 | 0x8000 : 0;
    }
    while (node < 0x100)
        node = node << 1 | bit(from + node);
    return node;
}

function length({ bit, tree }, from) {
    if (!bit(from))
        return 2 + tree(from + 2, 3);
    return bit(from + 1) ? 18 + tree(from + 18, 8) : 10 + tree(from + 10, 3);
}

function distance({ plain, tree, lowest }, size) {
    const slot = tree(SLOT + 64 * (Math.min(size, 5) - 2), 6), bits = (slot >> 1) - 1;
    const high = slot < 4 ? slot : (2 | slot & 1) << bits;

    return slot < 4 ? high : slot < 14 ? high + lowest(NEAR + high - slot, bits)
                                       : high + (plain(bits - 4) << 4) + lowest(ALIGN, 4);
}

// Which of the last distances comes again; -1: the last, for one byte.
function again({ bit }, state) {
    if (!bit(OLDER + state))
        return bit(LONG + state) - 1;
    return bit(OLDEST + state) ? 2 + bit(LAST + state) : 1;
}

return function (text) {
    const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    const out = new Uint8Array(new DataView(bytes.buffer).getUint32(0, true));
    const from = coder(bytes, 4), last = [0, 0, 0, 0]; // distances, less one
    let state = 0;

    for (let at = 0; at < out.length;) {
        let size = 1;

        if (!from.bit(REPEAT + state)) {
            out[at] = literal(from, LITERAL + 0x300 * (at ? out[at - 1] >> 5 : 0),
                              state < 7 ? 0 : out[at - last[0] - 1] | 0x8000);
            state -= state < 4 ? state : state < 10 ? 3 : 6;
            at++;
            continue;
        }
        if (!from.bit(AGAIN + state)) {
            size = length(from, LENGTH);
            last.unshift(distance(from, size));
            last.pop();
            state = state < 7 ? 7 : 10;
        } else {
            const which = again(from, state);

            if (which >= 0)
                size = length(from, AGAIN_LENGTH);
            last.unshift(...last.splice(Math.max(which, 0), 1));
            state = state > 6 ? 11 : which < 0 ? 9 : 8;
        }
        for (; size > 0; size--, at++)
            out[at] = out[at - last[0] - 1];
    }
    return out;
};
})();
