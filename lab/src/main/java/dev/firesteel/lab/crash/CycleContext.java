// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.fault.Fault;
import dev.firesteel.lab.fault.FaultContext;
import dev.firesteel.lab.fault.FaultTargets;
import dev.firesteel.lab.fault.Load;
import dev.firesteel.lab.fault.ReplayState;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The context of one fault, which records its effects. */
final class CycleContext implements FaultContext {
    /** The longest time between the kills of two nodes. */
    private static final int LONGEST_GAP_MILLIS = 2_000;

    /** The longest time for which the load goes on after the last kill. */
    private static final int LONGEST_AFTER_MILLIS = 5_000;

    private final int number;
    private final long seed;
    private final CampaignSettings settings;
    private final FaultTargets targets;
    private final CampaignProcesses running;
    private final StruckNodes struckNodes;
    private final LongSupplier nanos;
    private final SplittableRandom random;
    private final List<String> effects = new ArrayList<>();
    private @Nullable LedgerRun ledger;
    private boolean struck = true;
    private double loadSeconds;
    private long refused;
    private boolean startUpKill;
    private double startUpSeconds;
    private @Nullable ReplayState replay;

    CycleContext(
            int number,
            long seed,
            CampaignSettings settings,
            FaultTargets targets,
            CampaignProcesses running,
            StruckNodes struckNodes,
            LongSupplier nanos) {
        this.number = number;
        this.seed = seed;
        this.settings = settings;
        this.targets = targets;
        this.running = running;
        this.struckNodes = struckNodes;
        this.nanos = nanos;
        this.random = new SplittableRandom(seed);
    }

    /** Strikes under load. On return the ledger's process has ended, and cannot write any more. */
    void strike(Fault fault) throws IOException, InterruptedException {
        try (LedgerRun run = running.start(ledgerSettings(), settings.directory())) {
            ledger = run;
            run.awaitLoad();
            long start = nanos.getAsLong();
            fault.strike(this);
            node().kill();
            if (struckNodes.isCluster()) killOthers(run);
            loadSeconds = (nanos.getAsLong() - start) / 1e9;
            refused = run.stop();
        } catch (CampaignException e) {
            throw running.blame(e);
        } finally {
            ledger = null;
        }
    }

    /**
     * Kills the other nodes to be struck, at once or one after the other. The load goes on
     * meanwhile, and on the nodes that are left.
     */
    private void killOthers(LedgerRun run) throws IOException, InterruptedException {
        boolean isAtOnce = random.nextBoolean();
        for (CampaignNode each : struckNodes.others()) {
            if (!isAtOnce) run.goesOn(Duration.ofMillis(random.nextInt(LONGEST_GAP_MILLIS)));
            CassandraNode node = running.node(each.directory());
            if (!node.isAlive())
                throw running.blame(new CampaignException("A node ended under load"));
            node.kill();
        }
        run.goesOn(Duration.ofMillis(random.nextInt(LONGEST_AFTER_MILLIS)));
        effects.add(struckNodes.names() + " killed");
    }

    /** Returns the kill that has happened. */
    Kill kill(Fault fault) {
        return new Kill(
                number,
                seed,
                fault.name(),
                String.join("; ", effects),
                struck,
                refused,
                loadSeconds,
                startUpKill,
                startUpSeconds,
                replay);
    }

    @Override
    public FaultTargets targets() {
        return targets;
    }

    @Override
    public Path campaign() {
        return settings.directory();
    }

    @Override
    public SplittableRandom random() {
        return random;
    }

    @Override
    public LongSupplier nanos() {
        return nanos;
    }

    @Override
    public Duration chooseLoad() {
        long shortest = settings.shortestLoadMillis();
        long longest = settings.longestLoadMillis();
        return Duration.ofMillis(random.nextLong(shortest, longest + 1));
    }

    @Override
    public CassandraNode node() {
        return running.node(struckNodes.first().directory());
    }

    @Override
    public Load load() {
        if (ledger == null) throw new IllegalStateException("No load is running");
        return ledger;
    }

    @Override
    public NodeSettings settings() {
        return struckNodes.firstSettings();
    }

    @Override
    public CassandraNode start(NodeSettings node) throws IOException {
        return running.start(node);
    }

    @Override
    public void note(String effect) {
        effects.add(effect);
    }

    @Override
    public void miss(String effect) {
        effects.add(effect);
        struck = false;
    }

    @Override
    public void killedInStartUp(double seconds, ReplayState reached) {
        startUpKill = true;
        startUpSeconds = seconds;
        replay = reached;
    }

    private LedgerSettings ledgerSettings() {
        return LedgerSettings.of(settings.directory(), running.node(), settings.load(), seed);
    }
}
