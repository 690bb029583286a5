// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Carries packets between the interfaces of stations, each at its time. One thread {@linkplain
 * #carry carries}; others may ask for a report.
 */
final class Relay {
    /** Packets in transit at most; more are dropped. */
    private static final int SLOTS = 65_536;

    /** The place for packets that are dropped. */
    private static final int SCRATCH = SLOTS;

    private static final int SLOT_BYTES = 1536;

    /** Packets that are read from one station before it is another's turn. */
    private static final int MOST_AT_ONCE = 16;

    /** A {@code struct pollfd}: a descriptor, requested events, and returned events. */
    private static final int POLL_BYTES = 8;

    private static final int EVENTS_AT = 4;
    private static final int RETURNED_AT = 6;

    private static final long LONGEST_WAIT_NANOS = 50_000_000;

    /** A wait that is shorter was none. */
    private static final long AT_ONCE_NANOS = 20_000;

    private static final long SECOND_NANOS = 1_000_000_000;
    private static final int IPV4 = 4;
    private static final int DESTINATION_AT = 16;
    private static final double NANOS_A_MICRO = 1e3;
    private static final int DIGITS = 2;

    private final List<TunDevice> stations;
    private final NetworkPlan plan;
    private final LongSupplier nanos;
    private final PacketQueue queue;
    private final ByteBuffer bytes = buffer((SLOTS + 1) * SLOT_BYTES);
    private final long bytesAddress = NetworkCalls.address(bytes);
    private final ByteBuffer targets;
    private final ByteBuffer time = buffer(2 * Long.BYTES);
    private final int[] freeSlots = new int[SLOTS];
    private int free = SLOTS;
    private final Histogram lateness = new Histogram(DIGITS);
    private long lastPass;
    private long longestUnread;
    private long packets;
    private long carried;
    private long lost;
    private long dropped;
    private long overflowedBefore;
    private final AtomicReference<@Nullable CompletableFuture<RelayReport>> asked =
            new AtomicReference<>();

    /**
     * Creates a relay.
     *
     * @param stations the interface of each station, whose address ends with its number from 1
     * @param nanos a clock in nanoseconds, of any origin
     * @param seed of random numbers
     */
    Relay(List<TunDevice> stations, NetworkPlan plan, LongSupplier nanos, long seed) {
        this.stations = stations;
        this.plan = plan;
        this.nanos = nanos;
        this.lastPass = nanos.getAsLong();
        this.queue = new PacketQueue(plan, lastPass, seed);
        this.targets = buffer(stations.size() * POLL_BYTES);
        for (int i = 0; i < stations.size(); i++)
            targets.putInt(i * POLL_BYTES, stations.get(i).descriptor())
                    .putShort(i * POLL_BYTES + EVENTS_AT, NetworkCalls.POLLIN);
        for (int i = 0; i < SLOTS; i++) freeSlots[i] = i;
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
    }

    /** Carries packets for ever. */
    void carry() {
        long targetsAddress = NetworkCalls.address(targets);
        long timeAddress = NetworkCalls.address(time);
        while (true) {
            long wait = Math.min(LONGEST_WAIT_NANOS, queue.nanosToNext(nanos.getAsLong()));
            time.putLong(0, wait / SECOND_NANOS).putLong(Long.BYTES, wait % SECOND_NANOS);
            long before = nanos.getAsLong();
            if (NetworkCalls.poll(targetsAddress, stations.size(), timeAddress) > 0) {
                long now = nanos.getAsLong();
                // What was there at once may have come any time after the last pass.
                if (now - before < AT_ONCE_NANOS)
                    longestUnread = Math.max(longestUnread, now - lastPass);
                lastPass = now;
                for (int i = 0; i < stations.size(); i++)
                    if (targets.getShort(i * POLL_BYTES + RETURNED_AT) != 0) receive(i);
            }
            deliver();
            CompletableFuture<RelayReport> report = asked.getAndSet(null);
            if (report != null) report.complete(report());
        }
    }

    /** Returns what was carried since the last report. For another thread than that carrying. */
    RelayReport awaitReport() {
        CompletableFuture<RelayReport> report = new CompletableFuture<>();
        asked.set(report);
        return report.join();
    }

    private void receive(int from) {
        int descriptor = stations.get(from).descriptor();
        for (int i = 0; i < MOST_AT_ONCE; i++) {
            int slot = free == 0 ? SCRATCH : freeSlots[free - 1];
            int at = slot * SLOT_BYTES;
            int size = (int) NetworkCalls.read(descriptor, bytesAddress + at, SLOT_BYTES);
            if (size <= 0) return;
            int to = destination(at, size);
            if (to < 0 || to == from) continue;
            if (slot == SCRATCH) {
                dropped++;
                continue;
            }
            if (plan.route(from, to).isFree()) {
                write(to, slot, size);
                continue;
            }
            switch (queue.send(from, to, slot, size, nanos.getAsLong())) {
                case SENT -> free--;
                case LOST -> lost++;
                case DROPPED -> dropped++;
            }
        }
    }

    /** Returns the station that an IPv4 packet goes to, or -1 if it goes to none. */
    private int destination(int at, int size) {
        if (size <= DESTINATION_AT + 3 || bytes.get(at) >> 4 != IPV4) return -1;
        int number = Byte.toUnsignedInt(bytes.get(at + DESTINATION_AT + 3));
        return number >= 1 && number <= stations.size() ? number - 1 : -1;
    }

    private void deliver() {
        for (PacketQueue.Packet packet = queue.poll(nanos.getAsLong());
                packet != null;
                packet = queue.poll(nanos.getAsLong())) {
            if (packet.isDropped()) dropped++;
            else {
                lateness.recordValue(Math.max(0, nanos.getAsLong() - packet.due()));
                write(packet.to(), packet.slot(), packet.bytes());
            }
            freeSlots[free++] = packet.slot();
        }
    }

    private void write(int to, int slot, int size) {
        long address = bytesAddress + (long) slot * SLOT_BYTES;
        if (NetworkCalls.write(stations.get(to).descriptor(), address, size) == size) {
            packets++;
            carried += size;
        } else dropped++;
    }

    private RelayReport report() {
        long overflowed = stations.stream().mapToLong(TunDevice::overflowed).sum();
        RelayReport report =
                new RelayReport(
                        packets,
                        carried,
                        lost,
                        dropped + overflowed - overflowedBefore,
                        lateness.getValueAtPercentile(50) / NANOS_A_MICRO,
                        lateness.getValueAtPercentile(99) / NANOS_A_MICRO,
                        longestUnread / NANOS_A_MICRO);
        packets = 0;
        carried = 0;
        lost = 0;
        dropped = 0;
        overflowedBefore = overflowed;
        longestUnread = 0;
        lateness.reset();
        return report;
    }
}
