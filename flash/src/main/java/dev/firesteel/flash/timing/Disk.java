// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A disk with a clock: one arm that seeks, platters that turn, a queue that the disk reorders, a
 * volatile write cache, and a buffer that it fills by reading ahead.
 *
 * <p>Of the queue the disk serves the command whose data passes under the head first, seek included
 * (shortest positioning time first). A write is complete once it is in the cache. The disk writes
 * it later: while it has nothing else to do, or a flush or a write waits for the cache. A flush
 * waits for the cached writes before it.
 *
 * <p>Not simulated: the link to the host, media errors, and reallocated sectors.
 *
 * <p>Not safe for concurrent use.
 */
public final class Disk implements TimedDevice {
    private static final int NO_PAGE = -1;

    /** The part of a revolution by which a page may have passed, and is still taken: rounding. */
    private static final double ROUNDING = 1e-5;

    /** Consecutive pages to read or write. */
    private static final class Command {
        private final boolean isWrite;
        private final int first;
        private final int pages;
        private final long arrived;

        /** Null for a cached write, whose request is complete. */
        private final @Nullable Request request;

        /** The number of flushes before a cached write. */
        private final long flushesBefore;

        private Command(
                boolean isWrite,
                int first,
                int pages,
                long arrived,
                @Nullable Request request,
                long flushesBefore) {
            this.isWrite = isWrite;
            this.first = first;
            this.pages = pages;
            this.arrived = arrived;
            this.request = request;
            this.flushesBefore = flushesBefore;
        }

        private int end() {
            return first + pages;
        }
    }

    private final DiskSpec spec;
    private final DiskController controller;
    private final int cylinders;
    private final DiskGeometry geometry;
    private final double revolution;

    /** Commands that the host waits for. */
    private final List<Command> queue = new ArrayList<>();

    /** Cached writes. */
    private final List<Command> toDestage = new ArrayList<>();

    /** Writes for which the cache has no room. */
    private final Queue<Command> waiting = new ArrayDeque<>();

    private final Queue<Request> flushes = new ArrayDeque<>();
    private final Queue<Request> completed = new ArrayDeque<>();

    /** Cached pages: the first of each run, and the number of pages. */
    private final TreeMap<Integer, Integer> cached = new TreeMap<>();

    private int cachedPages;
    private long hostWrites;
    private long flushesMade;
    private long now;
    private @Nullable Command running;
    private long runningUntil;
    private int cylinder;

    /** The page behind the last read, from which the disk reads ahead; NO_PAGE after a write. */
    private int aheadFrom = NO_PAGE;

    private long aheadSince;

    /** Creates a disk whose arm is at its outer edge, at time 0. */
    public Disk(DiskSpec spec) {
        this.spec = spec;
        geometry = new DiskGeometry(spec);
        controller = spec.controller();
        cylinders = spec.platters().cylinders();
        revolution = spec.platters().revolution();
    }

    @Override
    public int pages() {
        return geometry.pages();
    }

    // ---- the host

    @Override
    public void prepare(int page, int stream) {}

    @Override
    public void read(Request request, int first, int pages) {
        if (isCached(first, pages)) complete(request);
        else add(new Command(false, first, pages, now, request, 0));
    }

    @Override
    public void write(Request request, int first, int pages, int stream) {
        hostWrites += pages;
        Command write = new Command(true, first, pages, now, request, 0);
        if (controller.cachePages() < pages) add(write);
        else if (waiting.isEmpty() && isRoomFor(write)) cache(write);
        else waiting.add(write);
    }

    @Override
    public void trim(int first, int pages) {}

    @Override
    public void flush(Request request) {
        request.remaining = cachedPages;
        flushesMade++;
        if (cachedPages == 0) complete(request);
        else {
            request.number = flushesMade;
            flushes.add(request);
        }
    }

    @Override
    public @Nullable Request poll() {
        return completed.poll();
    }

    // ---- time

    @Override
    public long now() {
        return now;
    }

    @Override
    public long nextEvent() {
        return running == null ? Long.MAX_VALUE : runningUntil;
    }

    @Override
    public void advance(long to) {
        if (to < now || to > nextEvent())
            throw new IllegalArgumentException(
                    "%,d is not between %,d and %,d".formatted(to, now, nextEvent()));
        now = to;
    }

    @Override
    public void step() {
        Command done = running;
        if (done == null) throw new IllegalStateException("no command runs");
        now = runningUntil;
        cylinder = geometry.cylinder(done.end() - 1);
        aheadFrom = done.isWrite || done.end() == geometry.pages() ? NO_PAGE : done.end();
        aheadSince = now;
        if (done.request != null) complete(done.request);
        else uncache(done);
        running = null;
        startNext(0);
    }

