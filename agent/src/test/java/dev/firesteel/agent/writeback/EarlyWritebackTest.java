// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.writeback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.LastErrorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EarlyWritebackTest {
    private static final int MIB = 1 << 20;

    private final List<String> begun = new ArrayList<>();
    private final EarlyWriteback writeback =
            new EarlyWriteback(
                    100, (file, offset, bytes) -> begun.add(file + " " + offset + " " + bytes));

    @Test
    void beginsEachStepOnceItIsWhole() {
        writeback.grown("a", 0, 99);
        assertThat(begun).isEmpty();
        writeback.grown("a", 99, 100);
        writeback.grown("a", 100, 199);
        writeback.grown("a", 199, 420);
        assertThat(begun).containsExactly("a 0 100", "a 100 300");
    }

    @Test
    void whoWritesGoesOnIfTheKernelRefuses() {
        EarlyWriteback refused =
                new EarlyWriteback(
                        100,
                        (file, offset, bytes) -> {
                            begun.add(file);
                            throw new LastErrorException(38);
                        });
        refused.grown("a", 0, 100);
        refused.grown("b", 0, 100);
        assertThat(begun).containsExactly("a", "b");
    }

    @Test
    void theKernelWritesThatPartAndNotTheRest(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("sstable");
        Files.write(file, new byte[4 * MIB]);
        assumeTrue(PageCache.dirtyPages(file, 0, MIB) > 0, "files here are not written back");
        Kernel.startWriteback(file.toString(), MIB, 2 * MIB);
        assertThat(PageCache.dirtyPages(file, MIB, 2 * MIB)).isZero();
        assertThat(PageCache.dirtyPages(file, 0, MIB)).isPositive();
        assertThat(PageCache.dirtyPages(file, 3 * MIB, MIB)).isPositive();
    }
}
