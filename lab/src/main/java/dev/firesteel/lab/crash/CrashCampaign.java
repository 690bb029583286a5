// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.LabSession;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Kills a node under load, restarts it, and looks for every acknowledged write; again and again.
 *
 * <p>Every third kill is followed by another while the node replays. A campaign that was
 * interrupted goes on where it was when it is run again in the same directory. It stops at the
 * first finding and leaves everything as it was found.
 */
public final class CrashCampaign {
    private static final Duration START_PATIENCE = Duration.ofMinutes(5);
    private static final int START_UP_KILL_EVERY = 3;
    private static final long SEED_STEP = 0x9E3779B97F4A7C15L;

    /** While there are new keys, a third of the writes go there. */
    private static final double INSERT_SHARE = 0.33;

    private final CampaignSettings settings;
    private final Target target;
    private final Sabotage sabotage;
    private final Consumer<CycleResult> listener;
    private final LongSupplier nanos;
    private final Running running = new Running();
    private final ResultFile<CycleResult> results;

    /**
     * A campaign.
     *
     * @param sabotage for tests of the campaign itself; otherwise {@link Sabotage#NONE}
     * @param listener told each result once it is written
     * @param nanos a clock in nanoseconds, of any origin
     */
    public CrashCampaign(
            CampaignSettings settings,
            Target target,
            Sabotage sabotage,
            Consumer<CycleResult> listener,
            LongSupplier nanos) {
        this.settings = settings;
        this.target = target;
        this.sabotage = sabotage;
        this.listener = listener;
        this.nanos = nanos;
        this.results = new ResultFile<>(settings.results(), CycleResult.class);
    }

    /**
     * Runs the campaign, or the rest of it. Whatever it started has ended when this returns, and
     * ends with the JVM too.
     *
     * @throws CampaignException if it cannot go on; run again, it tries again
     */
    public CampaignSummary run() throws IOException, InterruptedException {
        Files.createDirectories(settings.directory());
        List<CycleResult> cycles = results.read();
        requireSame(cycles);
        target.prepare();
        try (Running all = running.endWithJvm()) {
            if (goesOn(cycles)) begin(cycles);
            while (cycles.size() < settings.kills()
                    && cycles.stream().allMatch(CycleResult::isClean)) {
                take(cycle(cycles.size() + 1), cycles);
            }
        }
        return summarize(cycles);
    }

    private boolean goesOn(List<CycleResult> cycles) {
        return cycles.size() < settings.kills() && cycles.stream().allMatch(CycleResult::isClean);
    }

    private CampaignSummary summarize(List<CycleResult> cycles) throws IOException {
        CampaignSummary summary = CampaignSummary.of(target.name(), settings.seed(), cycles);
        Files.writeString(settings.summary(), JsonLine.of(summary) + "\n");
        return summary;
    }

    /** Results of another campaign must not be taken for ours. */
    private void requireSame(List<CycleResult> cycles) throws CampaignException {
        for (CycleResult cycle : cycles)
            if (!cycle.target().equals(target.name()) || cycle.campaignSeed() != settings.seed())
                throw new CampaignException(
                        "%s holds a campaign against %s with seed %d: go on with those, or elsewhere"
                                .formatted(
                                        settings.directory(),
                                        cycle.target(),
                                        cycle.campaignSeed()));
    }

    /**
     * Starts the node. If a campaign was interrupted here, that was a kill, and is judged as one.
     */
    private void begin(List<CycleResult> cycles) throws IOException {
        long start = nanos.getAsLong();
        CassandraNode node = running.start(nodeSettings()).awaitReady(START_PATIENCE);
        double seconds = (nanos.getAsLong() - start) / 1e9;
        try (CqlSession session = LabSession.open(node.contactPoint())) {
            LedgerTable.create(session, settings.shape());
        }
        requireGenuine(node);
        if (hasOpenAttempts()) {
            int number = cycles.size() + 1;
            take(judge(new Kill(number, seed(number), 0, false, 0, false), node, seconds), cycles);
        }
    }

    private void requireGenuine(CassandraNode node) throws IOException {
        try (CqlSession session = LabSession.open(node.contactPoint())) {
            target.requireGenuine(node, session);
        }
    }

    private boolean hasOpenAttempts() throws IOException {
        try (Ledger ledger = Ledger.open(settings.ledger(), settings.shape())) {
            return ledger.attempts() > 0;
        }
    }

    private void take(CycleResult result, List<CycleResult> cycles) throws IOException {
        results.append(result);
        cycles.add(result);
        listener.accept(result);
    }

    private CycleResult cycle(int number) throws IOException, InterruptedException {
        Kill kill = kill(number);
        long start = nanos.getAsLong();
        CassandraNode node = running.start(nodeSettings()).awaitReady(START_PATIENCE);
        return judge(kill, node, (nanos.getAsLong() - start) / 1e9);
    }

    private Kill kill(int number) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(seed(number));
        double loadSeconds = loadAndKill(random, seed(number));
        sabotage.apply(nodeSettings().directory());
        if (number % START_UP_KILL_EVERY != 0)
            return new Kill(number, seed(number), loadSeconds, false, 0, false);
        StartUpKill.Result again =
                new StartUpKill(random, nanos).kill(nodeSettings(), running::start);
        return new Kill(
                number, seed(number), loadSeconds, true, again.seconds(), again.cutReplay());
    }

    private CycleResult judge(Kill kill, CassandraNode node, double restartSeconds)
            throws IOException {
        requireGenuine(node);
        try (Ledger ledger = Ledger.open(settings.ledger(), settings.shape())) {
            long attempted = ledger.attempts();
            long acknowledged = ledger.acknowledgements();
            Verdict verdict = new Verification(ledger, kill.seed()).verify(node.contactPoint());
            return CycleResult.of(
                    target.name(),
                    settings.seed(),
                    kill,
                    attempted,
                    acknowledged,
                    verdict,
                    restartSeconds);
        }
    }

    /** The ledger's process has ended when this returns: nothing more can reach a later node. */
    private double loadAndKill(SplittableRandom random, long seed)
            throws IOException, InterruptedException {
        Duration load = load(random);
        try (LedgerRun ledger = running.start(ledgerSettings(seed), settings.directory())) {
            ledger.awaitLoad();
            long start = nanos.getAsLong();
            ledger.load(load);
            running.node().kill();
            double seconds = (nanos.getAsLong() - start) / 1e9;
            ledger.stop();
            return seconds;
        }
    }

    private long seed(int kill) {
        return settings.seed() + kill * SEED_STEP;
    }

    private Duration load(SplittableRandom random) {
        long shortest = settings.shortestLoadMillis();
        long longest = settings.longestLoadMillis();
        return Duration.ofMillis(random.nextLong(shortest, longest + 1));
    }

    private LedgerSettings ledgerSettings(long seed) {
        InetSocketAddress node = running.node().contactPoint();
        return new LedgerSettings(
                settings.ledger().toString(),
                node.getHostString(),
                node.getPort(),
                settings.shape(),
                settings.threads(),
                INSERT_SHARE,
                seed);
    }

    private NodeSettings nodeSettings() {
        NodeSettings node =
                CassandraNode.at(settings.nodeDirectory())
                        .address(settings.address())
                        .heap(settings.heap())
                        .setting("hinted_handoff_enabled", false);
        target.configure(node);
        return node;
    }
}
