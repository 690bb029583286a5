// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.lab.DatedResult;
import dev.firesteel.lab.LabSession;
import dev.firesteel.lab.fault.Fault;
import dev.firesteel.lab.fault.FaultSchedule;
import dev.firesteel.lab.fault.FaultTargets;
import dev.firesteel.lab.fault.FindingException;
import dev.firesteel.lab.fault.RestartCheck;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Repeatedly kills a node under load, restarts it, and checks every acknowledged write and every
 * value read.
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
    private final Target target;
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
     * @param schedule the faults
     * @param targets their environment
     * @param sabotage for tests of the campaign itself; otherwise {@link BeforeRestart#NONE}
     * @param listener receives each result once it is written
     * @param nanos a clock in nanoseconds, of any origin
     */
    public CrashCampaign(
            CampaignSettings settings,
            Target target,
            FaultSchedule schedule,
            FaultTargets targets,
            BeforeRestart sabotage,
            Consumer<CycleResult> listener,
            LongSupplier nanos) {
        this.settings = settings;
        this.target = target;
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
        target.prepare();
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
                        target.name(), settings.seed(), settings.load().readers(), cycles);
        Files.writeString(settings.summary(), DatedResult.line(summary) + "\n");
        return summary;
    }

    /** Checks that existing results are of this campaign. */
    private void requireSame(List<CycleResult> cycles) throws IOException {
        for (CycleResult cycle : cycles)
            if (!cycle.target().equals(target.name()) || cycle.campaignSeed() != settings.seed())
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
        Path journal = targets.journal();
        return journal == null
                ? target.build()
                : "the journal %s and %s"
                        .formatted(JournalReader.inspect(journal).journalId(), target.build());
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
     * Starts the node. If a campaign was interrupted here, its interruption is judged as a kill.
     */
    private Optional<CycleResult> begin(int number) throws IOException {
        boolean isInterrupted = hasOpenAttempts();
        boolean isBack = number > 1 || isInterrupted;
        long start = nanos.getAsLong();
        CassandraNode node = running.start(nodeSettings());
        if (isBack) RestartCheck.await(node, START_PATIENCE);
        else node.awaitReady(START_PATIENCE); // or the options may be wrong
        double seconds = (nanos.getAsLong() - start) / 1e9;
        try (CqlSession session = LabSession.openAlone(node.contactPoint())) {
            LedgerTable.create(session, settings.load());
        }
        requireGenuine(node);
        if (!isInterrupted) return Optional.empty();
        return Optional.of(judge(Kill.interruption(number, seed(number)), node, seconds));
    }

    private void requireGenuine(CassandraNode node) throws IOException {
        try (CqlSession session = LabSession.openAlone(node.contactPoint())) {
            target.requireGenuine(node, session);
        }
    }

    private boolean hasOpenAttempts() throws IOException {
        try (Ledger ledger = Ledger.open(settings.ledger(), settings.load().shape())) {
            return ledger.attempts() > 0;
        }
    }

    private void take(CycleResult result, List<CycleResult> cycles) throws IOException {
        results.append(result);
        cycles.add(result);
        listener.accept(result);
    }

    private CycleResult cycle(Fault fault, List<CycleResult> cycles)
            throws IOException, InterruptedException {
        int number = cycles.size() + 1;
        CycleContext context =
                new CycleContext(
                        number,
                        seed(number),
                        settings,
                        targets,
                        running,
                        this::nodeSettings,
                        nanos);
        arm(fault, context, cycles);
        context.strike(fault);
        sabotage.apply(nodeSettings().directory());
        fault.aftermath(context);
        NodeSettings returning = nodeSettings();
        fault.comeBack(returning, context);
        long start = nanos.getAsLong();
        CassandraNode node = RestartCheck.await(running.start(returning), START_PATIENCE);
        double seconds = (nanos.getAsLong() - start) / 1e9;
        fault.lookBack(context);
        return judge(context.kill(fault), node, seconds);
    }

    /** Restarts the node if the fault needs other settings than those of the running one. */
    private void arm(Fault fault, CycleContext context, List<CycleResult> cycles)
            throws IOException {
        NodeSettings armed = nodeSettings();
        int turn = (int) cycles.stream().filter(c -> c.fault().equals(fault.name())).count();
        if (fault.arm(armed, targets, turn, context.random()))
            RestartCheck.await(running.start(armed), START_PATIENCE);
    }

    private CycleResult judge(Kill kill, CassandraNode node, double restartSeconds)
            throws IOException {
        requireGenuine(node);
        try (Ledger ledger = Ledger.open(settings.ledger(), settings.load().shape())) {
            LedgerCounts counts = ledger.counts();
            Verdict verdict =
                    new Verification(ledger, kill.seed())
                            .verify(List.of(node.contactPoint()), settings.load());
            return CycleResult.of(
                    target.name(), settings.seed(), kill, counts, verdict, restartSeconds);
        }
    }

    private long seed(int kill) {
        return settings.seed() + kill * SEED_STEP;
    }

    private NodeSettings nodeSettings() {
        NodeSettings node =
                CassandraNode.at(settings.nodeDirectory())
                        .address(settings.address())
                        .heap(settings.heap())
                        .shortLived()
                        .setting("hinted_handoff_enabled", false);
        targets.disks()
                .dataDirectory()
                .ifPresent(data -> node.setting("data_file_directories", List.of(data)));
        target.configure(node);
        return node;
    }
}