    @Override
    public long hostWrites() {
        return hostWrites;
    }

    @Override
    public long moves() {
        return 0;
    }

    // ---- the write cache

    private boolean isRoomFor(Command write) {
        return cachedPages + write.pages <= controller.cachePages();
    }

    private void cache(Command write) {
        cachedPages += write.pages;
        cached.merge(write.first, write.pages, Math::max);
        if (write.request != null) complete(write.request);
        add(new Command(true, write.first, write.pages, now, null, flushesMade));
    }

    private void uncache(Command write) {
        cachedPages -= write.pages;
        boolean isRewritten = toDestage.stream().anyMatch(each -> each.first == write.first);
        if (!isRewritten) cached.remove(write.first);
        for (Request each : flushes)
            if (write.flushesBefore < each.number) each.remaining -= write.pages;
        while (!flushes.isEmpty() && flushes.element().remaining == 0) complete(flushes.remove());
        while (!waiting.isEmpty() && isRoomFor(waiting.element())) cache(waiting.remove());
    }

    private boolean isCached(int first, int pages) {
        var run = cached.floorEntry(first);
        return run != null && run.getKey() + run.getValue() >= first + pages;
    }

    private void complete(Request request) {
        request.complete(now);
        completed.add(request);
    }

    // ---- the arm

    private void add(Command command) {
        (command.request == null ? toDestage : queue).add(command);
        if (running == null) startNext(controller.overhead());
    }

    /** Starts the command that comes next, if there is one. */
    private void startNext(long overhead) {
        Command next = choose(overhead);
        if (next == null) return;
        (next.request == null ? toDestage : queue).remove(next);
        running = next;
        runningUntil = now + positioning(next, overhead) + transfer(next);
    }

    private @Nullable Command choose(long overhead) {
        if (!queue.isEmpty() && now - queue.get(0).arrived > controller.longestWait())
            return queue.get(0);
        boolean isDestaging = queue.isEmpty() || !flushes.isEmpty() || !waiting.isEmpty();
        Command ofHost = nearest(queue, overhead);
        Command cachedWrite = isDestaging ? nearest(toDestage, overhead) : null;
        if (ofHost == null || cachedWrite == null) return ofHost == null ? cachedWrite : ofHost;
        return positioning(cachedWrite, overhead) < positioning(ofHost, overhead)
                ? cachedWrite
                : ofHost;
    }

    /** Returns the first of the oldest commands that the disk reaches; null if there is none. */
    private @Nullable Command nearest(List<Command> commands, long overhead) {
        Command best = null;
        long least = Long.MAX_VALUE;
        for (int i = 0; i < Math.min(controller.queue(), commands.size()); i++) {
            Command each = commands.get(i);
            long time = positioning(each, overhead);
            if (time < least && isInOrder(each, commands)) {
                least = time;
                best = each;
            }
        }
        return best;
    }

    /** Returns whether no earlier command has pages in common. */
    private static boolean isInOrder(Command command, List<Command> commands) {
        for (Command each : commands) {
            if (each == command) return true;
            if (each.first < command.end() && command.first < each.end()) return false;
        }
        return true;
    }

    /** Returns the time until the first page passes under the head, or is in the buffer. */
    private long positioning(Command command, long overhead) {
        if (isReadAhead(command)) return 0;
        SeekTimes seeks = command.isWrite ? spec.writes() : spec.reads();
        int distance = Math.abs(geometry.cylinder(command.first) - cylinder);
        long seek = overhead + seeks.of(distance, cylinders);
        double turned = (now + seek) / revolution;
        double ahead = geometry.angle(command.first) - turned + ROUNDING;
        double wait = ahead - Math.floor(ahead) - ROUNDING;
        return seek + (long) (Math.max(0, wait) * revolution);
    }

    /** Returns the time from the first page to the end of the last. */
    private long transfer(Command command) {
        if (!isReadAhead(command))
            return (long) (geometry.transfer(command.first, command.pages) * revolution);
        long read = aheadSince + timeAhead(command.end());
        return Math.max(0, read - now);
    }

    /** Returns whether the disk reads towards the pages, and has got to the first of them. */
    private boolean isReadAhead(Command command) {
        return !command.isWrite
                && aheadFrom != NO_PAGE
                && command.first >= aheadFrom
                && command.end() - aheadFrom <= controller.aheadPages()
                && aheadSince + timeAhead(command.first) <= now;
    }

    /** Returns the time that the pages before this one take to read, from the last read on. */
    private long timeAhead(int page) {
        return page == aheadFrom
                ? 0
                : (long) (geometry.transfer(aheadFrom, page - aheadFrom) * revolution);
    }
}
