// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.operating;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds in a node's log what its start has replayed from the journal.
 *
 * @param log the log file
 * @param begin the size of the file before the start
 */
record ReplayNote(Path log, long begin) {
    private static final Pattern REPLAYED =
            Pattern.compile(
                    "Replayed the journal: \\d+ segments held (\\d+) mutations; (\\d+) changes to tables");

    /** Begins at the current end of a log, which may not exist yet. */
    static ReplayNote before(Path log) throws IOException {
        return new ReplayNote(log, Files.exists(log) ? Files.size(log) : 0);
    }

    /**
     * Returns a line on the replayed writes, of Cassandra's own tables too; empty without any.
     *
     * @param of names the journal's node, or is empty
     */
    Optional<String> line(String of) throws IOException {
        byte[] bytes = Files.readAllBytes(log);
        int from = begin > bytes.length ? 0 : (int) begin; // begun anew
        String text = new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
        Matcher replayed = REPLAYED.matcher(text);
        if (!replayed.find() || replayed.group(2).equals("0")) return Optional.empty();
        return Optional.of(
                "Replayed  %s writes of the journal%s: %s changes to tables were in no SSTable"
                        .formatted(replayed.group(1), of, replayed.group(2)));
    }
}
