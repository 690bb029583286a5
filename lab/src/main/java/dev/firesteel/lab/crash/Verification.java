// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import dev.firesteel.lab.LabSession;
import dev.firesteel.lab.NodeLocalSession;
import dev.firesteel.lab.fault.FindingException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Reads a node's rows and compares them with the ledger: a full scan, then reads by key. */
final class Verification {
    private static final int TRIES = 3;
    private static final int READS_BY_KEY = 2_000;
    private static final Duration BEFORE_ANOTHER_TRY = Duration.ofSeconds(5);

    private final Ledger ledger;
    private final SplittableRandom random;

    /**
     * Creates a verification.
     *
     * @param seed determines the keys that are read by key
     */
    Verification(Ledger ledger, long seed) {
        this.ledger = ledger;
        this.random = new SplittableRandom(seed);
    }

    /**
     * Verifies the rows, and settles the ledger if there are no problems. The ledger's process must
     * have ended.
     *
     * <p>Rows of several replicas are read from each alone first, which finds a write on too few of
     * them. If there are no problems, the rows are read from all at once. This repairs them: a
     * value of a single replica must not appear later.
     *
     * @param nodes the contact points of all replicas
     * @throws FindingException if the rows cannot be read
     */
    Verdict verify(List<InetSocketAddress> nodes, LedgerLoad load) throws IOException {
        InetSocketAddress first = nodes.get(0);
        if (!load.isReplicated())
            return verify(verifier -> read(first, load.consistency(), verifier));
        return verify(
                verifier -> patiently(() -> scan(nodes, verifier)),
                verifier -> patiently(() -> read(first, DefaultConsistencyLevel.ALL, verifier)));
    }

    /** Verifies with the rows of each replica, and with those that all return together. */
    Verdict verify(Reading ofEach, Reading ofAll) throws IOException {
        Verdict replicas = read(ofEach, Verdict.NOTHING).verdict;
        return replicas.isClean() ? settle(read(ofAll, replicas)) : replicas;
    }

    private void read(InetSocketAddress node, ConsistencyLevel consistency, Verifier verifier) {
        try (CqlSession session = LabSession.open(node)) {
            read(LedgerTable.open(session, ledger.shape(), consistency), verifier);
        }
    }

    private void scan(List<InetSocketAddress> nodes, Verifier verifier) {
        List<CqlSession> sessions = new ArrayList<>();
        try {
            for (InetSocketAddress each : nodes) sessions.add(NodeLocalSession.open(each));
            List<LedgerTable> replicas =
                    sessions.stream()
                            .map(
                                    session ->
                                            LedgerTable.open(
                                                    session,
                                                    ledger.shape(),
                                                    NodeLocalSession.NODE_LOCAL))
                            .toList();
            new ReplicaScan(replicas).scan(verifier);
        } finally {
            sessions.forEach(CqlSession::close);
        }
    }

    /** After a failure, waits for a replica that is marked as down to be marked as up. */
    private static void patiently(Runnable reading) {
        try {
            reading.run();
        } catch (DriverException e) {
            LockSupport.parkNanos(BEFORE_ANOTHER_TRY.toNanos());
            throw e;
        }
    }

    /** Verifies with retries. */
    Verdict verify(Reading reading) throws IOException {
        return settle(read(reading, Verdict.NOTHING));
    }

    /** All rows, as they were read. */
    private record RowsRead(Verifier verifier, Verdict verdict) {}

    /** Reads with retries. Keeps a failed read's findings, which the next may miss. */
    private RowsRead read(Reading reading, Verdict before) throws FindingException {
        Verdict earlier = before;
        for (int i = 1; ; i++) {
            Verifier verifier = new Verifier(ledger.state(), ledger.shape());
            try {
                reading.show(verifier);
                return new RowsRead(verifier, verifier.end().with(earlier));
            } catch (DriverException e) {
                earlier = verifier.soFar().with(earlier);
                if (i == TRIES)
                    throw new FindingException(
                            "The node's rows cannot be read: %s. Before that: %s"
                                    .formatted(e, earlier.findings()),
                            e);
            }
        }
    }

    /** Passes every row, and some again by key, to the verifier. */
    private void read(LedgerTable table, Verifier verifier) {
        table.scan(verifier::scanned);
        openKeys().forEach(key -> verifier.readByKey(key, table.read(key)));
    }

    private Verdict settle(RowsRead rows) throws IOException {
        if (rows.verdict.isClean()) {
            rows.verifier.settle();
            ledger.settle();
        }
        return rows.verdict;
    }

    /** Passes rows to a verifier. */
    @FunctionalInterface
    interface Reading {
        /**
         * Passes all rows.
         *
         * @throws DriverException if they could not all be read
         */
        void show(Verifier verifier);
    }

    /** Returns a sample of the keys attempted since the last verification. */
    private IntStream openKeys() {
        int[] open =
                IntStream.range(0, ledger.shape().keys()).filter(ledger.state()::isOpen).toArray();
        if (open.length <= READS_BY_KEY) return IntStream.of(open);
        return random.ints(READS_BY_KEY, 0, open.length).map(i -> open[i]);
    }
}
