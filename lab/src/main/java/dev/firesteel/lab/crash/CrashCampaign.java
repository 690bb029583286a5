// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.journal.JournalReader;
import dev.firesteel.lab.DatedResult;
import dev.firesteel.lab.fault.Fault;
import dev.firesteel.lab.fault.FaultSchedule;
import dev.firesteel.lab.fault.FaultTargets;
import dev.firesteel.lab.fault.FindingException;
import dev.firesteel.lab.fault.RestartCheck;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeDirectory;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Repeatedly kills a node under load, restarts it, and checks every acknowledged write and every
 * value read. Of a cluster it kills one node, several, or all at a time.
 *
 * <p>A schedule of faults determines each kill. An interrupted campaign continues when it is run
 * again in the same directory. Two must not run there at a time: callers take a {@link
 * CampaignLock} first, before preparing the campaign. It stops at the first finding, leaves all
 * files as they are, and does not continue until the finding was inspected.
 */
public final class CrashCampaign {
    private static final Duration START_PATIENCE = Duration.ofMinutes(5);
    private static final long SEED_STEP = 0x9E3779B97F4A7C15L;

    private final CampaignSettings settings;
    private final List<CampaignNode> nodes;
    private final FaultSchedule schedule;
    private final FaultTargets targets;
    private final BeforeRestart sabotage;
    private final Consumer<CycleResult> listener;
    private final LongSupplier nanos;
    private final CampaignProcesses running = new CampaignProcesses();
    private final ResultFile<CycleResult> results;
    private final FindingFile finding;
    private final CampaignTerms terms;

    /**
     * Creates a campaign.
     *
     * @param kinds the kind of each node
     * @param schedule the faults
     * @param targets their environment
     * @param sabotage for tests of the campaign itself; otherwise {@link BeforeRestart#NONE}
     * @param listener receives each result once it is written
     * @param nanos a clock in nanoseconds, of any origin
     */
    public CrashCampaign(
            CampaignSettings settings,
            List<? extends Target> kinds,
            FaultSchedule schedule,
            FaultTargets targets,
            BeforeRestart sabotage,
            Consumer<CycleResult> listener,
            LongSupplier nanos) {
        this.settings = settings;
        this.nodes = settings.nodes(kinds);
        this.schedule = schedule;
        this.targets = targets;
        this.sabotage = sabotage;
        this.listener = listener;
        this.nanos = nanos;
        this.results = new ResultFile<>(settings.results(), CycleResult.class);
        this.finding = new FindingFile(settings.directory(), running::isEnding);
        this.terms = terms(settings, schedule);
    }

    /**
     * Runs the campaign, or the rest of it. All processes that it started end with this call, and
     * with the JVM.
     *
     * @throws FindingException if a node misbehaved; the next run refuses to continue
     * @throws CampaignException if it cannot go on; the next run tries again
     */
    public CampaignSummary run() throws IOException, InterruptedException {
        Files.createDirectories(settings.directory());
        FindingFile.requireNone(settings.directory());
        List<CycleResult> cycles = results.read();
        requireSame(cycles);
        for (CampaignNode each : nodes) each.target().prepare();
        CampaignTerms subject = CampaignTerms.ofSubject(settings.directory(), subject());
        subject.requireSame();
        for (Fault fault : schedule.faults()) fault.require(targets);
        try (CampaignProcesses all = running.endWithJvm()) {
            if (goesOn(cycles)) begin(cycles, subject);
            while (goesOn(cycles)) {
                Fault fault = schedule.ofCycle(cycles.size() + 1, settings.seed());
                String where = "Kill %d, %s".formatted(cycles.size() + 1, fault.name());
                take(finding.keep(where, () -> cycle(fault, cycles)), cycles);
            }
        }
        return summarize(cycles);
    }

    private boolean goesOn(List<CycleResult> cycles) {
        return cycles.size() < settings.kills() && cycles.stream().allMatch(CycleResult::isClean);
    }

    private CampaignSummary summarize(List<CycleResult> cycles) throws IOException {
        CampaignSummary summary =
                CampaignSummary.of(
                        kind(), settings.seed(), nodes.size(), settings.load().readers(), cycles);
        Files.writeString(settings.summary(), DatedResult.line(summary) + "\n");
        return summary;
    }

    /** Checks that existing results are of this campaign. */
    private void requireSame(List<CycleResult> cycles) throws IOException {
        for (CycleResult cycle : cycles)
            if (!cycle.target().equals(kind()) || cycle.campaignSeed() != settings.seed())
                throw new CampaignException(
                        ("%s holds a campaign against %s with seed %d: continue with"
                                        + " those, or give another --data")
                                .formatted(
                                        settings.directory(),
                                        cycle.target(),
                                        cycle.campaignSeed()));
        terms.requireSame();
    }

    private static CampaignTerms terms(CampaignSettings settings, FaultSchedule schedule) {
        return CampaignTerms.ofOptions(
                settings.directory(),
                "the faults %s, loads of %d to %d ms by %s, and a heap of %s"
                        .formatted(
                                schedule.faults().stream()
                                        .map(Fault::name)
                                        .collect(Collectors.joining(", ")),
                                settings.shortestLoadMillis(),
                                settings.longestLoadMillis(),
                                settings.load().clients(),
                                settings.heap()));
    }

