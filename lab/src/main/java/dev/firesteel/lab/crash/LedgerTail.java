// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Entries added to a ledger's logs since a moment, while its process runs. */
final class LedgerTail {
    private final Path directory;
    private final Map<Path, Long> entriesBefore = new HashMap<>();

    private LedgerTail(Path directory) {
        this.directory = directory;
    }

    /** Returns the tail from the current end of a ledger's logs. */
    static LedgerTail at(Path directory) throws IOException {
        LedgerTail tail = new LedgerTail(directory);
        for (Path log : tail.logs())
            tail.entriesBefore.put(log, Files.size(log) / LedgerLog.ENTRY_BYTES);
        return tail;
    }

    /** Returns whether a write attempted since then was acknowledged. */
    boolean holdsAWrite() throws IOException {
        for (Path log : logs()) {
            Writes writes = new Writes(entriesBefore.getOrDefault(log, 0L));
            LedgerLog.read(log, writes);
            if (writes.isAcknowledged) return true;
        }
        return false;
    }

    private List<Path> logs() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(LogFile::matches).toList();
        }
    }

    /** Reads one thread's log, where an acknowledgement is for the attempt right before it. */
    private static final class Writes implements LedgerLog.Reader {
        private long entriesToSkip;
        private boolean isAttempted;
        private boolean isAcknowledged;

        Writes(long entriesToSkip) {
            this.entriesToSkip = entriesToSkip;
        }

        @Override
        public void attempted(long key, long seq) {
            if (entriesToSkip-- <= 0) isAttempted = true;
        }

        @Override
        public void acknowledged(long key, long seq, boolean byAll) {
            entriesToSkip--;
            isAcknowledged |= isAttempted;
        }

        /** Does nothing: readers have logs of their own. */
        @Override
        public void seen(long key, long seq) {}
    }
}
