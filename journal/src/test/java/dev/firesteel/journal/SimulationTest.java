// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Histories that a seed decides. A failing one names its seed, and the command that replays it.
 *
 * <p>For a campaign: {@code mvn -pl journal test -Dtest=SimulationTest -Dfiresteel.seed=FIRST
 * -Dfiresteel.seeds=COUNT}.
 */
class SimulationTest {
    /** With continuations, a minute; without, ten times that. */
    private static final long SEEDS = 100_000;

    private static final long SEEDS_WITHOUT_CONTINUATIONS = 5_000;
    private static final int FIRST_JAVA_WITH_CONTINUATIONS = 21;
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

    private final long from = Long.getLong("firesteel.seed", 0); // owns settings
    private final int threads = Runtime.getRuntime().availableProcessors();

    @Test
    void aSeedReplaysItsHistory() {
        Map<String, Long> first = new SimLoader(Map.of()).run(42);
        assertThat(new SimLoader(Map.of()).run(42)).isEqualTo(first);
    }

    @Test
    void theSchedulerIsWovenIntoEveryClassThatSharesMemory() throws IOException {
        assertThat(SimLoader.wovenCalls())
                .allSatisfy((type, calls) -> assertThat(calls).isPositive());
    }

    @Test
    void noHistoryBreaksAPromise() throws Exception {
        Optional<Path> java = javaWithContinuations();
        long seeds =
                Long.getLong( // owns settings
                        "firesteel.seeds", java.isPresent() ? SEEDS : SEEDS_WITHOUT_CONTINUATIONS);
        if (java.isPresent()) assertThat(run(java.get(), seeds)).isZero();
        else assertThat(SimCampaign.run(from, seeds, threads).failures()).isEmpty();
    }

    private int run(Path java, long seeds) throws IOException, InterruptedException {
        return new ProcessBuilder(
                        java.toString(),
                        "-XX:+UseSerialGC",
                        "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"), // owns settings
                        SimCampaign.class.getName(),
                        Long.toString(from),
                        Long.toString(seeds),
                        Integer.toString(threads))
                .redirectErrorStream(true)
                .inheritIO()
                .start()
                .waitFor();
    }

    /** The newest Java that lies beside the one that runs this, if it is new enough. */
    private static Optional<Path> javaWithContinuations() throws IOException {
        Path home = Path.of(System.getProperty("java.home")); // owns settings
        Path parent = home.toRealPath().getParent();
        if (parent == null) return Optional.empty();
        List<Path> homes;
        try (Stream<Path> beside = Files.list(parent)) {
            homes = beside.sorted().toList();
        }
        Optional<Path> newest = Optional.empty();
        int newestVersion = FIRST_JAVA_WITH_CONTINUATIONS - 1;
        for (Path each : homes) {
            Path java = each.resolve("bin/java");
            int version = version(each.resolve("release"));
            if (version > newestVersion && Files.isExecutable(java)) {
                newest = Optional.of(java);
                newestVersion = version;
            }
        }
        return newest;
    }

    private static int version(Path release) throws IOException {
        if (!Files.isReadable(release)) return 0;
        Matcher version = VERSION.matcher(Files.readString(release));
        return version.find() ? Integer.parseInt(version.group(1)) : 0;
    }
}
