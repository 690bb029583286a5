// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the content of four sectors after a power cut, with many seeds. */
class DriveTest {
    private static final int SECTOR = 512;
    private static final int SECTORS = 4;
    private static final int SEEDS = 400;
    private static final int OLD = 0;
    private static final int NEW = 1;

    @TempDir Path directory;

    @Test
    void readsWhatWasWrittenLastWhetherItIsStableOrNot() throws IOException {
        Drive drive = drive(0, false);
        drive.write(0, sectors(1, 2, 3, 4));
        drive.flush();
        drive.write(SECTOR, sectors(7, 8));
        ByteBuffer read = ByteBuffer.allocate(SECTORS * SECTOR);
        drive.read(0, SECTORS * SECTOR, read);
        assertThat(read.array()).isEqualTo(sectors(1, 7, 8, 4));
        ByteBuffer inside = ByteBuffer.allocate(SECTOR);
        drive.read(SECTOR + 100, SECTOR, inside);
        assertThat(inside.array()).startsWith(7).endsWith(8);
    }

    @Test
    void keepsWhatWasFlushedThroughEveryCut() throws IOException {
        for (int seed = 0; seed < SEEDS; seed++) {
            Drive drive = drive(0, true);
            drive.write(0, sectors(1, 1, 1, 1));
            drive.flush();
            drive.cut(List.of(), new Random(seed));
            assertThat(image()).as("seed %d", seed).isEqualTo(sectors(1, 1, 1, 1));
        }
    }

    @Test
    void keepsOrDropsEachSectorThatWasNotFlushedAndTearsNone() throws IOException {
        Set<List<Integer>> outcomes = new HashSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            Drive drive = drive(0, true);
            drive.write(0, sectors(NEW, NEW, NEW, NEW));
            drive.cut(List.of(), new Random(seed));
            outcomes.add(wholeSectors(seed));
        }
        assertThat(outcomes).as("every mixture of four sectors").hasSize(16);
    }

    @Test
    void mayKeepALaterWriteAndDropAnEarlierOne() throws IOException {
        Set<List<Integer>> outcomes = new HashSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            Drive drive = drive(0, true);
            drive.write(0, sectors(NEW));
            drive.write(3 * SECTOR, sectors(NEW));
            drive.cut(List.of(), new Random(seed));
            outcomes.add(wholeSectors(seed));
        }
        assertThat(outcomes).contains(List.of(OLD, OLD, OLD, NEW), List.of(NEW, OLD, OLD, OLD));
    }

    @Test
    void tearsWhatWasInFlightWhereItGarblesAndNowhereElse() throws IOException {
        assertThat(tornWhileInFlight(true)).isPositive();
        assertThat(tornWhileInFlight(false)).isZero();
    }

    private long tornWhileInFlight(boolean garbles) throws IOException {
        long torn = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Drive drive = drive(0, garbles);
            CachedWrite inFlight = new CachedWrite(0, sectors(NEW, NEW, NEW, NEW));
            torn += drive.cut(List.of(inFlight), new Random(seed)).tornSectors();
            if (!garbles) wholeSectors(seed);
        }
        return torn;
    }

    @Test
    void losesFlushedWritesIfItLiesButNoneBeforeTheLastFew() throws IOException {
        Set<List<Integer>> outcomes = new HashSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            Drive drive = drive(2, true);
            for (int sector = 0; sector < SECTORS; sector++) {
                drive.write((long) sector * SECTOR, sectors(NEW));
                drive.flush();
            }
            drive.cut(List.of(), new Random(seed));
            outcomes.add(wholeSectors(seed));
        }
        assertThat(outcomes)
                .containsExactlyInAnyOrder(
                        List.of(NEW, NEW, OLD, OLD),
                        List.of(NEW, NEW, OLD, NEW),
                        List.of(NEW, NEW, NEW, OLD),
                        List.of(NEW, NEW, NEW, NEW));
    }

    private Drive drive(int volatileWrites, boolean garbles) throws IOException {
        Path image = directory.resolve("image");
        Files.deleteIfExists(image);
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(SECTORS * SECTOR);
        }
        return new Drive(new DriveSettings("a", image.toString(), SECTOR, volatileWrites, garbles));
    }

    private byte[] image() throws IOException {
        return Files.readAllBytes(directory.resolve("image"));
    }

    /** Returns the content of each sector; asserts that it is uniform. */
    private List<Integer> wholeSectors(int seed) throws IOException {
        byte[] image = image();
        Integer[] found = new Integer[SECTORS];
        for (int i = 0; i < SECTORS; i++) {
            found[i] = (int) image[i * SECTOR];
            byte[] sector = Arrays.copyOfRange(image, i * SECTOR, (i + 1) * SECTOR);
            assertThat(sector).as("seed %d", seed).containsOnly(found[i].byteValue());
        }
        return List.of(found);
    }

    private static byte[] sectors(int... contents) {
        byte[] bytes = new byte[contents.length * SECTOR];
        for (int i = 0; i < contents.length; i++)
            Arrays.fill(bytes, i * SECTOR, (i + 1) * SECTOR, (byte) contents[i]);
        return bytes;
    }
}
