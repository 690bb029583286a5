// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.firesteel.lab.ClusterAccess;
import dev.firesteel.lab.LabSession;
import dev.firesteel.lab.SessionException;
import dev.firesteel.lab.bench.Bench;
import dev.firesteel.lab.bench.CommitLogBench.JournalMaker;
import dev.firesteel.lab.bench.LimitedCluster;
import dev.firesteel.lab.crash.CampaignLock;
import dev.firesteel.lab.network.NetworkFigures;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures the share of fresh reads by their delay after a write. Predicts the same from message
 * latencies that the cluster has traced meanwhile.
 */
public final class StalenessProbe implements Bench {
    private static final String NAME = "staleness";

    /** Nodes write traces after their requests. */
    private static final int TRACES_SECONDS = 3;

    /** More traces do not improve the prediction. */
    private static final int MOST_TRACES = 10_000;

    private static final int TOLD_EACH = 100;

    private final ProbeSettings settings;
    private final ClusterAccess access;
    private final JournalMaker journals;
    private final ProbeListener listener;
    private final LongSupplier nanos;
    private volatile boolean isStopped;
    private boolean isMeasuring;
    private @Nullable LimitedCluster running;
    private @Nullable Findings findings;
    private @Nullable NetworkFigures network;
    private String release = "unknown";

    /**
     * Creates the probe; starts nothing.
     *
     * @param access the way into an existing cluster
     * @param journals makes the journals of nodes that have one
     * @param nanos a clock in nanoseconds, of any origin
     */
    public StalenessProbe(
            ProbeSettings settings,
            ClusterAccess access,
            JournalMaker journals,
            ProbeListener listener,
            LongSupplier nanos) {
        this.settings = settings;
        this.access = access;
        this.journals = journals;
        this.listener = listener;
        this.nanos = nanos;
    }

    @Override
    public void run() throws IOException, InterruptedException {
        try {
            if (settings.contactPoints().isEmpty()) measureOwn(settings.started().data());
            else measure(access.open(settings.contactPoints()), null);
        } catch (AllNodesFailedException e) {
            if (!isStopped) throw SessionException.of(e, where(), access);
        } catch (DriverException e) {
            if (!isStopped) throw new ProbeException("The cluster refuses: " + e.getMessage(), e);
        } catch (IOException | InterruptedException | RuntimeException e) {
            // After a stop the nodes were killed, and any exception is expected.
            if (!isStopped) throw e;
        }
    }

    private String where() {
        return settings.contactPoints().isEmpty()
                ? "the nodes started here"
                : access.where(settings.contactPoints());
    }

    private void measureOwn(Path data) throws IOException, InterruptedException {
        try (CampaignLock lock = CampaignLock.take(data)) {
            LimitedCluster.clear(NAME, data);
            try (LimitedCluster cluster = newCluster()) {
                List<CassandraNode> nodes =
                        cluster.start(started -> listener.started(started, settings.nodes()));
                measure(LabSession.open(nodes.get(0).contactPoint()), cluster);
                cluster.delete();
            } finally {
                if (isStopped) LimitedCluster.clear(NAME, data);
            }
        }
    }

    private synchronized LimitedCluster newCluster() throws ProbeException {
        if (isStopped) throw new ProbeException("interrupted");
        running =
                new LimitedCluster(
                        new LimitedCluster.Terms(
                                NAME,
                                settings.nodes(),
                                settings.cores() > 0,
                                settings.started(),
                                journals));
        return running;
    }

    private void measure(CqlSession opened, @Nullable LimitedCluster limited)
            throws IOException, InterruptedException {
        try (CqlSession session = opened) {
            if (limited != null) limited.requireGenuine(session);
            measureOn(session, limited);
        }
    }

    private void measureOn(CqlSession session, @Nullable LimitedCluster limited)
            throws IOException, InterruptedException {
        try (ProbeTable table =
                ProbeTable.create(
                        session, settings.quorum(), settings.clients() * ProbeClients.ROWS)) {
            release = LabSession.release(session);
            ProbeClients clients =
                    new ProbeClients(
                            table,
                            settings.delaysMillis(),
                            settings.clients(),
                            nanos,
                            () -> isStopped);
            clients.run(settings.warmUpSeconds(), "warming up", listener);
            if (limited != null && settings.cores() > 0) {
                limited.limit(settings.cores());
                clients.run(settings.seconds() / 4 + 1, "limited", listener);
            }
            if (!beginMeasuring()) return;
            if (limited != null) limited.countPackets();
            ProbeClients.Seen seen = clients.run(settings.seconds(), "measuring", listener);
            if (limited != null) network = limited.network();
            if (limited != null) limited.unlimit(); // traces are still being written
            Findings found = findings(session, table, seen);
            if (!found.isEnough() && !isStopped)
                throw new ProbeException(
                        "%d trials, %d writes and %d reads traced, %d traces incomplete, %d requests failed: %s"
                                .formatted(
                                        found.trials().size(),
                                        found.writes().size(),
                                        found.reads().size(),
                                        found.incomplete(),
                                        found.failures(),
                                        seen.firstError()));
            findings = found;
        }
    }

    private synchronized boolean beginMeasuring() {
        isMeasuring = !isStopped;
        return isMeasuring;
    }

    private Findings findings(CqlSession session, ProbeTable table, ProbeClients.Seen seen)
            throws InterruptedException {
        TimeUnit.SECONDS.sleep(TRACES_SECONDS);
        TraceReader reader = new TraceReader(session);
        List<TracedWrite> writes = new ArrayList<>();
        List<TracedRead> reads = new ArrayList<>();
        int incomplete = 0;
        List<ProbeClients.Traced> traced = seen.traced();
        int each = 1 + traced.size() / MOST_TRACES;
        for (int i = 0; i < traced.size(); i += each) {
            ProbeClients.Traced one = traced.get(i);
            String coordinator = one.isWrite() ? table.writer() : table.reader();
            Optional<Trace> trace = reader.read(one.session(), coordinator, one.clientMillis());
            boolean isWhole =
                    one.isWrite()
                            ? trace.flatMap(whole -> whole.write(settings.quorum().n()))
                                    .map(writes::add)
                                    .isPresent()
                            : trace.flatMap(whole -> whole.read(settings.quorum().r()))
                                    .map(reads::add)
                                    .isPresent();
            if (!isWhole) incomplete++;
            if (i % TOLD_EACH == 0) listener.working("reading traces", 0);
        }
        return new Findings(
                table.writer(),
                table.reader(),
                seen.trials(),
                writes,
                reads,
                incomplete,
                seen.failures());
    }

    /** Returns the result, if there is enough for one. Call once the probe has ended. */
    public Optional<ProbeResult> result() {
        return Optional.ofNullable(findings)
                .filter(Findings::isEnough)
                .map(found -> ProbeResult.of(settings, found, network, !isStopped));
    }

    /** Returns the measured release of Cassandra, or "unknown". */
    public String release() {
        return release;
    }

    /** Stops. During the measurement, the results so far are still evaluated. */
    @Override
    public synchronized void stop(Thread measuring) {
        isStopped = true;
        if (isMeasuring) return;
        if (running != null) running.kill();
        measuring.interrupt();
    }
}
