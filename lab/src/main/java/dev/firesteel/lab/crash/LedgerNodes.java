// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.firesteel.lab.LabSession;
import dev.firesteel.lab.NodeLocalSession;
import dev.firesteel.lab.fault.FindingException;
import dev.firesteel.lab.mixed.Contents;
import dev.firesteel.lab.mixed.SchemaContents;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The nodes of a campaign, all of them running: a single one, or the replicas of the ledger's
 * table.
 *
 * @param nodes the nodes
 * @param running their processes
 * @param nanos a clock in nanoseconds, of any origin
 */
record LedgerNodes(List<CampaignNode> nodes, CampaignProcesses running, LongSupplier nanos) {
    private static final int TRIES = 3;
    private static final Duration BEFORE_ANOTHER_TRY = Duration.ofSeconds(5);

    /**
     * The batch log updates views of replayed writes. Each 10 s a node replays batches that are
     * older than 4 s.
     */
    private static final Duration VIEW_PATIENCE = Duration.ofMinutes(1);

    /** A node that misses a schema change asks another for it, at least once a minute. */
    private static final Duration SCHEMA_PATIENCE = Duration.ofMinutes(2);

    /** Makes the tables where they are missing, and checks the nodes. */
    void createTable(LedgerLoad load) throws IOException, InterruptedException {
        try (CqlSession session = LabSession.open(contactPoints().get(0))) {
            LedgerTable.create(session, load);
            if (load.conditional() > 0) RegisterTable.create(session);
            if (load.mixed() > 0) MixedTables.create(session);
        }
        check();
    }

    /** Waits until each node reads from all. Checks that each is of its kind. */
    void check() throws IOException, InterruptedException {
        new ClusterView(processes(), nanos).awaitAll();
        for (CampaignNode each : nodes) {
            CassandraNode node = running.node(each.directory());
            try (CqlSession session = NodeLocalSession.open(node.contactPoint())) {
                each.target().requireGenuine(node, session);
            }
        }
    }

    /**
     * Verifies the rows, and the histories and changes since the last check.
     *
     * @param seed determines the keys that are read by key
     * @throws FindingException if something cannot be read
     */
    Verdict verify(Ledger ledger, long seed, LedgerLoad load, CampaignLogs logs)
            throws IOException {
        return new Verification(ledger, seed)
                .verify(contactPoints(), load)
                .with(check(logs.histories(), load))
                .with(check(logs.changes(), load))
                .with(check(logs.schemaChanges(), load));
    }

    private Histories.Checked check(Histories histories, LedgerLoad load) throws IOException {
        if (load.conditional() == 0) return Histories.Checked.NOTHING;
        RegisterReplicas replicas = patiently(this::registers);
        return patiently(
                () -> {
                    try (CqlSession session = LabSession.open(contactPoints().get(0))) {
                        RegisterTable table = new RegisterTable(session, load.consistency());
                        return histories.check(replicas, table::readAndRepair);
                    }
                });
    }

    private RegisterReplicas registers() {
        List<Map<Long, Long>> values = new ArrayList<>();
        for (InetSocketAddress each : contactPoints())
            try (CqlSession session = NodeLocalSession.open(each)) {
                values.add(RegisterTable.scan(session));
            }
        return new RegisterReplicas(values);
    }

    private Changes.Checked check(Changes changes, LedgerLoad load) throws IOException {
        if (load.mixed() == 0) return Changes.Checked.NOTHING;
        Set<Long> keys = changes.keys();
        List<Map<Long, Contents>> replicas = patiently(() -> partitions(keys));
        return patiently(
                () -> {
                    try (CqlSession session = LabSession.open(contactPoints().get(0))) {
                        return changes.check(
                                replicas,
                                new MixedTables(session, load.consistency()),
                                new MixedView(session, new Patience(nanos, VIEW_PATIENCE)));
                    }
                });
    }

    private Changes.Checked check(SchemaChanges changes, LedgerLoad load) throws IOException {
        if (load.mixed() == 0) return Changes.Checked.NOTHING;
        Patience patience = new Patience(nanos, SCHEMA_PATIENCE);
        BooleanSupplier waits = () -> load.isReplicated() && patience.waits();
        Changes.Checked checked = patiently(() -> changes.check(() -> schemas(load), waits));
        if (checked.findings().isEmpty()) patiently(() -> clearSchema(load));
        return checked;
    }

    private Void clearSchema(LedgerLoad load) {
        try (ScratchSchema schema = new ScratchSchema(contactPoints().get(0), load.consistency())) {
            schema.clear();
        }
        return null;
    }

    private List<SchemaContents> schemas(LedgerLoad load) {
        List<SchemaContents> schemas = new ArrayList<>();
        for (InetSocketAddress each : contactPoints())
            try (ScratchSchema schema = new ScratchSchema(each, load.consistency())) {
                schemas.addAll(schema.read());
            }
        return schemas;
    }

    private List<Map<Long, Contents>> partitions(Set<Long> keys) {
        List<Map<Long, Contents>> replicas = new ArrayList<>();
        for (InetSocketAddress each : contactPoints())
            try (CqlSession session = NodeLocalSession.open(each)) {
                MixedTables table = new MixedTables(session, NodeLocalSession.NODE_LOCAL);
                Map<Long, Contents> contents = new HashMap<>();
                for (long key : keys) contents.put(key, table.read(key));
                replicas.add(contents);
            }
        return replicas;
    }

    /** Reads what clients have changed. */
    private interface Reading<T> {
        T read() throws IOException;
    }

    /** Retries a reading: a restarted replica may still be marked as down. */
    private static <T> T patiently(Reading<T> reading) throws IOException {
        for (int i = 1; ; i++) {
            try {
                return reading.read();
            } catch (DriverException e) {
                if (i == TRIES)
                    throw new FindingException(
                            "The registers, or the partitions of --mixed, cannot be read: " + e, e);
                LockSupport.parkNanos(BEFORE_ANOTHER_TRY.toNanos());
            }
        }
    }

    private List<InetSocketAddress> contactPoints() {
        return processes().stream().map(CassandraNode::contactPoint).toList();
    }

    private List<CassandraNode> processes() {
        return nodes.stream().map(node -> running.node(node.directory())).toList();
    }
}
