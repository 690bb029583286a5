// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

/** What reading a sequence number, or no row, says about a key. */
enum Judgement {
    /** One of the values that the key may have. */
    KEPT,
    /** Older than what was acknowledged, or read before, or no row at all. */
    LOST,
    /** Never attempted, or attempted and found missing after an earlier crash. */
    PHANTOM
}
