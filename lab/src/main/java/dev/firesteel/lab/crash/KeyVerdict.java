// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

/** The conclusion about a key from the sequence number read, or from a missing row. */
enum KeyVerdict {
    /** One of the values that the key may have. */
    KEPT,
    /** Older than what was acknowledged or read before, or missing. */
    LOST,
    /** Never attempted, or attempted and found missing after an earlier crash. */
    PHANTOM
}
