// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.firesteel.lab.fuse.FuseError;
import dev.firesteel.lab.fuse.Libc;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class FileSpaceTest {
    private static final int PAGE = 4_096;
    private static final int PAGES = 16_384;
    private static final long SHORT = 2;

    private final FileSpace space = space(Placing.LINUX4);
    private final TreeFile file = new TreeFile(2, false);
    private final TreeFile other = new TreeFile(3, false);

    private static FileSpace space(Placing placing) {
        DriveModel model = new DriveModel("slc", null, null, 1, 1, 1);
        return new FileSpace(
                new FileDriveSettings(
                        "a", "/mount", "/files", (long) PAGES * PAGE, model, placing));
    }

    private DriveClock start() {
        space.startClock(List.of(file, other), () -> 0);
        return Objects.requireNonNull(space.clock());
    }

    private List<PageRun> allocated(TreeFile of, long offset, long bytes) throws FuseError {
        space.allocate(of, offset, bytes);
        return space.find(of, offset, bytes);
    }

    @Test
    void allocatesEveryPageThatAWriteTouchesOnce() throws Exception {
        assertThat(allocated(file, PAGE - 1, 2)).containsExactly(new PageRun(0, 2));
        assertThat(allocated(file, 0, 3 * PAGE)).containsExactly(new PageRun(0, 3));
        assertThat(allocated(other, 0, 1)).containsExactly(new PageRun(3, 1));
        assertThat(allocated(file, 3 * PAGE, 1)).containsExactly(new PageRun(4, 1));
        assertThat(space.find(file, 0, 100 * PAGE))
                .containsExactly(new PageRun(0, 3), new PageRun(4, 1));
        assertThat(space.find(file, 4 * PAGE, PAGE)).isEmpty();
        assertThat(space.freePages()).isEqualTo(PAGES - 5);
    }

    @Test
    void refusesWhatHasNoRoomAndKeepsTheRest() throws Exception {
        space.allocate(file, 0, (PAGES - 1L) * PAGE);
        assertThatThrownBy(() -> space.allocate(other, 0, 2 * PAGE))
                .isInstanceOfSatisfying(
                        FuseError.class, e -> assertThat(e.number()).isEqualTo(Libc.ENOSPC));
        assertThat(space.freePages()).isEqualTo(1);
        space.release(file);
        assertThat(space.freePages()).isEqualTo(PAGES);
        assertThat(allocated(other, 0, 2 * PAGE)).hasSize(1);
    }

    @Test
    void freesThePagesBehindTheEndOfAFile() throws Exception {
        space.allocate(file, 0, 5 * PAGE);
        space.truncate(file, 2 * PAGE + 1);
        assertThat(space.find(file, 0, 5 * PAGE)).containsExactly(new PageRun(0, 3));
        assertThat(space.freePages()).isEqualTo(PAGES - 3);
        DriveClock clock = start();
        space.truncate(file, 1);
        space.truncate(file, PAGE);
        assertThat(space.freePages()).isEqualTo(PAGES - 1);
        space.truncate(file, 0);
        assertThat(space.find(file, 0, PAGE)).isEmpty();
        assertThat(clock.report("a").hostPages()).isZero();
    }

    @Test
    void refusesFilesThatDoNotFit() {
        assertThatThrownBy(() -> space.adopt(file, (PAGES + 1L) * PAGE))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "the files in /files need more than the 67,108,864 bytes of the drive: give a larger size=");
    }

    @Test
    void countsPagesInTheStreamOfTheirFile() throws Exception {
        DriveClock clock = start();
        assertThat(space.lacksStream(file)).isTrue();
        space.place(file, SHORT);
        assertThat(space.lacksStream(file)).isFalse();
        space.written(file, allocated(file, 0, 3 * PAGE));
        space.written(other, allocated(other, 0, PAGE));
        assertThat(space.report(2).streamPages())
                .containsExactly(
                        entry("none", 1L),
                        entry("short", 3L),
                        entry("medium", 0L),
                        entry("long", 0L),
                        entry("extreme", 0L));
        assertThat(space.report(2).unreadHints()).isEqualTo(2);
        assertThat(clock.report("a").hostPages()).isZero();
        space.place(file, HintProcess.UNKNOWN); // keeps its last
        assertThat(space.stream(file)).isEqualTo(1);
        space.place(other, HintProcess.UNKNOWN);
        assertThat(space.stream(other)).isZero();
    }
}
