// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import dev.firesteel.flash.trace.FileClass;
import dev.firesteel.flash.trace.Lifetime;
import dev.firesteel.flash.trace.TraceHandler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;

/**
 * Applies the operations of a trace to some drives, repeatedly. Each round reads the trace once
 * more, with its own files:
 *
 * <ul>
 *   <li>Files present when the trace began are, in a later round, those alive at the end of the
 *       previous one. In each class the oldest replaces the oldest, and so on: a file that outlives
 *       a round ages, and dies in a later one.
 *   <li>The other files of the previous round live until a successor, with the same number in the
 *       trace, is created.
 * </ul>
 */
final class Replay implements TraceHandler {
    private static final int SAMPLED_PAGES = 256;
    private static final long FILE_SYSTEM_BLOCK_BYTES = 4_096;
    private static final Queue<Long> NOTHING = new ArrayDeque<>();
    private static final Runs UNTOLD = (first, pages) -> {};

    private final AddressSpace space;
    private final List<SimulatedDrive> drives;
    private final int pageBytes;

    /** The unit in which the host writes: a byte on a raw device, else a file system's block. */
    private final long hostUnit;

    private final boolean isTrimming;
    private final boolean isRaw;

    private final Map<ClassUsage, int[]> streams = new HashMap<>();
    private final Map<FileClass, Map<Lifetime, ClassUsage>> usageOf = new HashMap<>();
    private final List<ClassUsage> usages = new ArrayList<>();

    /** The class of each file present when the trace began, by number: the oldest first. */
    private final Map<Long, FileClass> initial = new TreeMap<>();

    private Map<Long, LivingFile> files = new HashMap<>();
    private Map<Long, LivingFile> waiting = new HashMap<>();
    private long births;
    private int rounds;
    private boolean isBeginning;

    private int[] streamsNow = {};
    private final Runs writing = this::writeRun;
    private final Runs trimming = this::trimRun;

    private long hostPages;
    private long hostBytes;
    private long writtenBytes;
    private long nextSample;
    private int peakPages;
    private long lastMicros;

    Replay(
            AddressSpace space,
            List<SimulatedDrive> drives,
            int pageBytes,
            boolean isTrimming,
            boolean isRaw) {
        this.space = space;
        this.drives = drives;
        this.pageBytes = pageBytes;
        hostUnit = isRaw ? 1 : sharedFactor(pageBytes, FILE_SYSTEM_BLOCK_BYTES);
        this.isTrimming = isTrimming;
        this.isRaw = isRaw;
    }

    /** Returns the greatest common divisor: the file system's block, or a smaller page. */
    private static long sharedFactor(long one, long other) {
        return other == 0 ? one : sharedFactor(other, one % other);
    }

    /** Fills a part of the drives with data that stays. */
    void fill(long pages) throws DriveFullException {
        streamsNow = drives.stream().mapToInt(drive -> drive.placement().coldStream()).toArray();
        space.write(new Extents(), 0, pages, writing);
    }

    /** Prepares for one more reading of the trace. */
    void beginRound() {
        isBeginning = true;
        if (rounds++ == 0 || isRaw) return;
        Map<FileClass, Queue<Long>> oldestFirst = oldestFirst(files);
        Map<Long, LivingFile> before = files;
        files = new HashMap<>();
        initial.forEach(
                (file, fileClass) -> {
                    Long oldest = oldestFirst.getOrDefault(fileClass, NOTHING).poll();
                    LivingFile living = oldest == null ? null : before.remove(oldest);
                    if (living != null) files.put(file, living);
                });
        waiting = before;
    }

    private static Map<FileClass, Queue<Long>> oldestFirst(Map<Long, LivingFile> files) {
        Map<FileClass, Queue<Long>> byClass = new HashMap<>();
        files.entrySet().stream()
                .sorted(Comparator.comparingLong(entry -> entry.getValue().birth))
                .forEach(
                        entry ->
                                byClass.computeIfAbsent(
                                                entry.getValue().usage.fileClass,
                                                each -> new ArrayDeque<>())
                                        .add(entry.getKey()));
        return byClass;
    }

    @Override
    public void live(long micros, long file, FileClass fileClass, Lifetime lifetime, long bytes)
            throws DriveFullException {
        if (isBeginning && rounds == 1) initial.put(file, fileClass);
        if (files.containsKey(file)) return;
        create(file, fileClass, lifetime);
        var unused = write(file, 0, bytes);
    }

