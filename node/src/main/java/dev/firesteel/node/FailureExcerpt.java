// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Extracts a short error excerpt from the log and console output of a failed node. */
final class FailureExcerpt {
    private static final int LINES = 5;
    private static final int COLUMNS = 400;
    private static final Pattern ERROR =
            Pattern.compile("^(ERROR|(Caused by: )?[\\w.$]+(Exception|Error): )");
    private static final String BEFORE_MESSAGE = " - ";

    private final NodeDirectory directory;
    private final long logBytesBefore;

    /** Starts at the current end of the log: earlier content is from an earlier run. */
    FailureExcerpt(NodeDirectory directory) {
        this.directory = directory;
        this.logBytesBefore = directory.log().toFile().length();
    }

    /** Returns the last errors it logged, or else the last lines it printed or logged. */
    String text() {
        List<String> log = read(directory.log(), logBytesBefore);
        List<String> errors =
                log.stream()
                        .filter(line -> ERROR.matcher(line).find())
                        .map(FailureExcerpt::message)
                        .toList();
        if (!errors.isEmpty()) return join(errors);
        List<String> printed =
                read(directory.console(), 0).stream()
                        .filter(line -> !line.startsWith("WARNING:"))
                        .toList();
        return join(printed.isEmpty() ? log : printed);
    }

    /** Returns whether it logged a line that contains this text. */
    boolean hold(String text) {
        return read(directory.log(), logBytesBefore).stream().anyMatch(line -> line.contains(text));
    }

    private static String join(List<String> lines) {
        return lines.subList(Math.max(0, lines.size() - LINES), lines.size()).stream()
                .map(line -> "  " + line.substring(0, Math.min(line.length(), COLUMNS)))
                .collect(Collectors.joining("\n"));
    }

    private static String message(String line) {
        int at = line.startsWith("ERROR") ? line.indexOf(BEFORE_MESSAGE) : -1;
        return at < 0 ? line : line.substring(at + BEFORE_MESSAGE.length());
    }

    /** Returns the lines after an offset; all lines if the file is now shorter than that. */
    private static List<String> read(Path file, long offset) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            int from = offset > bytes.length ? 0 : (int) offset;
            return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            return List.of(); // never written
        }
    }
}
