// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReplaySettingsTest {
    private static final long GIB = 1 << 30;

    @Test
    void writesTheSameRowsInEveryModeAboutAsManyAsFillTheLog() {
        ReplaySettings settings = settings(List.of(Mode.BATCH), GIB, Map.of());
        long bytes = settings.rows() * settings.row().loggedBytes();
        assertThat((double) bytes).isCloseTo(GIB, within(2000.0)).isGreaterThanOrEqualTo(GIB);
    }

    @Test
    void leavesRoomForEverythingInMemory() {
        ServerSettings server = settings(List.of(Mode.BATCH), GIB, Map.of()).server();
        assertThat(server.memtableBytes()).isEqualTo(2 * GIB);
        assertThat(server.yaml()).containsEntry("write_request_timeout", "20s");
    }

    @Test
    void letsTheUserSayOtherwise() {
        Map<String, String> yaml = Map.of("write_request_timeout", "3s");
        assertThat(settings(List.of(Mode.BATCH), GIB, yaml).server().yaml()).isEqualTo(yaml);
    }

    /** Their logs may lack acknowledged writes, so a replay cannot be checked against them. */
    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"NONE", "PERIODIC"})
    void refusesModesThatAreNotDurable(Mode mode) {
        assertThatThrownBy(() -> settings(List.of(Mode.BATCH, mode), GIB, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(mode.title() + ", whose log may lack");
    }

    @Test
    void refusesALogThatIsTooSmallToMeasure() {
        assertThatThrownBy(() -> settings(List.of(Mode.BATCH), 1000, Map.of()))
                .hasMessage("--log must be at least 1MiB, not 1000 bytes");
    }

    private static ReplaySettings settings(
            List<Mode> modes, long logBytes, Map<String, String> yaml) {
        return new ReplaySettings(
                Path.of("bench"),
                Path.of("agent.jar"),
                modes,
                1,
                null,
                logBytes,
                new RowSize(10, 100),
                new ServerSettings("127.0.41.2", GIB, 0, "latest", yaml));
    }
}
