// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.lab.fault.Fault;
import dev.firesteel.lab.fault.FaultTargets;
import dev.firesteel.lab.fault.Faults;
import dev.firesteel.lab.fault.ScratchDisks;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the record that a fault leaves of its effect. */
class CycleContextTest {
    private static final Fault FAULT = Faults.of(List.of("points")).get(0);

    private final CycleContext context =
            new CycleContext(
                    1,
                    7,
                    new CampaignSettings(
                            Path.of("nowhere"),
                            1,
                            1,
                            LedgerLoad.ofRows(LedgerShape.ofKeys(9), 1, 0, 1),
                            1,
                            2,
                            "127.0.12.8",
                            "9M"),
                    new FaultTargets(null, ScratchDisks.none()),
                    new CampaignProcesses(),
                    new StruckNodes(
                            List.of(
                                    new CampaignNode(
                                            Path.of("nowhere"), new StockTarget(), "127.0.12.8")),
                            false,
                            node -> node.settings("9M", "127.0.12.8")),
                    System::nanoTime);

    @Test
    void aFaultStruckUnlessItSaysThatItMissed() {
        context.note("Journal.replay, line 7, time 1");
        assertThat(context.kill(FAULT).struck()).isTrue();
    }

    @Test
    void aFaultThatMissedOnceDidNotStrikeAsItShould() {
        context.miss("not 7 times at a line of SlotTable.write");
        context.note("Journal.replay, line 7, time 1");
        assertThat(context.kill(FAULT).struck()).isFalse();
        assertThat(context.kill(FAULT).effect())
                .isEqualTo(
                        "not 7 times at a line of SlotTable.write; Journal.replay, line 7, time 1");
    }
}
