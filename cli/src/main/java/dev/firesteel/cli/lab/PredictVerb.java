// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Json;
import dev.firesteel.lab.staleness.LatencyModel;
import dev.firesteel.lab.staleness.Mixture;
import dev.firesteel.lab.staleness.Prediction;
import dev.firesteel.lab.staleness.Staleness;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code firesteel lab staleness predict}: predicts staleness from latency distributions. */
@Command(
        name = "predict",
        description = {
            "Simulates a write and a read after it, a million times, with random latencies to"
                    + " each replica and back. Counts the reads that return the write.",
            "See docs/concepts/staleness.md."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel lab staleness predict --model lnkd-ssd --r 2",
            "  firesteel lab staleness predict --write exp:0.1 --ack exp:1 --read exp:1 \\",
            "      --response exp:1"
        })
final class PredictVerb implements Callable<Integer> {
    private static final String MIXTURE = "MIXTURE";

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description =
                    "Published latencies: lnkd-ssd, lnkd-disk (LinkedIn), ymmr (Yammer), or wan"
                            + " (lnkd-disk, each replica in a data centre of its own, 75 ms"
                            + " apart).")
    @Nullable String model;

    @Option(
            names = "--write",
            paramLabel = MIXTURE,
            description = {
                "Or else the latency of a write to a replica, in milliseconds, such as",
                "0.9122*pareto:0.235,10+0.0878*exp:1.66",
                "There are exp:RATE, constant:MILLIS, pareto:SCALE,SHAPE."
            })
    @Nullable String write;

    @Option(names = "--ack", paramLabel = MIXTURE, description = "Latency of its acknowledgement.")
    @Nullable String ack;

    @Option(names = "--read", paramLabel = MIXTURE, description = "Latency of a read to a replica.")
    @Nullable String read;

    @Option(names = "--response", paramLabel = MIXTURE, description = "Latency of its response.")
    @Nullable String response;

    @Mixin QuorumOptions quorum = new QuorumOptions();

    @Option(
            names = "--trials",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Number of trials (default: ${DEFAULT-VALUE}).")
    int trials;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed; the same seed gives the same result (default: 1).")
    long seed;

    @Option(
            names = "--json",
            description =
                    "Print one JSON object, with consistentAtZero, tVisibilityMillis,"
                            + " readLatencyMillis and writeLatencyMillis (each with p50, p90,"
                            + " p99, p999, p9999), and withinVersions.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        Console console = Console.of(spec);
        PredictionText text = new PredictionText(predict(console));
        if (isJson) console.say(Json.write(text.fields()));
        else text.lines().forEach(console::say);
        return 0;
    }

    private Prediction predict(Console console) {
        return console.checked(() -> Staleness.predict(model(), quorum.quorum(), trials, seed));
    }

    private LatencyModel model() {
        boolean isMixed = write != null && ack != null && read != null && response != null;
        boolean isAnyMixed = write != null || ack != null || read != null || response != null;
        if (isMixed && model == null)
            return LatencyModel.of(mixture(write), mixture(ack), mixture(read), mixture(response));
        if (model == null || isAnyMixed)
            throw new IllegalArgumentException(
                    "give either --model, or all of --write, --ack, --read and --response");
        return LatencyModel.named(model);
    }

    private static Mixture mixture(@Nullable String text) {
        return Mixture.of(Objects.requireNonNull(text));
    }
}
