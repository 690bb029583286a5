// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the logs of a ledger hold from now on, while its process goes on. */
final class LedgerTail {
    private final Path directory;
    private final Map<Path, Long> entriesBefore = new HashMap<>();

    private LedgerTail(Path directory) {
        this.directory = directory;
    }

    /** The tail that begins where the logs of a ledger end now. */
    static LedgerTail at(Path directory) throws IOException {
        LedgerTail tail = new LedgerTail(directory);
        for (Path log : tail.logs())
            tail.entriesBefore.put(log, Files.size(log) / LedgerLog.ENTRY_BYTES);
        return tail;
    }

    /** Whether a write was acknowledged that was attempted since. */
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

    /** A log is one thread's: an acknowledgement is of the attempt right before it. */
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
        public void acknowledged(long key, long seq) {
            entriesToSkip--;
            isAcknowledged |= isAttempted;
        }

        /** Readers have logs of their own. */
        @Override
        public void seen(long key, long seq) {}
    }
}
