// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import java.util.Comparator;

/**
 * A class of files with the same lifetime.
 *
 * @param kind the purpose of the files
 * @param level the level of the SSTable when it was written, or {@link #NO_LEVEL}
 */
public record FileClass(FileKind kind, int level) implements Comparable<FileClass> {
    /** The value for no level, or an unknown one. */
    public static final int NO_LEVEL = -1;

    /** Returns the level as it appears in the table and the trace. */
    public String levelText() {
        return level == NO_LEVEL ? "-" : Integer.toString(level);
    }

    @Override
    public int compareTo(FileClass other) {
        return Comparator.comparing(FileClass::kind)
                .thenComparingInt(FileClass::level)
                .compare(this, other);
    }
}
