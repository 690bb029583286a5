// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.firesteel.lab.network.PacketQueue.Fate;
import dev.firesteel.lab.network.PacketQueue.Packet;
import org.junit.jupiter.api.Test;

class PacketQueueTest {
    private static final int MILLI = 1_000_000;

    private static PacketQueue queue(String network) {
        return new PacketQueue(Topology.parse(network).plan(2), 0, 1);
    }

    @Test
    void aPacketArrivesAfterTheDelay() {
        PacketQueue queue = queue("star:3ms");
        assertThat(queue.nanosToNext(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(queue.send(0, 1, 7, 100, MILLI)).isEqualTo(Fate.SENT);
        assertThat(queue.nanosToNext(2 * MILLI)).isEqualTo(2 * MILLI);
        assertThat(queue.poll(4 * MILLI - 1)).isNull();
        assertThat(queue.poll(4 * MILLI)).isEqualTo(new Packet(4 * MILLI, 1, 7, 100, false));
        assertThat(queue.poll(Long.MAX_VALUE)).isNull();
    }

    @Test
    void aPortTakesTheTimeOfItsBandwidthForOnePacketAfterTheOther() {
        PacketQueue queue = queue("star:0,bandwidth=1MB/s");
        for (int i = 0; i < 3; i++) queue.send(0, 1, i, 1_000, 0);
        // The first goes through two ports; the others follow it.
        assertThat(queue.poll(2 * MILLI)).isNotNull();
        assertThat(queue.poll(2 * MILLI)).isNull();
        assertThat(queue.nanosToNext(2 * MILLI)).isEqualTo(MILLI);
        assertThat(queue.poll(3 * MILLI)).isNotNull();
        assertThat(queue.poll(4 * MILLI)).isNotNull();
    }

    @Test
    void twoSendersShareThePortOfTheReceiver() {
        PacketQueue queue = queue("star:0,bandwidth=1MB/s");
        for (int i = 0; i < 10; i++) {
            queue.send(0, 1, i, 1_000, 0);
            queue.send(2, 1, i, 1_000, 0);
        }
        for (int i = 0; i < 19; i++) assertThat(queue.poll(20 * MILLI)).isNotNull();
        assertThat(queue.nanosToNext(20 * MILLI)).isEqualTo(MILLI);
    }

    /** A port is not held for packets that wait at another port. */
    @Test
    void anIdlePortServesWhoComesFirst() {
        PacketQueue queue = new PacketQueue(Topology.parse("star:0,bandwidth=1MB/s").plan(3), 0, 1);
        for (int i = 0; i < 60; i++) queue.send(0, 3, i, 1_000, 0);
        queue.send(0, 2, 60, 1_000, 0);
        queue.send(1, 2, 61, 1_000, 0);
        assertThat(requireNonNull(queue.poll(2 * MILLI)).slot()).isZero();
        assertThat(requireNonNull(queue.poll(2 * MILLI)).slot()).isEqualTo(61);
    }

    /** Three senders together have three times the bandwidth of the receiver's port. */
    @Test
    void theReceiversPortDropsPacketsToo() {
        PacketQueue queue = new PacketQueue(Topology.parse("star:0,bandwidth=1MB/s").plan(3), 0, 1);
        for (int i = 0; i < 60; i++)
            for (int from = 0; from < 3; from++)
                assertThat(queue.send(from, 3, i, 1_000, 0)).isEqualTo(Fate.SENT);
        int dropped = 0;
        int arrived = 0;
        for (Packet packet = queue.poll(1_000L * MILLI);
                packet != null;
                packet = queue.poll(1_000L * MILLI))
            if (packet.isDropped()) dropped++;
            else arrived++;
        assertThat(arrived).as("60 ms, and 64 KiB that wait").isBetween(124, 127);
        assertThat(arrived + dropped).isEqualTo(180);
    }

    @Test
    void aFullPortDropsPackets() {
        PacketQueue queue = queue("star:0,bandwidth=1MB/s");
        int sent = 0;
        while (queue.send(0, 1, 0, 1_000, 0) == Fate.SENT) sent++;
        assertThat(sent).as("64 KiB, and the packet that exceeds it").isEqualTo(66);
        assertThat(queue.send(0, 1, 0, 1_000, 10 * MILLI)).isEqualTo(Fate.SENT);
    }

    @Test
    void packetsOfARouteKeepTheirOrderInSpiteOfJitter() {
        PacketQueue queue = queue("star:1ms,jitter=1ms");
        for (int i = 0; i < 1_000; i++) queue.send(0, 1, i, 100, i * 100_000L);
        double sum = 0;
        for (int i = 0; i < 1_000; i++) {
            Packet packet = requireNonNull(queue.poll(Long.MAX_VALUE));
            assertThat(packet.slot()).isEqualTo(i);
            sum += packet.due() - i * 100_000L;
        }
        assertThat(sum / 1_000).as("later than the jitter alone").isGreaterThan(2.0 * MILLI);
    }

    /** Of packets that are far from each other. */
    @Test
    void jitterHasTheMeanThatWasAskedFor() {
        PacketQueue queue = queue("star:1ms,jitter=1ms");
        double sum = 0;
        for (int i = 0; i < 10_000; i++) {
            long now = 100L * MILLI * i;
            queue.send(0, 1, 0, 100, now);
            Packet packet = requireNonNull(queue.poll(Long.MAX_VALUE));
            sum += packet.due() - now;
        }
        assertThat(sum / 10_000).isCloseTo(2.0 * MILLI, within(0.05 * MILLI));
    }

    @Test
    void losesTheShareThatWasAskedFor() {
        PacketQueue queue = queue("star:0,loss=10%");
        int lost = 0;
        for (int i = 0; i < 10_000; i++) if (queue.send(0, 1, 0, 100, i) == Fate.LOST) lost++;
        assertThat(lost).isBetween(880, 1_120);
    }
}
