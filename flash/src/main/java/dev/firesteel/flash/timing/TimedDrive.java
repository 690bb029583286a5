// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import dev.firesteel.flash.DriveGeometry;
import dev.firesteel.flash.Media;
import dev.firesteel.flash.TranslationLayer;
import dev.firesteel.flash.VictimPolicy;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A drive with a clock: a translation layer, whose operations take time on the planes and channels
 * of the flash. The layer maps a page when its write is accepted. The flash follows, in an order
 * that never programs a block before it is erased, nor erases one whose pages are not safe.
 *
 * <p>Not simulated: the controller's own time, the link to the host, refresh, read retries, errors,
 * wear leveling, and the order in which the pages of a block must be programmed: a write of the
 * host may overtake a page that garbage collection moves to the same block. A page that is on its
 * way to the flash is read from the controller's memory.
 *
 * <p>Not safe for concurrent use.
 */
public final class TimedDrive implements TimedDevice {
    /** A write of a page that waits for a place in the cache, or a trim behind it. */
    private record Waiting(@Nullable Request request, int page, int stream) {}

    private final DieLayout layout;
    private final WriteCache cache;
    private final int pagesPerBlock;
    private final int logicalPages;
    private final Flash flash;
    private final TranslationLayer layer;
    private final Superblock[] superblocks;

    /** The program that will bring each physical page to the flash. */
    private final @Nullable Operation[] programOf;

    /** The program of each block that is gathering pages. */
    private final @Nullable Operation[] gathering;

    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private final Queue<Request> flushes = new ArrayDeque<>();
    private final Queue<Request> completed = new ArrayDeque<>();
    private long flushesMade;
    private int freePlaces;

    /** True while the layer's operations take no time. */
    private boolean isTimeless;

    /** The request whose page the layer is writing. */
    private @Nullable Request writing;

    /** The read of garbage collection that is gathering pages. */
    private @Nullable Operation moving;

    /**
     * Creates an empty drive at time 0.
     *
     * @param streams the number of streams, at least 1
     * @throws dev.firesteel.flash.ImpossibleGeometryException if the geometry leaves no spare, or
     *     the layout does not fit it
     */
    public TimedDrive(
            DriveGeometry geometry, int streams, VictimPolicy.Factory victims, FlashSpec spec) {
        layout = spec.layout();
        cache = spec.cache();
        spec.requireFit(geometry, streams);
        pagesPerBlock = geometry.pagesPerBlock();
        logicalPages = geometry.logicalPages();
        flash = new Flash(spec);
        layer = new TranslationLayer(geometry, streams, victims, new Operations());
        superblocks = new Superblock[geometry.blocks()];
        Arrays.setAll(superblocks, Superblock::new);
        programOf = new Operation[geometry.blocks() * pagesPerBlock];
        gathering = new Operation[geometry.blocks()];
        freePlaces = cache.pages();
    }

    // ---- the host

    /** Writes a page in no time. Nothing may be in progress. */
    @Override
    public void prepare(int page, int stream) {
        isTimeless = true;
        layer.write(page, stream);
        isTimeless = false;
    }

    /** Returns whether a page was written, and not trimmed since. */
    public boolean isWritten(int page) {
        return layer.place(page) >= 0;
    }

    @Override
    public int pages() {
        return logicalPages;
    }

    /** Reads pages. Those that were never written take no time. */
    @Override
    public void read(Request request, int first, int pages) {
        request.remaining = pages;
        for (int page = first; page < first + pages; page++) {
            int at = layer.place(page);
            Operation program = at < 0 ? null : programOf[at];
            if (program != null && program.missing > 0) program.isAwaitedBy(request);
            else if (at < 0 || program != null) done(request);
            else {
                Operation read = operation(Operation.Kind.READ, at);
                read.isOfHost = true;
                read.pages = 1;
                read.request = request;
                flash.add(read);
            }
        }
    }

    @Override
    public void write(Request request, int first, int pages, int stream) {
        request.remaining = pages;
        for (int page = first; page < first + pages; page++)
            if (waiting.isEmpty() && isRoom()) accept(request, page, stream);
            else waiting.add(new Waiting(request, page, stream));
    }

    @Override
    public void trim(int first, int pages) {
        for (int page = first; page < first + pages; page++)
            if (waiting.isEmpty()) layer.trim(page);
            else waiting.add(new Waiting(null, page, 0));
    }

    @Override
    public void flush(Request request) {
        request.remaining = cache.isProtected() ? 0 : cache.pages() - freePlaces;
        flushesMade++;
        if (request.remaining == 0) complete(request);
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
        return flash.now();
    }

    @Override
    public long nextEvent() {
        return flash.nextEvent();
    }

    @Override
    public void advance(long to) {
        flash.advance(to);
    }

    @Override
    public void step() {
        Operation operation = flash.step();
        if (operation != null) finish(operation);
    }

    // ---- counts

    @Override
    public long hostWrites() {
        return layer.hostWrites();
    }

