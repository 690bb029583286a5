// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A drive with published numbers, in pages of 4 KiB. Not published, and assumed: the scheduling,
 * the time to resume, and erase blocks that are shorter than real ones, so that a simulation is
 * short.
 *
 * @param source of the numbers
 * @param spare the spare factor
 * @param pagesPerBlock pages of an erase block, over all planes
 * @param blocks erase blocks
 */
public record Preset(
        String name, String source, FlashSpec flash, double spare, int pagesPerBlock, int blocks) {
    private static final Scheduling HOST_FIRST =
            new Scheduling(Scheduling.Order.HOST, true, 20_000, 10_000_000);

    /** Two programs for each plane, as NVMeVirt gives a conventional drive. */
    private static WriteCache cache(DieLayout layout) {
        return new WriteCache(2 * layout.pagesPerProgram() * layout.planes(), true);
    }

    private static Preset modern(
            String name, String source, DieLayout layout, FlashTimes times, int pagesPerBlock) {
        FlashSpec flash = new FlashSpec(layout, times, HOST_FIRST, cache(layout));
        return new Preset(name, source, flash, 0.07, pagesPerBlock, 256);
    }

    /** All presets. */
    public static final List<Preset> ALL =
            List.of(
                    new Preset(
                            "slc",
                            "Samsung K9XXG08UXM, 8 packages of 4 GB, 15 % spare: Agrawal et al.,"
                                    + " Design Tradeoffs for SSD Performance, USENIX ATC 2008,"
                                    + " Table 1",
                            new FlashSpec(
                                    new DieLayout(8, 2, 4, 1),
                                    new FlashTimes(25_000, 200_000, 1_500_000, 100_000),
                                    Scheduling.FIFO,
                                    WriteCache.NONE),
                            0.15,
                            4_096,
                            256),
                    modern(
                            "mlc",
                            "Samsung 970 PRO: configuration of NVMeVirt (Kim et al., FAST 2023);"
                                    + " erase: HP, SSD Technology Differences, Table 1",
                            new DieLayout(8, 2, 1, 8),
                            new FlashTimes(35_760, 185_000, 3_000_000, 5_120),
                            4_096),
                    modern(
                            "tlc",
                            "WD ZN540: configuration of NVMeVirt (Kim et al., FAST 2023); erase:"
                                    + " HP, SSD Technology Differences, Table 1",
                            new DieLayout(8, 4, 1, 24),
                            new FlashTimes(50_000, 561_000, 4_500_000, 9_102),
                            6_144),
                    modern(
                            "qlc",
                            "Intel 96-layer QLC, mean of its four kinds of pages: Chen et al.,"
                                    + " PACA, ICCD 2022, Fig. 2 and Table I; 16 KiB at 800 MT/s",
                            new DieLayout(8, 4, 4, 4),
                            new FlashTimes(121_700, 1_860_000, 6_340_000, 5_120),
                            8_192));

    /**
     * Returns a preset by its name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Preset of(String name) {
        String known = name.toLowerCase(Locale.ROOT);
        return ALL.stream()
                .filter(each -> each.name.equals(known))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "a preset must be one of %s, not '%s'"
                                                .formatted(names(), name)));
    }

    private static String names() {
        return ALL.stream().map(Preset::name).collect(Collectors.joining(", "));
    }
}
