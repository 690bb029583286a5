// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.journal.Damage;
import dev.firesteel.journal.RecoveryCase;
import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.SegmentInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportedSegmentsTest {
    private static final int FIRST = 28;
    private static final int MUTATION_BYTES = 40;
    private static final int OVERHEAD = 12;

    /** More than a filler holds, so that the hole takes two. */
    private static final int HOLE_BYTES = Filler.LARGEST_BYTES + 1;

    @TempDir Path directory;
    private Path first = Path.of("");
    private byte[] content = {};

    /** Replays two segments, the first with a hole, as a journal does. */
    private static void read(ReplayHandler handler) throws IOException {
        entry(handler, 5, FIRST);
        entry(handler, 5, FIRST + MUTATION_BYTES + OVERHEAD + HOLE_BYTES);
        entry(handler, 6, FIRST);
    }

    private static void entry(ReplayHandler handler, long id, int start) throws IOException {
        SegmentInfo segment = new SegmentInfo(id, 0, 8, true, 0, 0, 1 << 20, 0);
        byte[] mutation = new byte[MUTATION_BYTES];
        Arrays.fill(mutation, (byte) id);
        handler.entry(segment, start, start + MUTATION_BYTES + OVERHEAD, ByteBuffer.wrap(mutation));
    }

    @BeforeEach
    void export() throws IOException {
        try (SegmentFiles files =
                new SegmentFiles(
                        name ->
                                FileChannel.open(
                                        directory.resolve(name),
                                        StandardOpenOption.CREATE,
                                        StandardOpenOption.WRITE))) {
            read(files);
            files.finish();
        }
        first = directory.resolve("CommitLog-8-5.log");
        content = Files.readAllBytes(first);
    }

    private Optional<String> flaw() throws IOException {
        try (ExportedSegments exported = new ExportedSegments(directory)) {
            read(exported);
            return exported.flaw();
        }
    }

    @Test
    void anExportIsWhole() throws IOException {
        assertThat(content).hasSize(FIRST + 2 * (MUTATION_BYTES + OVERHEAD) + HOLE_BYTES);
        assertThat(flaw()).isEmpty();
    }

    @Test
    void noByteOfItIsAnother() throws IOException {
        for (int i = 0; i < content.length; i += i < 2 * FIRST || i % 997 == 0 ? 1 : 7) {
            byte[] changed = content.clone();
            changed[i] ^= 1;
            Files.write(first, changed);
            assertThat(flaw()).as("byte %d", i).hasValueSatisfying(this::blamesTheFirst);
        }
    }

    private void blamesTheFirst(String flaw) {
        assertThat(flaw).startsWith(first + " differs from the export");
    }

    @Test
    void noneIsMissingAndNoneIsTooMuch() throws IOException {
        for (int length : new int[] {0, FIRST, FIRST + 1, content.length - 1, content.length + 1}) {
            Files.write(first, Arrays.copyOf(content, length));
            assertThat(flaw()).as("%d bytes", length).hasValueSatisfying(this::blamesTheFirst);
        }
        Files.delete(first);
        assertThat(flaw()).contains("there is no " + first);
    }

    @Test
    void theLastFileIsLookedAtToo() throws IOException {
        Path last = directory.resolve("CommitLog-8-6.log");
        Files.write(last, new byte[] {0}, StandardOpenOption.APPEND);
        assertThat(flaw())
                .contains(last + " differs from the export, in its beginning or its length");
    }

    @Test
    void whatIsDamagedCannotBeCompared() throws IOException {
        try (ExportedSegments exported = new ExportedSegments(directory)) {
            exported.damage(new Damage(5, 0, 4096, RecoveryCase.A_INTACT, "a bit flipped"));
            read(exported);
            assertThat(exported.flaw()).contains("the journal is damaged: a bit flipped");
        }
    }
}
