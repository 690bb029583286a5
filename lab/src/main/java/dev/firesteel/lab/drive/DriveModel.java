// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import dev.firesteel.flash.DriveGeometry;
import dev.firesteel.flash.ImpossibleGeometryException;
import dev.firesteel.flash.Victims;
import dev.firesteel.flash.timing.DieLayout;
import dev.firesteel.flash.timing.Disk;
import dev.firesteel.flash.timing.DiskSpec;
import dev.firesteel.flash.timing.Preset;
import dev.firesteel.flash.timing.Stripes;
import dev.firesteel.flash.timing.TimedDevice;
import dev.firesteel.flash.timing.TimedDrive;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A model of a drive that takes as long as a real one.
 *
 * @param preset a flash drive of {@link Preset}, or a disk of {@link DiskSpec}
 * @param spare spare factor of a flash drive, between 0 and 1; null for the preset's
 * @param cachePages write cache of a disk, in pages of 4 KiB; null for the preset's
 * @param drives drives that share the data in stripes (RAID 0), 1 to 64
 * @param stripePages pages of a stripe, at least 1; one that is longer than a drive puts the drives
 *     one behind the other
 * @param dilation the factor by which it is slower than the real one, 1 to 1,000
 */
public record DriveModel(
        String preset,
        @Nullable Double spare,
        @Nullable Integer cachePages,
        int drives,
        int stripePages,
        double dilation) {
    static final int PAGE_BYTES = 4_096;
    private static final int MOST_DRIVES = 64;
    private static final double MOST_DILATION = 1_000;
    private static final int RESERVE = 1;
    private static final int LEAST_BLOCKS = 256;

    /** The size of a drive of whole stripes over its share of the data. */
    private static final double MOST_GROWTH = 1.02;

    /**
     * Checks the model.
     *
     * @throws ImpossibleGeometryException if it is impossible; the message gives the reason
     */
    public DriveModel {
        if (drives < 1 || drives > MOST_DRIVES)
            throw new ImpossibleGeometryException(
                    "an array has 1 to %d drives, not %d".formatted(MOST_DRIVES, drives));
        if (stripePages < 1)
            throw new ImpossibleGeometryException(
                    "a stripe has at least 1 page, not " + stripePages);
        if (!(dilation >= 1 && dilation <= MOST_DILATION))
            throw new ImpossibleGeometryException(
                    "the dilation must be 1 to %,.0f, not %s".formatted(MOST_DILATION, dilation));
        if (flash(preset).isEmpty() && disk(preset).isEmpty())
            throw new ImpossibleGeometryException(
                    "a drive must be one of %s, not '%s'"
                            .formatted(String.join(", ", presets()), preset));
        if (spare != null && flash(preset).isEmpty())
            throw new ImpossibleGeometryException("a disk has no spare");
        if (cachePages != null && disk(preset).isEmpty())
            throw new ImpossibleGeometryException(
                    "the write cache of a flash drive is that of its preset");
    }

    /** Returns the names of all presets. */
    public static List<String> presets() {
        return Stream.concat(
                        Preset.ALL.stream().map(Preset::name),
                        DiskSpec.ALL.stream().map(DiskSpec::name))
                .toList();
    }

    private static Optional<Preset> flash(String name) {
        return Preset.ALL.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    private static Optional<DiskSpec> disk(String name) {
        return DiskSpec.ALL.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /** Returns the source of the numbers. */
    public String source() {
        return flash(preset).map(Preset::source).orElseGet(() -> DiskSpec.of(preset).source());
    }

    /** Returns the time that a read of a page takes on an idle drive, dilated, in nanoseconds. */
    public double readNanos() {
        double real =
                flash(preset)
                        .map(each -> each.flash().times())
                        .map(times -> (double) times.read() + times.transfer())
                        .orElseGet(() -> DiskSpec.of(preset).meanRead());
        return real * dilation;
    }

    /**
     * Rejects a size that this drive cannot have.
     *
     * @param placing how it places files
     * @throws ImpossibleGeometryException if it cannot; the message gives the reason
     */
    public void requirePossible(long bytes, Placing placing) {
        TimedDevice unused = device(bytes, placing.streamNames().size());
    }

    /**
     * Returns the size of an erase block of each drive, if the model has this number of bytes;
     * empty for a disk.
     */
    public OptionalLong blockBytes(long bytes) {
        Optional<Preset> flash = flash(preset);
        return flash.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(
                        (long) pagesPerBlock(flash.get(), pagesOfEach(bytes)) * PAGE_BYTES);
    }

    /** Returns the spare factor; 0 for a disk. */
    public double spareFactor() {
        return spare != null ? spare : flash(preset).map(Preset::spare).orElse(0.0);
    }

    /** Returns whether it can have streams: a flash drive. */
    public boolean hasStreams() {
        return flash(preset).isPresent();
    }

    /**
     * Returns a drive, or an array of them, with this number of bytes.
     *
     * @param streams the number of streams of a flash drive
     * @throws ImpossibleGeometryException if there is none
     */
    TimedDevice device(long bytes, int streams) {
        List<TimedDevice> all = new ArrayList<>();
        for (int i = 0; i < drives; i++) all.add(drive(bytes, streams));
        TimedDevice device = drives == 1 ? all.get(0) : new Stripes(all, stripe(bytes));
        if (device.pages() < bytes / PAGE_BYTES)
            throw new ImpossibleGeometryException(
                    "%s has %,d bytes, and not %,d"
                            .formatted(preset, (long) device.pages() * PAGE_BYTES, bytes));
        return device;
    }

    /** Returns the pages of each flash drive: whole stripes, if there are several. */
    private long pagesOfEach(long bytes) {
        if (drives == 1) return share(bytes);
        int stripe = stripe(bytes);
        long pages = quotient(share(bytes), stripe) * stripe;
        if (pages > MOST_GROWTH * share(bytes))
            throw new ImpossibleGeometryException(
                    "stripes of %,d pages leave much of drives of %,d empty: take shorter ones, or one as long as a drive"
                            .formatted(stripe, share(bytes)));
        return pages;
    }

    private long share(long bytes) {
        return quotient(quotient(bytes, PAGE_BYTES), drives);
    }

    /** Returns the pages of a stripe: no more than a drive has. */
    private int stripe(long bytes) {
        return (int) Math.min(stripePages, share(bytes));
    }

    /** Returns a quotient, rounded up. */
    private static long quotient(long dividend, long divisor) {
        return (dividend + divisor - 1) / divisor;
    }

    private TimedDevice drive(long bytes, int streams) {
        Optional<Preset> flash = flash(preset);
        if (flash.isEmpty()) {
            DiskSpec disk = DiskSpec.of(preset);
            return new Disk(
                    cachePages == null ? disk : disk.with(disk.controller().withCache(cachePages)));
        }
        Preset of = flash.get();
        long pages = pagesOfEach(bytes);
        int inBlock = pagesPerBlock(of, pages);
        double physical = pages / (1 - spareFactor());
        int blocks = (int) Math.ceil(physical / inBlock) + RESERVE;
        DriveGeometry geometry =
                new DriveGeometry(blocks, inBlock, Math.toIntExact(pages), RESERVE);
        geometry.requireMemory(drives, true);
        return new TimedDrive(geometry, streams, Victims.of("greedy", List.of(), 1), of.flash());
    }

    /** Returns the preset's, but fewer for a drive that would have less than 256 blocks. */
    private static int pagesPerBlock(Preset preset, long pages) {
        DieLayout layout = preset.flash().layout();
        int row = layout.planes() * layout.pagesPerProgram();
        long rows = Math.max(1, pages / LEAST_BLOCKS / row);
        return (int) Math.min(preset.pagesPerBlock(), rows * row);
    }

    /** Returns a description, such as {@code 6 x disk7k, 10 times slower}. */
    @Override
    public String toString() {
        return Stream.of(
                        (drives == 1 ? "" : drives + " x ") + preset,
                        spare == null ? "" : "spare " + spare,
                        cachePages == null ? "" : "cache of " + cachePages + " pages",
                        dilation == 1 ? "" : "%.4g times slower".formatted(dilation))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }
}
