// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import java.util.Comparator;

/**
 * Files that are given the same lifetime.
 *
 * @param kind what they are for
 * @param level that of the SSTable when it was written, or {@link #NO_LEVEL}
 */
public record FileClass(FileKind kind, int level) implements Comparable<FileClass> {
    /** There is no level, or nobody knows it. */
    public static final int NO_LEVEL = -1;

    /** As the table and the trace have it. */
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
