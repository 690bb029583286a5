// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.journal.JournalReader;
import dev.firesteel.journal.SegmentInfo;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Steps the wall clock between SIGKILL and the restart, by an hour back or forth or a year back.
 * The step is undone at the next restart. The monotonic clock is not changed.
 */
final class ClockFault implements Fault {
    private static final List<Step> STEPS =
            List.of(
                    new Step("-1h", Duration.ofHours(-1)),
                    new Step("+1h", Duration.ofHours(1)),
                    new Step("-1y", Duration.ofDays(-365)));

    /** Tolerance for the time between two log lines of a node, or for a machine clock being set. */
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final Pattern LOGGED =
            Pattern.compile("\\w+ +\\[.*?] (\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d),.*");

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    /** Paths of libfaketime in distributions. */
    private static final List<Path> LIBRARIES =
            List.of(
                    Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
                    Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"),
                    Path.of("/usr/lib64/faketime/libfaketimeMT.so.1"));

    private Step step = STEPS.get(0);

    /** The highest segment identifier before the step. */
    private long highest;

    /**
     * A step of the clock.
     *
     * @param text the step in libfaketime's syntax
     */
    private record Step(String text, Duration by) {}

    @Override
    public String name() {
        return "clock";
    }

    @Override
    public void require(FaultTargets targets) throws IOException {
        if (LIBRARIES.stream().noneMatch(Files::exists))
            throw new FaultException(
                    "The fault clock needs libfaketime (Debian's package: faketime), in one of "
                            + LIBRARIES);
    }

    @Override
    public void strike(FaultContext context) throws IOException, InterruptedException {
        context.load().last(context.chooseLoad());
        context.node().kill();
    }

    @Override
    public void comeBack(NodeSettings settings, FaultContext context) throws IOException {
        step = STEPS.get(context.random().nextInt(STEPS.size()));
        Path library = LIBRARIES.stream().filter(Files::exists).findFirst().orElseThrow();
        settings.environment("LD_PRELOAD", library.toString())
                .environment("FAKETIME", step.text)
                .environment("FAKETIME_DONT_FAKE_MONOTONIC", "1")
                // Otherwise every timed wait of the JVM ends at once, and the node spins.
                .environment("FAKETIME_FORCE_MONOTONIC_FIX", "0");
        context.note("clock " + step.text);
        Path journal = context.targets().journal();
        if (journal != null) highest = highestIdentifier(journal);
    }

    @Override
    public void lookBack(FaultContext context) throws IOException {
        Duration stepped = stepped(context.settings().directory().log());
        if (stepped.minus(step.by).abs().compareTo(TOLERANCE) > 0)
            context.miss("the node's clock stepped by %d s".formatted(stepped.toSeconds()));
        Path journal = context.targets().journal();
        if (journal == null) return;
        long now = highestIdentifier(journal);
        if (now <= highest)
            throw new FindingException(
                    "The clock went back, and so did the identifiers of segments: from %d to %d"
                            .formatted(highest, now));
        context.note("identifiers went on from %d to %d".formatted(highest, now));
    }

    /**
     * Returns the difference of a node's clock to the machine's: the time in its log's last line,
     * less the file's modification time.
     */
    static Duration stepped(Path log) throws IOException {
        Instant written = Files.getLastModifiedTime(log).toInstant();
        return Files.readAllLines(log).stream()
                .map(LOGGED::matcher)
                .filter(Matcher::matches)
                .map(line -> LocalDateTime.parse(line.group(1), TIME))
                .reduce((first, last) -> last)
                .map(last -> Duration.between(written, last.atZone(ZoneId.systemDefault())))
                .orElse(Duration.ZERO);
    }

    private static long highestIdentifier(Path journal) throws IOException {
        return JournalReader.inspect(journal).segments().stream()
                .mapToLong(SegmentInfo::id)
                .max()
                .orElse(0);
    }
}
