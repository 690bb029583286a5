// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Drives of one size that share the pages in stripes (RAID 0). A request is complete once all its
 * parts are.
 *
 * <p>Not safe for concurrent use.
 */
public final class Stripes implements TimedDevice {
    /** A call for a part of a request. */
    private interface Part {
        void send(TimedDevice drive, Request part, int first, int pages);
    }

    private final List<? extends TimedDevice> drives;
    private final int stripe;
    private final Map<Request, Request> wholes = new HashMap<>();
    private final Queue<Request> completed = new ArrayDeque<>();

    /**
     * Creates an array.
     *
     * @param drives of the same number of pages, all at time 0
     * @param stripe pages on one drive before the next one takes over, at least 1
     */
    public Stripes(List<? extends TimedDevice> drives, int stripe) {
        if (drives.isEmpty() || stripe < 1)
            throw new IllegalArgumentException("an array needs a drive, and a page in a stripe");
        this.drives = List.copyOf(drives);
        this.stripe = stripe;
    }

    @Override
    public int pages() {
        long whole = (long) drives.get(0).pages() / stripe * stripe * drives.size();
        return (int) Math.min(Integer.MAX_VALUE, whole);
    }

    @Override
    public void prepare(int page, int stream) {
        drive(page).prepare(onDrive(page), stream);
    }

    private TimedDevice drive(int page) {
        return drives.get(page / stripe % drives.size());
    }

    /** Returns the place of a page on its drive. */
    private int onDrive(int page) {
        return page / stripe / drives.size() * stripe + page % stripe;
    }

    @Override
    public void read(Request request, int first, int pages) {
        divide(request, first, pages, TimedDevice::read);
    }

    @Override
    public void write(Request request, int first, int pages, int stream) {
        divide(
                request,
                first,
                pages,
                (drive, part, from, length) -> drive.write(part, from, length, stream));
    }

    @Override
    public void trim(int first, int pages) {
        divide(null, first, pages, (drive, part, from, length) -> drive.trim(from, length));
    }

    @Override
    public void flush(Request request) {
        request.remaining = drives.size();
        for (TimedDevice drive : drives) drive.flush(part(request));
        collect();
    }

    private void divide(@Nullable Request request, int first, int pages, Part part) {
        int end = first + pages;
        List<Runnable> parts = new ArrayList<>();
        for (int page = first; page < end; ) {
            int length = Math.min(end - page, stripe - page % stripe);
            TimedDevice drive = drive(page);
            int from = onDrive(page);
            Request each = request == null ? new Request(Request.Kind.WRITE, now()) : part(request);
            parts.add(() -> part.send(drive, each, from, length));
            page += length;
        }
        if (request != null) request.remaining = parts.size();
        parts.forEach(Runnable::run);
        collect();
    }

    private Request part(Request request) {
        Request part = new Request(request.kind(), request.arrived());
        wholes.put(part, request);
        return part;
    }

    private void collect() {
        for (TimedDevice drive : drives)
            for (Request part = drive.poll(); part != null; part = drive.poll()) {
                Request whole = wholes.remove(part);
                if (whole == null || --whole.remaining > 0) continue;
                whole.complete(now());
                completed.add(whole);
            }
    }

    @Override
    public @Nullable Request poll() {
        return completed.poll();
    }

    @Override
    public long hostWrites() {
        return drives.stream().mapToLong(TimedDevice::hostWrites).sum();
    }

    @Override
    public long moves() {
        return drives.stream().mapToLong(TimedDevice::moves).sum();
    }

    @Override
    public long now() {
        return drives.get(0).now();
    }

    @Override
    public long nextEvent() {
        return next().nextEvent();
    }

    private TimedDevice next() {
        TimedDevice next = drives.get(0);
        for (TimedDevice drive : drives) if (drive.nextEvent() < next.nextEvent()) next = drive;
        return next;
    }

    @Override
    public void advance(long to) {
        for (TimedDevice drive : drives) drive.advance(to);
    }

    @Override
    public void step() {
        TimedDevice next = next();
        long at = next.nextEvent();
        next.step();
        for (TimedDevice drive : drives) if (drive != next) drive.advance(at);
        collect();
    }
}
