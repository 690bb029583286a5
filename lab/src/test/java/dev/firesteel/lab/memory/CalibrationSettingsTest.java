// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.lab.bench.Mode;
import dev.firesteel.memory.Layout;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalibrationSettingsTest {
    private static final Path HERE = Path.of("here");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1536|firesteel|a|3|2|--runs must be at least --levels, 3, not 2",
                "1536|firesteel|a|2|2|at least 3 levels are needed, not 2",
                "1536|firesteel|write|3|3|--workload write inserts new rows: give update, which"
                        + " updates existing rows",
                "1536|none|a|3|3|--mode none has no commit log: give another mode",
            })
    void whatCannotBeMeasuredIsRefused(
            long mebibytes, String mode, String workload, int levels, int runs, String problem) {
        Layout layout = Settings.layout(mebibytes);
        assertThatThrownBy(
                        () ->
                                Settings.with(
                                        HERE, HERE, Mode.of(mode), layout, workload, levels, runs))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(problem);
    }

    @Test
    void aBudgetInWhichNoNodeStartsIsRefused() {
        Layout layout = Settings.layout(512);
        assertThatThrownBy(() -> Settings.with(HERE, HERE, Mode.FIRESTEEL, layout, "a", 3, 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("no node could start with 512 MiB: ");
    }

    private static TrialSettings limited(TrialSettings of, int iops) {
        return new TrialSettings(
                of.directory(),
                of.agent(),
                of.mode(),
                of.address(),
                of.workload(),
                of.keys(),
                of.records(),
                of.row(),
                of.clients(),
                of.warmUpSeconds(),
                of.seconds(),
                iops,
                of.keepsData());
    }

    @Test
    void keysRowsAndTheDriveAreTold() {
        Properties properties =
                Settings.trial("127.0.43.10", HERE, HERE, Mode.FIRESTEEL, "95/5", Keys.ZIPFIAN)
                        .properties(2);
        assertThat(properties)
                .containsEntry("requestdistribution", "zipfian")
                .containsEntry("readproportion", "0.95")
                .containsEntry("updateproportion", "0.05")
                .containsEntry("recordcount", "10000")
                .containsEntry("operationcount", "200000")
                .containsEntry("fieldlength", "100");
        TrialSettings fast =
                Settings.trial("127.0.43.10", HERE, HERE, Mode.FIRESTEEL, "a", Keys.ZIPFIAN);
        assertThat(fast.words()).endsWith(" 2 s after a warm-up of 1");
        assertThat(limited(fast, 3_000).words())
                .isEqualTo(fast.words() + ", a drive limited to 3000 IOPS");
        assertThatThrownBy(() -> limited(fast, -1)).hasMessage("--iops must be at least 0, not -1");
        assertThatThrownBy(() -> Keys.of("hot"))
                .hasMessage("keys are chosen zipfian, true-zipfian or uniform, not hot");
    }
}
