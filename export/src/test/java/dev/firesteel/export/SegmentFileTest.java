// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentFileTest {
    private static final int VERSION = 8;
    private static final long ID = 1_763_800_000_123L;
    private static final int FIRST = 28;
    private static final int OVERHEAD = 12;

    @TempDir Path directory;

    private Path path() {
        return directory.resolve("CommitLog-" + VERSION + "-" + ID + ".log");
    }

    private SegmentFile create() throws IOException {
        return new SegmentFile(
                FileChannel.open(
                        path(),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE),
                VERSION,
                ID);
    }

    private static void put(SegmentFile file, int start, byte[] mutation) throws IOException {
        file.entry(start, start + mutation.length + OVERHEAD, ByteBuffer.wrap(mutation));
    }

    private static byte[] mutation(int bytes, Random random) {
        byte[] mutation = new byte[bytes];
        random.nextBytes(mutation);
        return mutation;
    }

    /** Another program computed the checksums. */
    @Test
    void beginsAsAFileOfCassandrasDoes() throws IOException {
        try (SegmentFile file =
                new SegmentFile(
                        FileChannel.open(
                                path(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        7,
                        2)) {
            put(file, FIRST, new byte[17]);
            file.finish();
            assertThat(file.bytes()).isEqualTo(57);
        }
        assertThat(HexFormat.of().formatHex(Files.readAllBytes(path())))
                .isEqualTo(
                        "00000007"
                                + "0000000000000002"
                                + "0002"
                                + "7b7d"
                                + "458d0044"
                                + "00000039"
                                + "4ff93a94"
                                + "00000011"
                                + "4bf4ffee"
                                + "00".repeat(17)
                                + "80f52f72");
    }

    @Test
    void putsEntriesWhereTheyWereInTheJournal() throws IOException {
        byte[] small = mutation(17, new Random(1));
        byte[] large = mutation(5 << 20, new Random(2));
        try (SegmentFile file = create()) {
            put(file, FIRST, small);
            put(file, 57, large);
            put(file, 57 + large.length + OVERHEAD, small);
            file.finish();
            assertThat(file.fillers()).isZero();
        }
        StockReader reader = StockReader.read(path());
        assertThat(reader.entries)
                .extracting(StockReader.Entry::start)
                .containsExactly(FIRST, 57, 57 + large.length + OVERHEAD);
        assertThat(reader.entries)
                .extracting(StockReader.Entry::mutation)
                .containsExactly(
                        ByteBuffer.wrap(small), ByteBuffer.wrap(large), ByteBuffer.wrap(small));
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                29, 30, 1000, 65_535, 65_536, 65_537, 65_564, 65_565, 131_072, 131_073, 3_000_000
            })
    void fillsHolesWithMutationsOfNoTable(int hole) throws IOException {
        byte[] mutation = mutation(100, new Random(hole));
        try (SegmentFile file = create()) {
            put(file, FIRST + hole, mutation);
            file.finish();
            assertThat(file.fillers()).isEqualTo(StockReader.read(path()).fillers().size());
        }
        StockReader reader = StockReader.read(path());
        assertThat(reader.fillers()).isNotEmpty();
        assertThat(reader.fillers()).allMatch(filler -> filler.mutation().remaining() <= 65_536);
        assertThat(reader.mutations())
                .singleElement()
                .satisfies(entry -> assertThat(entry.start()).isEqualTo(FIRST + hole))
                .satisfies(
                        entry -> assertThat(entry.mutation()).isEqualTo(ByteBuffer.wrap(mutation)));
    }

    @Test
    void readsBackWhateverWasWritten() throws IOException {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<StockReader.Entry> written = new ArrayList<>();
            try (SegmentFile file = create()) {
                int end = FIRST;
                for (int i = random.nextInt(60); i >= 0; i--) {
                    boolean isHole = random.nextInt(3) == 0;
                    int start = end + (isHole ? 29 + size(random) : 0);
                    byte[] mutation = mutation(17 + size(random), random);
                    put(file, start, mutation);
                    end = start + mutation.length + OVERHEAD;
                    written.add(new StockReader.Entry(start, end, ByteBuffer.wrap(mutation)));
                }
                file.finish();
                assertThat(file.bytes()).as("seed %d", seed).isEqualTo(end);
            }
            StockReader reader = StockReader.read(path());
            assertThat(reader.mutations()).as("seed %d", seed).isEqualTo(written);
            assertThat(Files.size(path())).isEqualTo(written.get(written.size() - 1).end());
        }
    }

    /** Returns a size, mostly small, sometimes larger than the buffer. */
    private static int size(Random random) {
        return random.nextInt(1 << random.nextInt(random.nextInt(20) == 0 ? 22 : 13));
    }

    @Test
    void refusesWhatNoFileOfCassandrasCanHold() throws IOException {
        byte[] mutation = new byte[20];
        try (SegmentFile file = create()) {
            for (int start : new int[] {0, FIRST - 1, FIRST + 1, FIRST + 28})
                assertThatThrownBy(() -> put(file, start, mutation))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("is not Cassandra's");
            assertThatThrownBy(() -> put(file, FIRST, new byte[16]))
                    .hasMessageContaining("of 16 bytes");
            assertThatThrownBy(() -> file.entry(FIRST, FIRST + 20, ByteBuffer.wrap(mutation)))
                    .isInstanceOf(IOException.class);
            put(file, FIRST, mutation);
            assertThatThrownBy(() -> put(file, FIRST, mutation)).hasMessageContaining("-32 after");
        }
    }
}
