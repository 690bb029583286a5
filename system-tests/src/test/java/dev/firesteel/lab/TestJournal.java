// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.firesteel.journal.JournalException;
import dev.firesteel.journal.JournalFormat;
import dev.firesteel.lab.crash.FiresteelTarget;
import dev.firesteel.lab.crash.Target;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Journals for nodes under test, small enough for several laps. */
public final class TestJournal {
    private static final Path AGENT = Path.of("..", "agent", "target", "firesteel-agent.jar");
    private static final long FILE_BYTES = 256 << 20;
    private static final int SEGMENT_BYTES = 8 << 20;
    private static final int POSITION_BASE = 28;
    private static final int POSITION_OVERHEAD = 12;

    private TestJournal() {}

    /** Returns a target whose journal is created in a file that does not exist. */
    public static Target inFile(Path file) throws JournalException {
        format(file, FILE_BYTES);
        return at(file);
    }

    /** Returns a target whose encrypted journal takes all of a blank device. */
    public static Target encryptedOnDevice(Path device, Path keys) throws JournalException {
        format(device, 0);
        return new SmallSegments(target(device).encrypted(keys));
    }

    /** Returns a target whose journal {@link #format} creates. */
    public static Target at(Path path) {
        return new SmallSegments(target(path));
    }

    private static FiresteelTarget target(Path path) {
        assumeTrue(Files.exists(AGENT), "skipped: the agent is not built, " + AGENT);
        return new FiresteelTarget(AGENT, path);
    }

    /** Makes such a journal, of a size, or on all of a device with 0. */
    public static void format(Path path, long bytes) throws JournalException {
        new JournalFormat(bytes, SEGMENT_BYTES, POSITION_BASE, POSITION_OVERHEAD)
                .write(path, (written, of) -> {});
    }

    /** A target with segments so small that mutations must be smaller than Cassandra's default. */
    private record SmallSegments(Target target) implements Target {
        @Override
        public String name() {
            return target.name();
        }

        @Override
        public void prepare() throws IOException {
            target.prepare();
        }

        @Override
        public String build() throws IOException {
            return target.build();
        }

        @Override
        public void configure(NodeSettings settings) {
            target.configure(settings);
            settings.setting("max_mutation_size", "4MiB");
        }

        @Override
        public String damageMessage() {
            return target.damageMessage();
        }

        @Override
        public void requireGenuine(CassandraNode node, CqlSession session) throws IOException {
            target.requireGenuine(node, session);
        }
    }
}
