// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FaultScheduleTest {
    private static final List<String> NAMES = List.of("kill", "pause", "replay", "damage");

    @Test
    void killsAreFollowedByAnotherInReplayEveryThirdTime() {
        assertThat(faults(FaultSchedule.kills(), 7, 1))
                .containsExactly("kill", "kill", "replay", "kill", "kill", "replay", "kill");
    }

    @Test
    void eachFaultComesEquallyOften() {
        List<String> faults = faults(FaultSchedule.of(Faults.of(NAMES)), 40, 7);
        for (int i = 0; i < faults.size(); i += NAMES.size())
            assertThat(faults.subList(i, i + NAMES.size()))
                    .containsExactlyInAnyOrderElementsOf(NAMES);
    }

    @Test
    void theOrderFollowsFromTheSeed() {
        FaultSchedule schedule = FaultSchedule.of(Faults.of(NAMES));
        assertThat(faults(schedule, 40, 7)).isEqualTo(faults(schedule, 40, 7));
        assertThat(faults(schedule, 40, 7)).isNotEqualTo(faults(schedule, 40, 8));
        assertThat(faults(schedule, 8, 7).subList(0, 4))
                .isNotEqualTo(faults(schedule, 8, 7).subList(4, 8));
    }

    @Test
    void allIsEveryFaultOnce() {
        assertThat(Faults.of(List.of("all")))
                .extracting(Fault::name)
                .doesNotHaveDuplicates()
                .hasSameSizeAs(Faults.all());
    }

    @Test
    void anUnknownNameIsAnsweredWithTheKnownOnes() {
        assertThatThrownBy(() -> Faults.of(List.of("kill", "flood")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no fault 'flood'")
                .hasMessageContaining("kill, replay, pause");
    }

    private static List<String> faults(FaultSchedule schedule, int cycles, long seed) {
        return IntStream.rangeClosed(1, cycles)
                .mapToObj(cycle -> schedule.ofCycle(cycle, seed).name())
                .toList();
    }
}
