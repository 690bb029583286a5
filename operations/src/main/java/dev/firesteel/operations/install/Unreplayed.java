// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.journal.Damage;
import dev.firesteel.journal.Journal;
import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.SegmentInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Reads which segments of a journal, that nobody has open, hold what a start would replay. */
final class Unreplayed implements ReplayHandler {
    private final Set<Long> segments = new TreeSet<>();
    private boolean isDamaged;

    private Unreplayed() {}

    static Unreplayed in(Path journal) throws IOException {
        Unreplayed unreplayed = new Unreplayed();
        var unused = Journal.read(journal, unreplayed);
        return unreplayed;
    }

    @Override
    public void entry(SegmentInfo segment, int start, int end, ByteBuffer entry) {
        segments.add(segment.id());
    }

    @Override
    public void damage(Damage damage) {
        isDamaged = true;
    }

    boolean isNothing() {
        return segments.isEmpty() && !isDamaged;
    }

    /**
     * Whether a commit log directory has all of it as segments of the stock commit log, as an
     * export names them. What is damaged is in none.
     */
    boolean isExportedTo(Path commitLogDirectory) throws IOException {
        if (segments.isEmpty() || !Files.isDirectory(commitLogDirectory)) return false;
        Set<Long> missing = new TreeSet<>(segments);
        try (Stream<Path> files = Files.list(commitLogDirectory)) {
            for (Path each : files.toList()) {
                String name = each.getFileName().toString();
                missing.removeIf(id -> name.matches("CommitLog-\\d+-" + id + "\\.log"));
            }
        }
        return missing.isEmpty();
    }
}
