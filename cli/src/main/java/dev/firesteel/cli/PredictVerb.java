// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

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
        description =
                "Draws how long a write and a read after it take to reach each replica and to come"
                        + " back, a million times, and counts how often the read knows of the"
                        + " write. docs/concepts/staleness.md tells what is drawn, and of whom it is known.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel lab staleness predict --model lnkd-ssd --r 2",
            "  firesteel lab staleness predict --write exp:0.1 --ack exp:1 --read exp:1"
                    + " --response exp:1"
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
            description =
                    "Or else how long a write is on its way to a replica, in milliseconds, such as"
                            + " 0.9122*pareto:0.235,10+0.0878*exp:1.66; there are"
                            + " pareto:SCALE,SHAPE, exp:RATE and constant:MILLIS.")
    @Nullable String write;

    @Option(
            names = "--ack",
            paramLabel = MIXTURE,
            description = "And its acknowledgement on the way back.")
    @Nullable String ack;

    @Option(names = "--read", paramLabel = MIXTURE, description = "And a read.")
    @Nullable String read;

    @Option(names = "--response", paramLabel = MIXTURE, description = "And its response.")
    @Nullable String response;

    @Mixin QuorumOptions quorum = new QuorumOptions();

    @Option(
            names = "--trials",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "How often it is tried (default: ${DEFAULT-VALUE}).")
    int trials;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of what is drawn: the same seed gives the same (default: 1).")
    long seed;

    @Option(
            names = "--json",
            description =
                    "For machines: one JSON object, with consistentAtZero, tVisibilityMillis,"
                            + " readLatencyMillis and writeLatencyMillis (each with p50, p90, p99,"
                            + " p999, p9999), and withinVersions.")
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
                    "either --model is wanted, or all of --write, --ack, --read and --response");
        return LatencyModel.named(model);
    }

    private static Mixture mixture(@Nullable String text) {
        return Mixture.of(Objects.requireNonNull(text));
    }
}
