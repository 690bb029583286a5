// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.journal.Damage;
import dev.firesteel.journal.Journal;
import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.SegmentInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the writes in a closed journal that a start would replay. */
final class JournalContent implements ReplayHandler {
    private static final Logger logger = LoggerFactory.getLogger(JournalContent.class);

    private final Set<Long> segments = new HashSet<>();
    private long writes;
    private long damages;

    private JournalContent() {}

    /**
     * Reads the journal at a path. A journal with another identifier is not the one in question,
     * and counts as empty, as does one that cannot be read: then the log has a warning.
     */
    static JournalContent of(Path path, UUID journalId) {
        JournalContent content = new JournalContent();
        if (Files.notExists(path)) return content;
        try {
            if (Journal.inspect(path).journalId().equals(journalId)) {
                var unused = Journal.read(path, content);
            }
        } catch (IOException e) {
            logger.warn(
                    "Firesteel: the last journal of this node, {}, cannot be read, and may hold"
                            + " writes that are in no SSTable: {}",
                    path,
                    e.getMessage());
        }
        return content;
    }

    boolean isEmpty() {
        return writes == 0 && damages == 0;
    }

    @Override
    public void entry(SegmentInfo segment, int start, int end, ByteBuffer entry) {
        segments.add(segment.id());
        writes++;
    }

    @Override
    public void damage(Damage damage) {
        damages++;
    }

    /** Returns the counts as part of a sentence. */
    @Override
    public String toString() {
        String text = "%d writes in %d segments".formatted(writes, segments.size());
        return damages == 0 ? text : text + " and damage";
    }
}
