// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WriteErrorFaultTest {
    private static final Site SITE = new Site(null, ScratchDisks.none());

    /** Whoever goes on with a campaign is another instance: the turn alone decides. */
    @Test
    void goesThroughEveryPolicyInTurn() {
        List<String> policies = IntStream.range(0, 8).mapToObj(this::policy).toList();
        assertThat(policies.subList(0, 4))
                .containsExactlyInAnyOrder("stop", "stop_commit", "die", "ignore");
        assertThat(policies.subList(4, 8)).isEqualTo(policies.subList(0, 4));
    }

    private String policy(int turn) {
        WriteErrorFault fault = new WriteErrorFault();
        NodeSettings node = CassandraNode.at(Path.of("nowhere"));
        assertThat(fault.arm(node, SITE, turn, new SplittableRandom(1))).isTrue();
        return fault.policy();
    }

    @Test
    void isAmongTheFaultsThatAStockNodeCannotHave() {
        assertThat(Faults.all())
                .filteredOn(Fault::needsJournal)
                .extracting(Fault::name)
                .containsExactlyInAnyOrder("write-error", "points", "hole", "damage");
    }
}
