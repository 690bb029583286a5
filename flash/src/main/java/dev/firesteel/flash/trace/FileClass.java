// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

/**
 * What a file is.
 *
 * @param kind such as {@code data}, in small letters
 * @param level of compaction, or {@link #NO_LEVEL}
 */
public record FileClass(String kind, int level) {
    /** It has none. */
    public static final int NO_LEVEL = -1;

    /** A class without level. */
    public static FileClass of(String kind) {
        return new FileClass(kind, NO_LEVEL);
    }

    /** {@code kind.level}, or the kind alone. */
    @Override
    public String toString() {
        return level == NO_LEVEL ? kind : kind + "." + level;
    }
}
