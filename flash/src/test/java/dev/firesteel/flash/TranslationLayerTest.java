// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TranslationLayerTest {
    private static final int STREAMS = 3;

    /** Media that reject operations impossible on flash, and record their content. */
    private static final class CheckedMedia implements Media {
        private final DriveGeometry geometry;
        private final int[] written;
        private final int[] content;
        private long erases;

        private CheckedMedia(DriveGeometry geometry) {
            this.geometry = geometry;
            written = new int[geometry.blocks()];
            content = new int[geometry.physicalPages()];
            Arrays.fill(content, -1);
        }

        @Override
        public void program(int page, int logicalPage) {
            int block = page / geometry.pagesPerBlock();
            assertThat(page % geometry.pagesPerBlock()).isEqualTo(written[block]++);
            content[page] = logicalPage;
        }

        @Override
        public void erase(int block) {
            assertThat(written[block]).isEqualTo(geometry.pagesPerBlock());
            written[block] = 0;
            int from = block * geometry.pagesPerBlock();
            Arrays.fill(content, from, from + geometry.pagesPerBlock(), -1);
            erases++;
        }
    }

    private static VictimPolicy.Factory policy(String name) {
        return Victims.of(name, List.of(0.2, 0.3, 0.5), 7);
    }

    /** Tests drives of every shape with all operations, and compares them page by page. */
    @ParameterizedTest
    @ValueSource(
            strings = {"fifo", "greedy", "cost-benefit", "1-choices", "3-choices", "per-stream"})
    void noPageIsLostOrDoubledWhateverThePolicy(String victims) {
        SplittableRandom random = new SplittableRandom(11);
        for (int drives = 0; drives < 300; drives++) {
            DriveGeometry geometry = draw(random);
            CheckedMedia media = new CheckedMedia(geometry);
            TranslationLayer drive =
                    new TranslationLayer(geometry, STREAMS, policy(victims), media);
            boolean[] isWritten = new boolean[geometry.logicalPages()];
            int steps = geometry.physicalPages() * 10;
            for (int step = 0; step < steps; step++) {
                int page = random.nextInt(isWritten.length);
                isWritten[page] = random.nextInt(10) > 0;
                if (isWritten[page]) drive.write(page, random.nextInt(STREAMS));
                else drive.trim(page);
                if (step % 97 == 0) check(drive, media, isWritten);
            }
            check(drive, media, isWritten);
        }
    }

    private static DriveGeometry draw(SplittableRandom random) {
        int blocks = random.nextInt(STREAMS + 3, 40);
        int pages = random.nextInt(1, 20);
        int reserve = random.nextInt(1, blocks - STREAMS - 1);
        int room = (blocks - reserve - STREAMS) * pages;
        return new DriveGeometry(blocks, pages, random.nextInt(1, Math.max(2, room)), reserve);
    }

    private static void check(TranslationLayer drive, CheckedMedia media, boolean[] isWritten) {
        Set<Integer> places = new HashSet<>();
        for (int page = 0; page < isWritten.length; page++) {
            int place = drive.place(page);
            assertThat(place >= 0).isEqualTo(isWritten[page]);
            if (place < 0) continue;
            assertThat(places.add(place)).isTrue();
            assertThat(media.content[place]).isEqualTo(page);
        }
        assertThat(Arrays.stream(drive.erases()).asLongStream().sum()).isEqualTo(media.erases);
    }

    @Test
    void whatIsOverwrittenInOrderMovesNothing() {
        DriveGeometry geometry = new DriveGeometry(16, 8, 80, 2);
        TranslationLayer drive = new TranslationLayer(geometry, 1, policy("greedy"), Media.UNSEEN);
        for (int i = 0; i < 8_000; i++) drive.write(i % 80, 0);
        assertThat(drive.hostWrites()).isEqualTo(8_000);
        assertThat(drive.moves()).isZero();
        assertThat(Arrays.stream(drive.erases()).boxed())
                .allSatisfy(each -> assertThat(each).isBetween(61, 63));
    }

    /** Two files alternate: in separate blocks each dies as a whole, in shared ones it does not. */
    @Test
    void streamsKeepApartWhatDiesApart() {
        DriveGeometry geometry = new DriveGeometry(40, 16, 400, 1);
        assertThat(movesOfTwoFiles(geometry, 2)).isZero();
        assertThat(movesOfTwoFiles(geometry, 1)).isPositive();
    }

    private static long movesOfTwoFiles(DriveGeometry geometry, int streams) {
        TranslationLayer drive =
                new TranslationLayer(geometry, streams, policy("greedy"), Media.UNSEEN);
        for (int round = 0; round < 2_000; round++) {
            drive.write(round % 368, 0); // lives for 368 rounds
            drive.write(368 + round % 32, streams - 1); // lives for 32
        }
        return drive.moves();
    }

    @Test
    void whatIsTrimmedIsNotMoved() {
        DriveGeometry geometry = new DriveGeometry(20, 8, 120, 1);
        assertThat(movesOfFiles(geometry, false)).isPositive();
        assertThat(movesOfFiles(geometry, true)).isZero();
    }

    /** Returns the moves for files of a block each; at most 8 of 15 are alive. */
    private static long movesOfFiles(DriveGeometry geometry, boolean trims) {
        TranslationLayer drive = new TranslationLayer(geometry, 1, policy("greedy"), Media.UNSEEN);
        SplittableRandom random = new SplittableRandom(3);
        List<Integer> free = new ArrayList<>();
        List<Integer> live = new ArrayList<>();
        for (int file = 0; file < 15; file++) free.add(file);
        for (int round = 0; round < 500; round++) {
            int file = free.remove(random.nextInt(free.size()));
            live.add(file);
            for (int page = 0; page < 8; page++) drive.write(file * 8 + page, 0);
            if (live.size() < 8) continue;
            int dead = live.remove(random.nextInt(live.size()));
            free.add(dead);
            for (int page = 0; trims && page < 8; page++) drive.trim(dead * 8 + page);
            // Write one page of a living file again, so that files do not align with blocks.
            if (round % 7 == 0) drive.write(live.get(0) * 8, 0);
        }
        return drive.moves();
    }

    @Test
    void whatCannotBeBuiltIsRefused() {
        assertThatThrownBy(() -> new DriveGeometry(0, 1, 1, 1))
                .isInstanceOf(ImpossibleGeometryException.class)
                .hasMessage("blocks must be at least 1, not 0");
        assertThatThrownBy(() -> new DriveGeometry(1 << 20, 1 << 11, 1, 1))
                .isInstanceOf(ImpossibleGeometryException.class)
                .hasMessageContaining("more than 2^31 - 1 pages");
        DriveGeometry tight = new DriveGeometry(10, 4, 28, 1);
        assertThat(new TranslationLayer(tight, 1, policy("fifo"), Media.UNSEEN)).isNotNull();
        assertThatThrownBy(() -> new TranslationLayer(tight, 2, policy("fifo"), Media.UNSEEN))
                .isInstanceOf(ImpossibleGeometryException.class)
                .hasMessage(
                        "28 logical pages leave no spare: without 1 in reserve and 2 being written,"
                                + " 10 blocks of 4 pages have 28");
    }

    @Test
    void aPageOrStreamThatIsNotThereIsRefused() {
        DriveGeometry geometry = new DriveGeometry(10, 4, 20, 1);
        TranslationLayer drive = new TranslationLayer(geometry, 1, policy("fifo"), Media.UNSEEN);
        drive.write(0, 0);
        assertThatThrownBy(() -> drive.write(20, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> drive.write(0, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(drive.place(0)).isNotNegative();
    }
}
