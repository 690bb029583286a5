// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class TraceTest {
    private static final String HERE = "127.0.0.3";
    private static final String THERE = "127.0.0.1";
    private static final Offset<Double> EXACT = within(1e-9);

    private static final List<TraceEvent> WRITE =
            List.of(
                    new TraceEvent("Determining replicas for mutation", HERE, 100),
                    new TraceEvent("Appending to commitlog", HERE, 200),
                    new TraceEvent("Adding to probe memtable", HERE, 210),
                    new TraceEvent(
                            "Sending MUTATION_REQ message to /127.0.0.1:7000 message size 120 bytes",
                            HERE,
                            250),
                    new TraceEvent("MUTATION_REQ message received from /127.0.0.3:7000", THERE, 20),
                    new TraceEvent("Appending to commitlog", THERE, 120),
                    new TraceEvent("Adding to probe memtable", THERE, 140),
                    new TraceEvent("Enqueuing response to /127.0.0.3:7000", THERE, 220),
                    new TraceEvent(
                            "Sending MUTATION_RSP message to /127.0.0.3:7000 message size 30 bytes",
                            THERE,
                            320),
                    new TraceEvent(
                            "MUTATION_RSP message received from /127.0.0.1:7000", HERE, 850));

    private static final List<TraceEvent> READ =
            List.of(
                    new TraceEvent("reading data from /127.0.0.1:7000", HERE, 90),
                    new TraceEvent(
                            "Sending READ_REQ message to /127.0.0.1:7000 message size 99 bytes",
                            HERE,
                            100),
                    new TraceEvent("READ_REQ message received from /127.0.0.3:7000", THERE, 10),
                    new TraceEvent("Executing single-partition query on probe", THERE, 60),
                    new TraceEvent("Enqueuing response to /127.0.0.3:7000", THERE, 150),
                    new TraceEvent(
                            "Sending READ_RSP message to /127.0.0.3:7000 message size 50 bytes",
                            THERE,
                            200),
                    new TraceEvent("READ_RSP message received from /127.0.0.1:7000", HERE, 500));

    private static Trace trace(List<TraceEvent> events) {
        return new Trace(events, HERE, 0.9, 1.3);
    }

    @Test
    void halfOfWhatARoundTripTookBesideTheReplicaIsEachWay() {
        // Of 0.6 ms, the replica took 0.3, which leaves 0.15 each way.
        TracedWrite write = trace(WRITE).write(2).orElseThrow();
        assertThat(write.applied()).containsOnlyKeys(HERE, THERE);
        assertThat(write.applied().get(THERE)).isEqualTo(0.25 + 0.15 + 0.12, EXACT);
        assertThat(write.applied().get(HERE)).isEqualTo(0.21, EXACT);
        assertThat(write.acknowledged()).containsExactly(0.21, 0.85);
        assertThat(write.restMillis()).isEqualTo(0.05, EXACT);
        assertThat(write.hopMillis()).isEqualTo(0.4, EXACT);
        assertThat(write.doneAfter(1)).isEqualTo(0.26, EXACT);
        assertThat(write.doneAfter(2)).isEqualTo(0.9, EXACT);
    }

    @Test
    void aReadIsThereWhenTheReplicaBeginsToLook() {
        TracedRead read = trace(READ).read(1).orElseThrow();
        assertThat(read.asked()).containsOnlyKeys(THERE);
        assertThat(read.asked().get(THERE)).isEqualTo(0.1 + 0.105 + 0.05, EXACT);
    }

    @Test
    void aCoordinatorReadsItsOwnRowsWithoutAMessage() {
        List<TraceEvent> events =
                List.of(new TraceEvent("Executing single-partition query on probe", HERE, 70));
        assertThat(trace(events).read(1).orElseThrow().asked()).containsEntry(HERE, 0.07);
    }

    @Test
    void whatLacksSomethingCountsNowhere() {
        for (int missing : new int[] {2, 3, 4, 8, 9}) {
            List<TraceEvent> events = new ArrayList<>(WRITE);
            events.remove(missing);
            assertThat(trace(events).write(2)).as(WRITE.get(missing).activity()).isEmpty();
        }
        assertThat(trace(READ).read(2)).isEmpty();
        assertThat(trace(List.of()).write(1)).isEmpty();
    }

    @Test
    void whatCameAfterTheEndOfTheRequestHasNoTime() {
        List<TraceEvent> events = new ArrayList<>(WRITE);
        events.set(9, new TraceEvent(WRITE.get(9).activity(), HERE, -1));
        assertThat(trace(events).write(2)).isEmpty();
    }

    @Test
    void readsAddressesOfBothKinds() {
        assertThat(
                        new TraceEvent(
                                        "READ_RSP message received from /[fd00:0:0:0:0:0:0:1]:7000",
                                        "",
                                        1)
                                .message())
                .contains(new TraceEvent.Sending("READ_RSP", "fd00:0:0:0:0:0:0:1", false));
        assertThat(
                        new TraceEvent(
                                        "Sending READ_REQ message to db1.lan/10.1.2.3:7000 message size 9 bytes",
                                        "",
                                        1)
                                .message())
                .contains(new TraceEvent.Sending("READ_REQ", "10.1.2.3", true));
        assertThat(new TraceEvent("Enqueuing response to /10.1.2.3:7000", "", 1).message())
                .isEmpty();
    }
}
