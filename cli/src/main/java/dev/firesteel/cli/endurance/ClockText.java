// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import dev.firesteel.flash.timing.DieLayout;
import dev.firesteel.flash.timing.FlashSpec;
import dev.firesteel.flash.timing.FlashTimes;
import dev.firesteel.flash.timing.HostLoad;
import dev.firesteel.flash.timing.Preset;
import dev.firesteel.flash.timing.Scheduling;
import dev.firesteel.flash.timing.WriteCache;
import dev.firesteel.lab.WrappedText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats the flash of a drive with a clock, and its load, for people and for machines. */
record ClockText(FlashSpec flash, HostLoad load, @Nullable Preset preset) {

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("flash                " + layout(flash.layout()));
        lines.add("times                " + times(flash.times()));
        lines.add("scheduling           " + scheduling(flash.scheduling()));
        lines.add("write cache          " + cache(flash.cache()));
        if (preset != null) lines.add("numbers from         " + preset.source());
        lines.add("load                 " + requests());
        return lines.stream()
                .flatMap(line -> WrappedText.lines(line, ModelText.INDENT).stream())
                .toList();
    }

    private static String layout(DieLayout layout) {
        return "%s of %s of %s, programs %s at a time"
                .formatted(
                        count(layout.channels(), "channel"),
                        count(layout.diesPerChannel(), "die"),
                        count(layout.planesPerDie(), "plane"),
                        count(layout.pagesPerProgram(), "page"));
    }

    private static String count(int number, String what) {
        return "%,d %s%s".formatted(number, what, number == 1 ? "" : "s");
    }

    private static String times(FlashTimes times) {
        return "read %s, program %s, erase %s, transfer of a page %s"
                .formatted(
                        Nanos.text(times.read()),
                        Nanos.text(times.program()),
                        Nanos.text(times.erase()),
                        Nanos.text(times.transfer()));
    }

    private static String scheduling(Scheduling scheduling) {
        String order = name(scheduling.order());
        if (scheduling.order() == Scheduling.Order.FIFO) return order;
        return "%s first, for others at most %s; %s"
                .formatted(
                        order,
                        Nanos.text(scheduling.longestWait()),
                        scheduling.suspends()
                                ? "reads interrupt, "
                                        + Nanos.text(scheduling.resume())
                                        + " to resume"
                                : "reads do not interrupt");
    }

    private static String name(Scheduling.Order order) {
        return order.name().toLowerCase(Locale.ROOT);
    }

    private static String cache(WriteCache cache) {
        if (cache.pages() == 0) return "none";
        return "%s, %s against a loss of power"
                .formatted(
                        count(cache.pages(), "page"),
                        cache.isProtected() ? "protected" : "not protected");
    }

    private String requests() {
        return "%s %% reads, %s, at most %,d at a time%s"
                .formatted(
                        BigDecimal.valueOf(load.reads())
                                .movePointRight(2)
                                .stripTrailingZeros()
                                .toPlainString(),
                        load.isClosed()
                                ? "as fast as the drive completes them"
                                : "%,.1f offered a second".formatted(load.rate()),
                        load.depth(),
                        load.flushEvery() == 0
                                ? ""
                                : ", a flush every " + count(load.flushEvery(), "write"));
    }

    Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("preset", preset == null ? null : preset.name());
        fields.put("channels", flash.layout().channels());
        fields.put("diesPerChannel", flash.layout().diesPerChannel());
        fields.put("planesPerDie", flash.layout().planesPerDie());
        fields.put("pagesPerProgram", flash.layout().pagesPerProgram());
        fields.put("readNanos", flash.times().read());
        fields.put("programNanos", flash.times().program());
        fields.put("eraseNanos", flash.times().erase());
        fields.put("transferNanos", flash.times().transfer());
        fields.put("scheduling", name(flash.scheduling().order()));
        fields.put("suspends", flash.scheduling().suspends());
        fields.put("resumeNanos", flash.scheduling().resume());
        fields.put("longestWaitNanos", flash.scheduling().longestWait());
        fields.put("cachePages", flash.cache().pages());
        fields.put("powerLossProtection", flash.cache().isProtected());
        fields.put("readPart", load.reads());
        fields.put("offeredPerSecond", load.isClosed() ? null : load.rate());
        fields.put("depth", load.depth());
        fields.put("flushEvery", load.flushEvery());
        return fields;
    }
}
