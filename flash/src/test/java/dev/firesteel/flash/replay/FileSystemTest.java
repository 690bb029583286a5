// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FileSystemTest {
    private static final int PAGE = 4_096;
    private static final Runs NOBODY = (first, pages) -> {};

    private static List<Integer> pages(FileSystem files, Extents file, long from, long count)
            throws DriveFullException {
        List<Integer> found = new ArrayList<>();
        files.write(
                file,
                from,
                count,
                (first, pages) -> {
                    for (int page = first; page < first + pages; page++) found.add(page);
                });
        return found;
    }

    /** Writes random files at random offsets, and compares them with a map of the drive's pages. */
    @ParameterizedTest
    @EnumSource(Allocation.class)
    void noTwoFilesShareAPageAndFreedSpaceComesBack(Allocation allocation)
            throws DriveFullException {
        for (long seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int size = random.nextInt(1, 400);
            FileSystem files = new FileSystem(size, PAGE, allocation);
            List<Extents> living = new ArrayList<>();
            Map<Extents, Map<Long, Integer>> expected = new HashMap<>();
            for (int step = 0; step < 400; step++) {
                if (living.isEmpty() || random.nextInt(5) == 0) living.add(new Extents());
                Extents file = living.get(random.nextInt(living.size()));
                if (random.nextInt(6) == 0) {
                    delete(files, file, expected);
                    living.remove(file);
                } else write(files, file, random, expected.computeIfAbsent(file, f -> map()), size);
                assertThat(pagesInUse(expected.values(), size))
                        .as("pages in use, seed %s, step %s", seed, step)
                        .isEqualTo(files.usedPages());
            }
            for (Extents file : living) files.release(file, NOBODY);
            assertThat(files.usedPages()).isZero();
            assertThat(pages(files, new Extents(), 0, size)).doesNotHaveDuplicates().hasSize(size);
        }
    }

    /** Returns the number of pages of all files; asserts that no page is used twice. */
    private static int pagesInUse(Collection<Map<Long, Integer>> files, int size) {
        BitSet pages = new BitSet(size);
        for (Map<Long, Integer> file : files) {
            for (int page : file.values()) {
                if (page >= size || pages.get(page)) fail("Page %d of %d, twice", page, size);
                pages.set(page);
            }
        }
        return pages.cardinality();
    }

    private static Map<Long, Integer> map() {
        return new HashMap<>();
    }

    private static void write(
            FileSystem files,
            Extents file,
            SplittableRandom random,
            Map<Long, Integer> expected,
            int size) {
        long from = random.nextInt(40);
        int count = random.nextInt(1, 60);
        int used = files.usedPages();
        try {
            List<Integer> found = pages(files, file, from, count);
            assertThat(found).hasSize(count);
            for (int i = 0; i < count; i++) {
                Integer before = expected.put(from + i, found.get(i));
                // A file keeps its pages.
                assertThat(before).isIn(null, found.get(i));
            }
        } catch (DriveFullException e) {
            long missing =
                    count
                            - expected.keySet().stream()
                                    .filter(p -> p >= from && p < from + count)
                                    .count();
            assertThat(missing).isGreaterThan(size - used);
            assertThat(files.usedPages()).isEqualTo(used);
        }
    }

    private static void delete(
            FileSystem files, Extents file, Map<Extents, Map<Long, Integer>> expected) {
        List<Integer> freed = new ArrayList<>();
        files.release(
                file,
                (first, pages) -> {
                    for (int page = first; page < first + pages; page++) freed.add(page);
                });
        Map<Long, Integer> had = expected.remove(file);
        assertThat(freed)
                .containsExactlyInAnyOrderElementsOf(had == null ? List.of() : had.values());
    }

    @Test
    void whatIsWrittenInOrderLiesInOrder() throws DriveFullException {
        FileSystem files = new FileSystem(100, PAGE, Allocation.NEXT_FIT);
        Extents first = new Extents();
        Extents second = new Extents();
        assertThat(pages(files, first, 0, 3)).containsExactly(0, 1, 2);
        assertThat(pages(files, first, 3, 2)).containsExactly(3, 4);
        assertThat(pages(files, second, 0, 2)).containsExactly(5, 6);
        assertThat(first.size()).isOne();
        files.release(first, NOBODY);
        // The hole is long enough, but is behind the current position.
        assertThat(pages(files, new Extents(), 0, 4)).containsExactly(7, 8, 9, 10);
    }

    @Test
    void firstFitUsesFreedPagesSoonest() throws DriveFullException {
        FileSystem files = new FileSystem(100, PAGE, Allocation.FIRST_FIT);
        Extents first = new Extents();
        pages(files, first, 0, 3);
        pages(files, new Extents(), 0, 2);
        files.release(first, NOBODY);
        assertThat(pages(files, new Extents(), 0, 4)).containsExactly(5, 6, 7, 8);
        assertThat(pages(files, new Extents(), 0, 2)).containsExactly(0, 1);
    }

    @Test
    void aFileIsCutIntoPiecesWhereNoRunIsLongEnough() throws DriveFullException {
        FileSystem files = new FileSystem(10, PAGE, Allocation.NEXT_FIT);
        List<Extents> small = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            small.add(new Extents());
            pages(files, small.get(i), 0, 2);
        }
        files.release(small.get(1), NOBODY);
        files.release(small.get(3), NOBODY);
        assertThat(pages(files, new Extents(), 0, 4)).containsExactlyInAnyOrder(2, 3, 6, 7);
    }

    @Test
    void aFullDriveSaysItsSizeAndTheNeed() throws DriveFullException {
        FileSystem files = new FileSystem(256, PAGE, Allocation.NEXT_FIT);
        pages(files, new Extents(), 0, 200);
        assertThatThrownBy(() -> pages(files, new Extents(), 0, 100))
                .isInstanceOf(DriveFullException.class)
                .hasMessage(
                        "the drive has 1 MiB, of which 800 KiB are in use, and 400 KiB more are needed:"
                                + " give a larger one, or less --filling");
        assertThat(pages(files, new Extents(), 0, 56)).hasSize(56);
    }

    @Test
    void withoutFileSystemAnAddressIsWhereItSays() throws DriveFullException {
        RawAddresses raw = new RawAddresses(100, PAGE);
        List<Integer> runs = new ArrayList<>();
        raw.write(new Extents(), 40, 60, (first, pages) -> runs.addAll(List.of(first, pages)));
        assertThat(runs).containsExactly(40, 60);
        assertThat(raw.usedPages()).isEqualTo(100);
        assertThatThrownBy(() -> raw.write(new Extents(), 50, 51, NOBODY))
                .isInstanceOf(DriveFullException.class)
                .hasMessageContaining("at 404 KiB, and the drive ends at 400 KiB");
    }
}
