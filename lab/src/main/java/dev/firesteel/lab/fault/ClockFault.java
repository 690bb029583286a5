// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.journal.Journal;
import dev.firesteel.journal.SegmentInfo;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The wall clock steps between SIGKILL and the restart, an hour back or forth or a year back, and
 * back again at the next restart. The monotonic clock stays as it is.
 */
final class ClockFault implements Fault {
    private static final List<String> STEPS = List.of("-1h", "+1h", "-1y");

    /** Where distributions put libfaketime. */
    private static final List<Path> LIBRARIES =
            List.of(
                    Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
                    Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"),
                    Path.of("/usr/lib64/faketime/libfaketimeMT.so.1"));

    /** The highest identifier of a segment before the step. */
    private long highest;

    @Override
    public String name() {
        return "clock";
    }

    @Override
    public void require(Site site) throws IOException {
        if (LIBRARIES.stream().noneMatch(Files::exists))
            throw new FaultException(
                    "The fault clock needs libfaketime (Debian's package: faketime), in one of "
                            + LIBRARIES);
    }

    @Override
    public void strike(Scene scene) throws IOException, InterruptedException {
        scene.load().last(scene.chooseLoad());
        scene.node().kill();
    }

    @Override
    public void comeBack(NodeSettings settings, Scene scene) throws IOException {
        String step = STEPS.get(scene.random().nextInt(STEPS.size()));
        Path library = LIBRARIES.stream().filter(Files::exists).findFirst().orElseThrow();
        settings.environment("LD_PRELOAD", library.toString())
                .environment("FAKETIME", step)
                .environment("FAKETIME_DONT_FAKE_MONOTONIC", "1")
                // Or every timed wait of the JVM ends at once, and the node only spins.
                .environment("FAKETIME_FORCE_MONOTONIC_FIX", "0");
        scene.note("clock " + step);
        Path journal = scene.site().journal();
        if (journal != null) highest = highestIdentifier(journal);
    }

    @Override
    public void lookBack(Scene scene) throws IOException {
        Path journal = scene.site().journal();
        if (journal == null) return;
        long now = highestIdentifier(journal);
        if (now <= highest)
            throw new FindingException(
                    "The clock went back, and so did the identifiers of segments: from %d to %d"
                            .formatted(highest, now));
        scene.note("identifiers went on from %d to %d".formatted(highest, now));
    }

    private static long highestIdentifier(Path journal) throws IOException {
        return Journal.inspect(journal).segments().stream()
                .mapToLong(SegmentInfo::id)
                .max()
                .orElse(0);
    }
}