    private String subject() throws IOException {
        Set<String> builds = new LinkedHashSet<>();
        for (CampaignNode each : nodes) builds.add(each.target().build());
        Path journal = targets.journal();
        return (journal == null
                        ? ""
                        : "the journal %s and "
                                .formatted(JournalReader.inspect(journal).journalId()))
                + String.join("; ", builds);
    }

    /** Returns the names of the nodes' kinds, each once. */
    private String kind() {
        return nodes.stream()
                .map(each -> each.target().name())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private void begin(List<CycleResult> cycles, CampaignTerms subject)
            throws IOException, InterruptedException {
        int number = cycles.size() + 1;
        Optional<CycleResult> interruption = finding.keep("Start", () -> begin(number));
        terms.keep();
        subject.keep();
        if (interruption.isPresent()) take(interruption.get(), cycles);
    }

    /**
     * Starts the nodes. If a campaign was interrupted here, its interruption is judged as a kill.
     */
    private Optional<CycleResult> begin(int number) throws IOException, InterruptedException {
        boolean isInterrupted = settings.logs().areOpen(settings.load().shape());
        boolean isBack = number > 1 || isInterrupted;
        List<NodeSettings> starting = nodes.stream().map(this::nodeSettings).toList();
        double seconds = isBack ? restart(starting) : start(starting);
        ledgerNodes().createTable(settings.load());
        if (!isInterrupted) return Optional.empty();
        return Optional.of(judge(Kill.interruption(number, seed(number)), seconds));
    }

    /**
     * Starts new nodes, one after the other. A failure is no finding: the options may be wrong.
     *
     * @return the seconds until all answered
     */
    private double start(List<NodeSettings> starting) throws IOException {
        long start = nanos.getAsLong();
        for (NodeSettings each : starting) running.start(each).awaitReady(START_PATIENCE);
        return (nanos.getAsLong() - start) / 1e9;
    }

    /**
     * Restarts nodes at once. A failure is a finding.
     *
     * @return the seconds until all answered
     */
    private double restart(List<NodeSettings> returning) throws IOException {
        long start = nanos.getAsLong();
        List<CassandraNode> started = new ArrayList<>();
        for (NodeSettings each : returning) started.add(running.start(each));
        for (CassandraNode each : started) RestartCheck.await(each, START_PATIENCE);
        return (nanos.getAsLong() - start) / 1e9;
    }

    private LedgerNodes ledgerNodes() {
        return new LedgerNodes(nodes, running, nanos);
    }

    private void take(CycleResult result, List<CycleResult> cycles) throws IOException {
        results.append(result);
        cycles.add(result);
        listener.accept(result);
    }

    private CycleResult cycle(Fault fault, List<CycleResult> cycles)
            throws IOException, InterruptedException {
        int number = cycles.size() + 1;
        StruckNodes struck =
                StruckNodes.draw(nodes, new SplittableRandom(~seed(number)), this::nodeSettings);
        CycleContext context =
                new CycleContext(number, seed(number), settings, targets, running, struck, nanos);
        arm(fault, context, cycles);
        context.strike(fault);
        sabotage.apply(new NodeDirectory(struck.first().directory()));
        fault.aftermath(context);
        List<NodeSettings> returning = new ArrayList<>();
        returning.add(struck.firstSettings());
        fault.comeBack(returning.get(0), context);
        for (CampaignNode each : struck.others()) returning.add(nodeSettings(each));
        double seconds = restart(returning);
        fault.lookBack(context);
        ledgerNodes().check();
        return judge(context.kill(fault), seconds);
    }

    /** Restarts the node if the fault needs other settings than those of the running one. */
    private void arm(Fault fault, CycleContext context, List<CycleResult> cycles)
            throws IOException {
        NodeSettings armed = context.settings();
        int turn = (int) cycles.stream().filter(c -> c.fault().equals(fault.name())).count();
        if (fault.arm(armed, targets, turn, context.random()))
            RestartCheck.await(running.start(armed), START_PATIENCE);
    }

    private CycleResult judge(Kill kill, double restartSeconds) throws IOException {
        try (Ledger ledger = Ledger.open(settings.logs().ledger(), settings.load().shape())) {
            LedgerCounts counts = ledger.counts();
            Verdict verdict =
                    ledgerNodes().verify(ledger, kill.seed(), settings.load(), settings.logs());
            return CycleResult.of(kind(), settings.seed(), kill, counts, verdict, restartSeconds);
        }
    }

    private long seed(int kill) {
        return settings.seed() + kill * SEED_STEP;
    }

    private NodeSettings nodeSettings(CampaignNode node) {
        NodeSettings its = node.settings(settings.heap(), String.join(",", settings.addresses()));
        targets.disks()
                .dataDirectory()
                .ifPresent(data -> its.setting("data_file_directories", List.of(data)));
        return its;
    }
}
