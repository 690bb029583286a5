// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

/**
 * The class of a file.
 *
 * @param kind such as {@code data}, in lower case
 * @param level of compaction, or {@link #NO_LEVEL}
 */
public record FileClass(String kind, int level) {
    /** The level of a class without one. */
    public static final int NO_LEVEL = -1;

    /** Returns a class without level. */
    public static FileClass of(String kind) {
        return new FileClass(kind, NO_LEVEL);
    }

    /** Returns {@code kind.level}, or the kind alone. */
    @Override
    public String toString() {
        return level == NO_LEVEL ? kind : kind + "." + level;
    }
}
