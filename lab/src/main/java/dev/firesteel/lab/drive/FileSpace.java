// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import dev.firesteel.flash.replay.Allocation;
import dev.firesteel.flash.replay.DriveFullException;
import dev.firesteel.flash.replay.FileSystem;
import dev.firesteel.flash.timing.TimedDevice;
import dev.firesteel.lab.fuse.FuseError;
import dev.firesteel.lab.fuse.Libc;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The pages of a drive, which files share, and the streams in which it places them. */
final class FileSpace {
    /** More pages than a file can have. */
    private static final long ALL = 1L << 50;

    private static final Path ROOT = Path.of("/");

    private final FileDriveSettings settings;
    private final int pages;
    private final FileSystem space;
    private final long[] streamPages;
    private @Nullable DriveClock clock;

    FileSpace(FileDriveSettings settings) {
        settings.model().requirePossible(settings.bytes(), settings.placing());
        this.settings = settings;
        pages = Math.toIntExact(settings.bytes() / DriveModel.PAGE_BYTES);
        space = new FileSystem(pages, DriveModel.PAGE_BYTES, Allocation.NEXT_FIT);
        streamPages = new long[settings.placing().streamNames().size()];
    }

    int pages() {
        return pages;
    }

    int freePages() {
        return pages - space.usedPages();
    }

    /**
     * Allocates the pages of a file that was there before.
     *
     * @throws IOException if there are too few; the message gives the size of the drive
     */
    void adopt(TreeFile file, long bytes) throws IOException {
        try {
            allocate(file, 0, bytes);
        } catch (FuseError e) {
            throw new IOException(
                    "the files in %s need more than the %,d bytes of the drive: give a larger size="
                            .formatted(settings.directory(), settings.bytes()),
                    e);
        }
    }

    private static long ends(long bytes) {
        return (bytes + DriveModel.PAGE_BYTES - 1) / DriveModel.PAGE_BYTES;
    }

    /** Starts the clock, once. What the files have was written before. */
    void startClock(List<TreeFile> files, LongSupplier nanos) {
        if (clock != null) return;
        TimedDevice device = settings.model().device(settings.bytes(), streamPages.length);
        for (TreeFile file : files) {
            int stream = stream(file);
            for (PageRun run : find(file, 0, ALL))
                for (int page = run.first(); page < run.first() + run.pages(); page++)
                    device.prepare(page, stream);
        }
        clock = new DriveClock(device, settings.model().dilation(), nanos);
    }

    /** Returns its clock; null before the start. */
    @Nullable DriveClock clock() {
        return clock;
    }

    /** Returns whether a file has no stream so far. */
    boolean lacksStream(TreeFile file) {
        return file.stream() == TreeFile.UNKNOWN;
    }

    /**
     * Places a file by its lifetime.
     *
     * @param hint the value of {@code F_GET_RW_HINT}, or {@link HintProcess#UNKNOWN}
     */
    void place(TreeFile file, long hint) {
        if (file.links() == 0 && !lacksStream(file)) return; // it keeps that of its last name
        if (hint != HintProcess.UNKNOWN) file.place(stream(file, hint));
        else if (lacksStream(file)) file.place(stream(file, 0));
    }

    private int stream(TreeFile file, long hint) {
        return settings.placing().stream(file.path(ROOT), hint);
    }

    /** Returns the stream of a file: while its hint is not known, that of a file without. */
    int stream(TreeFile file) {
        return lacksStream(file) ? stream(file, 0) : file.stream();
    }

    /**
     * Allocates the pages of a part of a file that it does not have.
     *
     * @throws FuseError if there are too few
     */
    void allocate(TreeFile file, long offset, long bytes) throws FuseError {
        long first = offset / DriveModel.PAGE_BYTES;
        try {
            space.write(file.extents(), first, ends(offset + bytes) - first, (page, count) -> {});
        } catch (DriveFullException e) {
            throw new FuseError(Libc.ENOSPC);
        }
    }

    /** Counts pages that a file writes. */
    void written(TreeFile file, List<PageRun> runs) {
        for (PageRun run : runs) streamPages[stream(file)] += run.pages();
    }

    /** Finds the pages of a part of a file that it has. */
    List<PageRun> find(TreeFile file, long offset, long bytes) {
        long first = offset / DriveModel.PAGE_BYTES;
        return pagesOf(file, first, ends(offset + bytes) - first);
    }

    private List<PageRun> pagesOf(TreeFile file, long first, long count) {
        List<PageRun> runs = new ArrayList<>();
        space.find(
                file.extents(), first, count, (page, found) -> runs.add(new PageRun(page, found)));
        return runs;
    }

    /** Deallocates whole pages within a part of a file, which keeps its place on the drive. */
    void trim(TreeFile file, long offset, long bytes) {
        if (clock == null) return;
        long first = ends(offset);
        long end = (offset + bytes) / DriveModel.PAGE_BYTES;
        if (end > first) pagesOf(file, first, end - first).forEach(clock::trim);
    }

    /** Frees the pages behind the end of a file. */
    void truncate(TreeFile file, long bytes) {
        space.truncate(file.extents(), ends(bytes), this::trim);
    }

    /** Frees the pages of a file that is gone. */
    void release(TreeFile file) {
        space.release(file.extents(), this::trim);
    }

    private void trim(int first, int count) {
        if (clock != null) clock.trim(new PageRun(first, count));
    }

    /**
     * Returns the measurements since the clock was started.
     *
     * @param unreadHints lifetime hints that could not be read
     */
    LiveReport.Live report(long unreadHints) {
        if (clock == null) throw new IllegalStateException("the clock was not started");
        Map<String, Long> pages = new LinkedHashMap<>();
        for (String name : settings.placing().streamNames())
            pages.put(name, streamPages[pages.size()]);
        return clock.report(settings.name()).withStreams(pages, unreadHints);
    }
}
