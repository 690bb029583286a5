// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.file.Path;
import java.util.regex.Pattern;

/** Writes paths into commands that are proposed to the user. */
public final class ShellWord {
    private static final Pattern SPECIAL = Pattern.compile("[^\\p{L}\\p{N}._/+@%=,:-]");

    private ShellWord() {}

    /** Returns a path as one word of a shell: a backslash before each blank and the like. */
    public static String of(Path path) {
        return SPECIAL.matcher(path.toString()).replaceAll("\\\\$0");
    }
}
