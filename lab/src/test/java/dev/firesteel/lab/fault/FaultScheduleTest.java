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
        assertThat(dealt(FaultSchedule.kills(), 7, 1))
                .containsExactly("kill", "kill", "replay", "kill", "kill", "replay", "kill");
    }

    @Test
    void eachFaultComesEquallyOften() {
        List<String> dealt = dealt(FaultSchedule.of(Faults.of(NAMES)), 40, 7);
        for (int i = 0; i < dealt.size(); i += NAMES.size())
            assertThat(dealt.subList(i, i + NAMES.size()))
                    .containsExactlyInAnyOrderElementsOf(NAMES);
    }

    @Test
    void theOrderFollowsFromTheSeed() {
        FaultSchedule deck = FaultSchedule.of(Faults.of(NAMES));
        assertThat(dealt(deck, 40, 7)).isEqualTo(dealt(deck, 40, 7));
        assertThat(dealt(deck, 40, 7)).isNotEqualTo(dealt(deck, 40, 8));
        assertThat(dealt(deck, 8, 7).subList(0, 4)).isNotEqualTo(dealt(deck, 8, 7).subList(4, 8));
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

    private static List<String> dealt(FaultSchedule deck, int cycles, long seed) {
        return IntStream.rangeClosed(1, cycles)
                .mapToObj(cycle -> deck.deal(cycle, seed).name())
                .toList();
    }
}