    @Override
    public long moves() {
        return layer.moves();
    }

    /** Returns the number of erases of each block. */
    public int[] erases() {
        return layer.erases();
    }

    // ---- the write cache

    private boolean isRoom() {
        return cache.pages() == 0 || freePlaces > 0;
    }

    private void accept(Request request, int page, int stream) {
        writing = request;
        layer.write(page, stream);
        writing = null;
        if (cache.pages() > 0) {
            freePlaces--;
            done(request);
        }
    }

    private void acceptWaiting() {
        while (!waiting.isEmpty()) {
            Waiting next = waiting.element();
            if (next.request == null) layer.trim(next.page);
            else if (isRoom()) accept(next.request, next.page, next.stream);
            else return;
            waiting.remove();
        }
    }

    private void uncache(Operation program) {
        freePlaces += program.cachedPages;
        for (Request each : flushes)
            if (program.flushesBefore < each.number) each.remaining -= program.cachedPages;
        while (!flushes.isEmpty() && flushes.element().remaining == 0) complete(flushes.remove());
    }

    private void done(Request request) {
        if (--request.remaining == 0) complete(request);
    }

    private void complete(Request request) {
        request.complete(now());
        completed.add(request);
    }

    // ---- operations of the flash

    private Operation operation(Operation.Kind kind, int at) {
        int plane = layout.plane(at % pagesPerBlock);
        Operation operation = new Operation(kind, plane, superblocks[at / pagesPerBlock].latest());
        operation.generation.add();
        operation.first = at;
        return operation;
    }

    /** Hands on an operation that has all that it needs, once its block is ready. */
    private void submit(Operation operation) {
        if (operation.isReady() && operation.generation.admits(operation)) flash.add(operation);
    }

    private void finish(Operation operation) {
        if (operation.kind == Operation.Kind.ERASE) {
            finishErase(operation.generation.block);
            return;
        }
        if (operation.kind == Operation.Kind.PROGRAM)
            for (int at = operation.first; at < operation.first + operation.pages; at++)
                if (programOf[at] == operation) programOf[at] = null;
        for (Operation each : operation.followers()) {
            each.missing--;
            if (each.missing == 0) each.takeReaders().forEach(this::done);
            submit(each);
        }
        if (operation.request != null) done(operation.request);
        finish(operation.generation);
        if (operation.movedFrom != null) finish(operation.movedFrom);
        operation.movedFrom = null;
        if (operation.cachedPages > 0) uncache(operation);
        acceptWaiting();
    }

    private void finish(Superblock.Generation generation) {
        if (generation.finish()) erase(generation.block);
    }

    private void erase(int block) {
        Superblock superblock = superblocks[block];
        superblock.erase(layout.planes());
        for (int plane = 0; plane < layout.planes(); plane++)
            flash.add(new Operation(Operation.Kind.ERASE, plane, superblock.latest()));
    }

    private void finishErase(int block) {
        Superblock superblock = superblocks[block];
        if (!superblock.erased()) return;
        for (Operation each : superblock.takeParked()) flash.add(each);
        if (superblock.isDue()) erase(block);
    }

    /** Turns the layer's operations into those of the flash. */
    private final class Operations implements Media {
        @Override
        public void program(int page, int logicalPage) {
            if (isTimeless) return;
            Operation program = programOf(page);
            program.isOfHost = true;
            if (cache.pages() == 0) program.request = writing;
            else {
                program.cachedPages++;
                program.flushesBefore = flushesMade;
            }
            submit(program);
        }

        @Override
        public void move(int from, int to, int logicalPage) {
            if (isTimeless) return;
            Operation program = programOf(to);
            bringing(from).brings(program);
            if (!cache.isProtected()) {
                program.movedFrom = superblocks[from / pagesPerBlock].latest();
                program.movedFrom.add();
            }
            submit(program);
        }

        @Override
        public void erase(int block) {
            if (isTimeless) return;
            if (moving != null) submit(moving);
            moving = null;
            if (superblocks[block].eraseAfter()) TimedDrive.this.erase(block);
        }

        /** Returns the program that gathers a page. */
        private Operation programOf(int page) {
            int block = page / pagesPerBlock;
            Operation program = gathering[block];
            if (program == null) {
                program = operation(Operation.Kind.PROGRAM, page);
                program.toCome = layout.pagesFrom(page % pagesPerBlock);
            }
            program.pages++;
            program.toCome--;
            gathering[block] = program.toCome == 0 ? null : program;
            programOf[page] = program;
            return program;
        }

        /** Returns the operation that will have brought a page into the controller's memory. */
        private Operation bringing(int page) {
            Operation program = programOf[page];
            if (program != null) return program;
            Operation read = moving;
            if (read == null || !layout.areProgrammedTogether(read.first, page)) {
                if (read != null) submit(read);
                read = operation(Operation.Kind.READ, page);
                moving = read;
            }
            read.pages++;
            return read;
        }
    }
}
