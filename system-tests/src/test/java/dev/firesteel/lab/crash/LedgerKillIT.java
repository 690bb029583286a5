// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests kills of the ledger's own process while it writes. */
class LedgerKillIT {
    private static final LedgerShape SHAPE = LedgerShape.ofKeys(1_000);
    private static final int RUNS = 5;

    @TempDir Path directory;

    @Test
    void keepsEveryAttemptThatMayHaveBeenSentThroughKillsOfItsOwnProcess() throws Exception {
        long attempts = 0;
        for (int run = 1; run <= RUNS; run++) {
            killWhileItWrites(directory.resolve("run-" + run + "-0.log"));
            try (Ledger ledger = Ledger.open(directory, SHAPE)) {
                assertThat(ledger.attempts()).isGreaterThan(attempts);
                // With one thread, at most one attempt of each run lacks its acknowledgement.
                assertThat(ledger.attempts() - ledger.acknowledgements()).isBetween(0L, (long) run);
                attempts = ledger.attempts();
            }
        }
    }

    private void killWhileItWrites(Path log) throws IOException {
        Process writer =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Writer.class.getName(),
                                directory.toString())
                        .inheritIO()
                        .start();
        try {
            await().atMost(Duration.ofMinutes(1))
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> Files.exists(log) && Files.size(log) > 100_000);
        } finally {
            writer.destroyForcibly();
            writer.onExit().join();
        }
        assertThat(writer.exitValue()).isEqualTo(137);
    }

    /** Writes as the ledger's process does with a node that answers at once. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) throws IOException {
            try (Ledger ledger = Ledger.open(Path.of(arguments[0]), SHAPE)) {
                List<LedgerLog> logs = ledger.beginRun(1);
                KeyChoice choice = new KeyChoice(ledger.state(), 0, 1, 0.5, 1);
                while (true) write(ledger.state(), logs.get(0), choice.next());
            }
        }

        private static void write(LedgerState state, LedgerLog log, int key) throws IOException {
            long seq = state.attempted(key) + 1;
            log.attempt(key, seq);
            state.attempt(key, seq);
            log.acknowledge(key, seq);
        }
    }
}
