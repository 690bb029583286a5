// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.export.SegmentFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recognises the small files that Firesteel keeps in the commit log directory, also in a copy of
 * it. They hold no writes: they are neither archived nor restored.
 */
final class OwnFiles {
    private static final String DRAFT = ".new";
    private static final Set<String> NAMES =
            Set.of(NodeIdentity.NAME, StartGuardFile.NAME, ExternalCommand.OUTPUT);
    private static final Pattern SEGMENT =
            Pattern.compile("CommitLog-(\\d{1,9})-(\\d{1,18})\\.log");

    private OwnFiles() {}

    /** Returns whether a file is one of them, or a draft left by a crash. */
    static boolean contains(Path file) throws IOException {
        String name = String.valueOf(file.getFileName());
        if (name.endsWith(DRAFT)) name = name.substring(0, name.length() - DRAFT.length());
        else if (isFloor(file)) return true;
        return NAMES.contains(name);
    }

    /** Returns whether a file is a {@link SegmentIdFloorFile}: a header that fits its name. */
    static boolean isFloor(Path file) throws IOException {
        Matcher name = SEGMENT.matcher(String.valueOf(file.getFileName()));
        if (!name.matches() || !Files.isRegularFile(file)) return false;
        byte[] header =
                SegmentFormat.header(
                        Integer.parseInt(name.group(1)), Long.parseLong(name.group(2)));
        return Files.size(file) == header.length && Arrays.equals(Files.readAllBytes(file), header);
    }
}
