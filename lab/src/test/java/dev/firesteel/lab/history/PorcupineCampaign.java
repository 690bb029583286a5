// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares our checker with porcupine, an independent one. Needs Go. */
class PorcupineCampaign {
    private static final int HISTORIES = 20_000;

    @TempDir Path directory;

    @Test
    void agreesWithOurs() throws Exception {
        List<Long> violated = write();
        Path judge = directory.resolve("judge");
        run(Path.of("src/test/porcupine"), "go", "build", "-o", judge.toString(), ".");
        assertThat(violated).hasSizeBetween(HISTORIES / 50, HISTORIES / 50 * 49);
        assertThat(run(directory, judge.toString(), "."))
                .isEqualTo(
                        HISTORIES
                                + " histories, not linearizable: "
                                + violated.toString().replace(",", "")
                                + "\n");
    }

    /** Writes histories to the directory. Returns the registers that we find violated. */
    private List<Long> write() throws IOException {
        List<HistoryLog> logs = new ArrayList<>();
        for (int i = 0; i < RandomHistories.MOST_CLIENTS; i++)
            logs.add(HistoryLog.create(i, directory.resolve("run-1-%d.jsonl".formatted(i))));
        SplittableRandom random = new SplittableRandom(5_302);
        List<Long> violated = new ArrayList<>();
        for (long key = 1; key <= HISTORIES; key++) {
            List<Operation> history =
                    RandomHistories.draw(random, key, key * RandomHistories.LENGTH);
            for (Operation each : history) logs.get(each.client()).add(each);
            if (Linearizability.violation(history).isPresent()) violated.add(key);
        }
        for (HistoryLog each : logs) each.close();
        return violated;
    }

    private static String run(Path directory, String... words) throws Exception {
        Process process =
                new ProcessBuilder(words)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
