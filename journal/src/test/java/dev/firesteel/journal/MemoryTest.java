// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.JournalFixture.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests a journal that runs out of memory, in a separate JVM with a small heap. */
class MemoryTest {
    @Test
    void whoWaitsIsToldThoughThereIsNoMemoryLeft() throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(
                                                System.getProperty("java.home"),
                                                "bin",
                                                "java") // owns settings
                                        .toString(),
                                "-XX:MaxDirectMemorySize=8m",
                                "-cp",
                                System.getProperty("java.class.path"), // owns settings
                                MemoryTest.class.getName())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try {
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private static OpenRecord record(PendingAppend append) {
        return ((PendingEntry) append).record();
    }

    /**
     * Fails the write of one record while another is open. Exits with 0 if every callback is
     * called.
     */
    public static void main(String[] args) throws Exception {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        Journal journal = JournalFixture.open(device);
        CountDownLatch release = new CountDownLatch(1);
        device.failAtWrite(1, false);
        device.holdNextWrite(release);
        PendingAppend first = submit(journal);
        List<PendingAppend> others = new ArrayList<>();
        await().until(
                        () -> {
                            others.add(submit(journal));
                            return record(others.get(others.size() - 1)) != record(first);
                        });
        List<ByteBuffer> hoard = hoard();
        CountDownLatch told = new CountDownLatch(others.size());
        for (PendingAppend each : others) each.whenSettled(failure -> told.countDown());
        release.countDown();
        boolean all = told.await(20, TimeUnit.SECONDS) && !hoard.isEmpty();
        System.exit(all ? 0 : 1); // owns exit
    }

    private static PendingAppend submit(Journal journal) throws JournalException {
        return journal.submit(bytes("an entry"), (segment, offset) -> {});
    }

    private static List<ByteBuffer> hoard() {
        List<ByteBuffer> hoard = new ArrayList<>();
        for (int bytes = 1 << 20; bytes >= 512; )
            try {
                hoard.add(ByteBuffer.allocateDirect(bytes));
            } catch (OutOfMemoryError e) {
                bytes /= 2;
            }
        return hoard;
    }
}
