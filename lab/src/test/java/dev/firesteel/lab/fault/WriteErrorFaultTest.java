// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WriteErrorFaultTest {
    private static final Duration LONG = Duration.ofDays(1);
    private static final Path LOG = Path.of("system.log");
    private static final FaultTargets SITE = new FaultTargets(null, ScratchDisks.none());

    /** A resumed campaign has another instance: only the turn decides. */
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
    void tellsWhatBecameOfWrites() throws Exception {
        assertThat(WriteErrorFault.fate(new TestLoad(true, false, LONG), LOG)).isEqualTo("refused");
        assertThat(WriteErrorFault.fate(new TestLoad(true, false, Duration.ZERO), LOG))
                .isEqualTo("refused");
        assertThat(WriteErrorFault.fate(new TestLoad(false, false, Duration.ZERO), LOG))
                .isEqualTo("cut off");
    }

    /** Found by a campaign: writers that have lost their node do not end at once. */
    @Test
    void writersThatAreAboutToEndAreCutOff() throws Exception {
        Load ending = new TestLoad(false, false, Duration.ofMillis(100));
        assertThat(WriteErrorFault.fate(ending, LOG)).isEqualTo("cut off");
    }

    @Test
    void findsAWriteThatIsAcknowledgedAfterARefusal() {
        assertThatThrownBy(() -> WriteErrorFault.fate(new TestLoad(true, true, LONG), LOG))
                .isInstanceOf(FindingException.class)
                .hasMessageContaining("acknowledged after the journal had failed");
    }

    @Test
    void findsThatWritesGoOnAsIfNothingHadHappened() {
        assertThatThrownBy(() -> WriteErrorFault.fate(new TestLoad(false, false, LONG), LOG))
                .isInstanceOf(FindingException.class)
                .hasMessageContainingAll("none was refused within 30 s", "system.log");
    }

    @Test
    void isAmongTheFaultsThatAStockNodeCannotHave() {
        assertThat(Faults.all())
                .filteredOn(Fault::needsJournal)
                .extracting(Fault::name)
                .containsExactlyInAnyOrder("write-error", "points", "hole", "damage");
    }
}
