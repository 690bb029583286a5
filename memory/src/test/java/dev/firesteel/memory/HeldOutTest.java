// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import static dev.firesteel.memory.Budget.MIB;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HeldOutTest {
    private static final Layout LAYOUT =
            new Layout(4096 * MIB, MemtableAllocation.HEAP_BUFFERS, 0, 0, 0, 0, 512 * MIB, 0, 0, 0);
    private static final List<Calibration.Run> CALIBRATED = runs(1024, 16, 64, 256, 16, 1024);

    @Test
    void eachOfAsManyAsThereAreGapsLiesInOne() {
        assertThat(sizes(CALIBRATED, 1024, 3)).containsExactly(32L, 128L, 512L);
    }

    @Test
    void fewerAreSpreadOverTheGaps() {
        assertThat(sizes(CALIBRATED, 1024, 1)).hasSize(1).doesNotContain(16L, 64L, 256L, 1024L);
        assertThat(sizes(CALIBRATED, 1024, 2)).containsExactly(32L, 512L);
        assertThat(sizes(CALIBRATED, 1024, 0)).isEmpty();
    }

    @Test
    void moreShareTheGapsEvenlyByRatio() {
        assertThat(sizes(runs(16, 128, 1024), 1024, 4)).containsExactly(32L, 64L, 256L, 512L);
    }

    @Test
    void noneIsWhatWasCalibratedNorBeyondWhatMayBeTried() {
        for (int count = 0; count < 100; count++)
            assertThat(sizes(CALIBRATED, 300, count))
                    .allMatch(size -> size > 18 && size < 254 && (size < 62 || size > 66))
                    .doesNotHaveDuplicates()
                    .isSorted();
        assertThat(sizes(runs(16, 17, 19), 1024, 2)).isEmpty();
        assertThat(sizes(runs(16, 16, 16), 1024, 2)).isEmpty();
        assertThat(sizes(CALIBRATED, 8, 2)).isEmpty();
    }

    @Test
    void noneIsWhatIsComparedAnyway() {
        Calibration calibration =
                new Calibration("a machine", "5.0.9", "a", LAYOUT, runs(16, 64, 256, 1024));
        List<Long> compared = List.of(128 * MIB, 8 * MIB, 2048 * MIB);
        for (int count = 0; count < 100; count++)
            assertThat(HeldOut.sizes(calibration, compared, 2048 * MIB, count))
                    .allMatch(bytes -> Math.abs(bytes - 128 * MIB) > 2 * MIB)
                    .allMatch(bytes -> bytes > 16 * MIB && bytes < 1024 * MIB);
        assertThat(HeldOut.sizes(calibration, compared, 2048 * MIB, 4))
                .containsExactly(32 * MIB, 91 * MIB, 181 * MIB, 512 * MIB);
    }

    private static List<Long> sizes(List<Calibration.Run> runs, long largestMib, int count) {
        Calibration calibration = new Calibration("a machine", "5.0.9", "a", LAYOUT, runs);
        return HeldOut.sizes(calibration, List.of(), largestMib * MIB, count).stream()
                .map(bytes -> bytes / MIB)
                .toList();
    }

    private static List<Calibration.Run> runs(long... memtablesMib) {
        return LongStream.of(memtablesMib)
                .mapToObj(mib -> new Calibration.Run(mib * MIB, MIB, 1.0, 1.0, 0.5))
                .toList();
    }
}
