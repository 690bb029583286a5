// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.firesteel.journal.Damage;
import dev.firesteel.journal.JournalException;
import dev.firesteel.journal.JournalFormat;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.SegmentInfo;
import dev.firesteel.lab.crash.FiresteelTarget;
import dev.firesteel.lab.crash.JournalTool;
import dev.firesteel.lab.crash.Target;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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

    /** Returns a target whose journal {@link #tool} creates. */
    public static Target at(Path path) {
        return new SmallSegments(target(path));
    }

    private static FiresteelTarget target(Path path) {
        assumeTrue(Files.exists(AGENT), "skipped: the agent is not built, " + AGENT);
        return new FiresteelTarget(AGENT, path);
    }

    private static void format(Path path, long bytes) throws JournalException {
        new JournalFormat(bytes, SEGMENT_BYTES, POSITION_BASE, POSITION_OVERHEAD)
                .write(path, (written, of) -> {});
    }

    /** Returns a tool that creates and reads such journals. */
    public static JournalTool tool() {
        return new Tool();
    }

    private static final class Tool implements JournalTool {
        @Override
        public void format(Path path, long bytes) throws JournalException {
            TestJournal.format(path, bytes);
        }

        @Override
        public List<String> damages(Path path) throws IOException {
            List<String> damages = new ArrayList<>();
            JournalReader.read(path, new Damages(damages));
            return damages;
        }
    }

    private record Damages(List<String> found) implements ReplayHandler {
        @Override
        public void entry(SegmentInfo segment, int start, int end, ByteBuffer entry) {}

        @Override
        public void damage(Damage damage) {
            found.add(damage.description());
        }
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