    @Override
    public void created(long micros, long file, FileClass fileClass, Lifetime lifetime) {
        isBeginning = false;
        lastMicros = micros;
        if (isRaw && files.containsKey(file)) return;
        LivingFile predecessor = waiting.remove(file);
        if (predecessor != null) release(predecessor);
        create(file, fileClass, lifetime);
    }

    private void create(long file, FileClass fileClass, Lifetime said) {
        ClassUsage usage =
                usageOf.computeIfAbsent(fileClass, each -> new EnumMap<>(Lifetime.class))
                        .computeIfAbsent(said, each -> newUsage(fileClass, said));
        files.put(
                file,
                new LivingFile(births++, usage, streams.computeIfAbsent(usage, this::streamsOf)));
    }

    private ClassUsage newUsage(FileClass fileClass, Lifetime said) {
        ClassUsage usage = new ClassUsage(fileClass, said);
        usages.add(usage);
        return usage;
    }

    private int[] streamsOf(ClassUsage usage) {
        return drives.stream()
                .mapToInt(drive -> drive.placement().stream(usage.fileClass, usage.said))
                .toArray();
    }

    @Override
    public void written(long micros, long file, long offset, long bytes) throws DriveFullException {
        isBeginning = false;
        lastMicros = micros;
        long before = writtenBytes;
        hostPages += write(file, offset, bytes);
        hostBytes += writtenBytes - before;
        if (hostPages < nextSample) return;
        for (ClassUsage usage : usages) usage.sample();
        nextSample = hostPages + SAMPLED_PAGES;
    }

    /** Writes to a file; a page shared by two consecutive writes is written once: in memory. */
    private long write(long file, long offset, long bytes) throws DriveFullException {
        LivingFile living = living(file);
        long pages = units(living, offset, bytes, pageBytes);
        long first = (offset + bytes + pageBytes - 1) / pageBytes - pages;
        writtenBytes += units(living, offset, bytes, hostUnit) * hostUnit;
        living.writtenTo = offset + bytes;
        if (bytes == 0 || pages == 0) return 0;
        streamsNow = living.streams;
        int usedBefore = space.usedPages();
        space.write(living.extents, first, pages, writing);
        living.usage.taken(space.usedPages() - usedBefore);
        living.usage.written(pages);
        peakPages = Math.max(peakPages, space.usedPages());
        return pages;
    }

    /** Returns the number of units that a write touches, without one shared with the last write. */
    private static long units(LivingFile living, long offset, long bytes, long unit) {
        if (bytes == 0) return 0;
        long first = offset / unit;
        if (offset == living.writtenTo && offset % unit != 0) first++;
        return (offset + bytes + unit - 1) / unit - first;
    }

    private LivingFile living(long file) {
        LivingFile living = files.get(file);
        if (living == null) throw new IllegalStateException("file " + file + " is not alive");
        return living;
    }

    @Override
    public void discarded(long micros, long file, long offset, long bytes) {
        long first = (offset + pageBytes - 1) / pageBytes;
        long pages = (offset + bytes) / pageBytes - first;
        lastMicros = micros;
        if (isTrimming && pages > 0) space.find(living(file).extents, first, pages, trimming);
    }

    @Override
    public void deleted(long micros, long file) {
        isBeginning = false;
        lastMicros = micros;
        release(living(file));
        files.remove(file);
    }

    private void release(LivingFile living) {
        int usedBefore = space.usedPages();
        space.release(living.extents, isTrimming ? trimming : UNTOLD);
        living.usage.taken(space.usedPages() - usedBefore);
    }

    private void writeRun(int first, int pages) {
        for (int drive = 0; drive < drives.size(); drive++)
            drives.get(drive).drive().write(first, pages, streamsNow[drive]);
    }

    private void trimRun(int first, int pages) {
        for (SimulatedDrive each : drives) each.drive().trim(first, pages);
    }

    /** Returns the pages that the trace has written so far, without the initial data. */
    long hostPages() {
        return hostPages;
    }

    /**
     * Returns the bytes that the trace has written so far, without the initial data: on a raw
     * device as recorded, else in whole blocks of the file system.
     */
    long hostBytes() {
        return hostBytes;
    }

    /** Returns the bytes written to the drives so far, with initial data, but not the cold data. */
    long writtenBytes() {
        return writtenBytes;
    }

    /** Returns the highest number of pages in use. */
    int peakPages() {
        return peakPages;
    }

    /** Returns the time of the last event, in microseconds since the trace began. */
    long lastMicros() {
        return lastMicros;
    }

    List<ClassUsage> usages() {
        return usages;
    }
}
