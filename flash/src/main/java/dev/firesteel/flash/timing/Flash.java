// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The planes and channels of a drive, and the time. A plane holds its register from the start of an
 * operation to its end: a read senses the array and then waits for the channel, a program waits for
 * the channel first.
 */
final class Flash {
    private static final int FREE = -1;

    private final DieLayout layout;
    private final FlashTimes times;
    private final Plane[] planes;

    /** The plane that uses each channel, or FREE. */
    private final int[] user;

    private final List<Queue<Integer>> waiting = new ArrayList<>();

    /** Planes by their number, then channels. */
    private final Timeline timeline;

    private long now;

    Flash(FlashSpec spec) {
        layout = spec.layout();
        times = spec.times();
        planes = new Plane[layout.planes()];
        Arrays.setAll(planes, each -> new Plane(spec.scheduling()));
        user = new int[layout.channels()];
        Arrays.fill(user, FREE);
        for (int channel = 0; channel < user.length; channel++) waiting.add(new ArrayDeque<>());
        timeline = new Timeline(planes.length + user.length);
    }

    long now() {
        return now;
    }

    /** Returns the time of the next event; {@link Long#MAX_VALUE} if there is none. */
    long nextEvent() {
        return timeline.earliest();
    }

    /** Advances the time, to the next event at most. */
    void advance(long to) {
        if (to < now || to > nextEvent())
            throw new IllegalArgumentException(
                    "%,d is not between %,d and %,d".formatted(to, now, nextEvent()));
        now = to;
    }

    /** Hands an operation to its plane. */
    void add(Operation operation) {
        int number = operation.plane;
        Plane plane = planes[number];
        plane.add(operation, now);
        if (plane.running() == null) startNext(number);
        else if (operation.isOfHost
                && operation.kind == Operation.Kind.READ
                && plane.isInterruptible()
                && timeline.timeOf(number) > now) {
            plane.interrupt(now, timeline.timeOf(number) - now);
            timeline.remove(number);
            startNext(number);
        }
    }

    /**
     * Advances the time to the next event. There must be one.
     *
     * @return the operation that ends with it, if any
     */
    @Nullable Operation step() {
        now = timeline.earliest();
        int server = timeline.take();
        return server < planes.length ? arrayDone(server) : channelDone(server - planes.length);
    }

    private @Nullable Operation arrayDone(int plane) {
        Operation operation = runningOn(plane);
        planes[plane].isInArray = false;
        if (operation.kind != Operation.Kind.READ || times.transfer() == 0) return end(plane);
        transfer(plane);
        return null;
    }

    private @Nullable Operation channelDone(int channel) {
        int plane = user[channel];
        user[channel] = FREE;
        Integer next = waiting.get(channel).poll();
        if (next != null) use(channel, next);
        if (runningOn(plane).kind == Operation.Kind.READ) return end(plane);
        useArray(plane, times.program());
        return null;
    }

    private Operation runningOn(int plane) {
        Operation operation = planes[plane].running();
        if (operation == null) throw new IllegalStateException("no operation runs");
        return operation;
    }

    private Operation end(int plane) {
        Operation operation = planes[plane].end();
        startNext(plane);
        return operation;
    }

    private void startNext(int plane) {
        long remaining = planes[plane].takeNext(now);
        Operation next = planes[plane].running();
        if (next == null) return;
        if (next.kind != Operation.Kind.ERASE && !next.generation.isActive())
            throw new IllegalStateException("the block is not ready for its operation");
        if (remaining > 0) useArray(plane, remaining);
        else
            switch (next.kind) {
                case READ -> useArray(plane, times.read());
                case ERASE -> useArray(plane, times.erase());
                case PROGRAM -> {
                    if (times.transfer() > 0) transfer(plane);
                    else useArray(plane, times.program());
                }
            }
    }

    private void useArray(int plane, long nanos) {
        planes[plane].isInArray = true;
        timeline.add(plane, now + nanos);
    }

    private void transfer(int plane) {
        int channel = layout.channel(plane);
        if (user[channel] == FREE) use(channel, plane);
        else waiting.get(channel).add(plane);
    }

    private void use(int channel, int plane) {
        user[channel] = plane;
        timeline.add(planes.length + channel, now + times.transfer() * runningOn(plane).pages);
    }
}
