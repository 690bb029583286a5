// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A disk with published numbers. The mean bytes of a track follow from the capacity; the outermost
 * has 1.9 times those of the innermost, as the rates in the manuals do. Not published, and assumed:
 * the longest wait, the write cache of 16 MiB, and the pages read ahead.
 *
 * @param source of the numbers
 * @param reads seek times before a read
 * @param writes seek times before a write, which settle longer
 */
public record DiskSpec(
        String name,
        String source,
        Platters platters,
        SeekTimes reads,
        SeekTimes writes,
        DiskController controller) {
    private static final DiskController CONTROLLER =
            new DiskController(200_000, 32, 500_000_000, 4_096, 512);

    /** All presets. */
    public static final List<DiskSpec> ALL =
            List.of(
                    new DiskSpec(
                            "disk7k",
                            "Seagate Constellation SAS, 500 GB (ST9500430SS): product manual, rev."
                                    + " E, sections 5.1 and 5.2",
                            new Platters(7_200, 6, 123_148, 886_000, 467_900),
                            new SeekTimes(500_000, 8_000_000, 17_350_000),
                            new SeekTimes(700_000, 8_400_000, 17_820_000),
                            CONTROLLER),
                    new DiskSpec(
                            "disk10k",
                            "Seagate Savvio 10K.4 SAS, 600 GB (ST9600204SS): product manual, rev."
                                    + " A, sections 4.1 and 4.2; ratio of the tracks: Savvio 10K.3"
                                    + " manual, rev. G, section 5.2.3",
                            new Platters(10_000, 6, 147_620, 887_800, 467_300),
                            new SeekTimes(300_000, 3_800_000, 7_810_000),
                            new SeekTimes(560_000, 4_400_000, 8_180_000),
                            CONTROLLER));

    /** Returns the mean time of a read of a random page on an idle disk, in nanoseconds. */
    public double meanRead() {
        return controller.overhead() + reads.average() + platters.revolution() / 2;
    }

    /** Returns the same disk with another controller. */
    public DiskSpec with(DiskController other) {
        return new DiskSpec(name, source, platters, reads, writes, other);
    }

    /**
     * Returns a preset by its name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static DiskSpec of(String name) {
        String known = name.toLowerCase(Locale.ROOT);
        return ALL.stream()
                .filter(each -> each.name.equals(known))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "a disk must be one of %s, not '%s'"
                                                .formatted(names(), name)));
    }

    private static String names() {
        return ALL.stream().map(DiskSpec::name).collect(Collectors.joining(", "));
    }
}
