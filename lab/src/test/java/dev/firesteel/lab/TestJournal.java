// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.firesteel.journal.JournalException;
import dev.firesteel.journal.JournalFormat;
import dev.firesteel.lab.crash.FiresteelTarget;
import dev.firesteel.lab.crash.Target;
import java.nio.file.Files;
import java.nio.file.Path;

/** Journals for nodes under test, small enough to come round several times. */
public final class TestJournal {
    private static final Path AGENT = Path.of("..", "agent", "target", "firesteel-agent.jar");
    private static final long FILE_BYTES = 256 << 20;
    private static final int SEGMENT_BYTES = 8 << 20;
    private static final int POSITION_BASE = 28;
    private static final int POSITION_OVERHEAD = 12;

    private TestJournal() {}

    /** A target whose journal is made in a file that does not exist. */
    public static Target inFile(Path file) throws JournalException {
        return on(file, FILE_BYTES);
    }

    /** A target whose journal is made on all of a blank device. */
    public static Target onDevice(Path device) throws JournalException {
        return on(device, 0);
    }

    private static Target on(Path path, long bytes) throws JournalException {
        assumeTrue(Files.exists(AGENT), "skipped: the agent is not built, " + AGENT);
        new JournalFormat(bytes, SEGMENT_BYTES, POSITION_BASE, POSITION_OVERHEAD)
                .write(path, (written, of) -> {});
        return new FiresteelTarget(AGENT, path);
    }
}
