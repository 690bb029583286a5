// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.firesteel.lab.LabSession;
import dev.firesteel.lab.fault.FindingException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Reads a node's rows and compares them with the ledger: a full scan, then reads by key. */
final class Verification {
    private static final int TRIES = 3;
    private static final int READS_BY_KEY = 2_000;

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
     * @throws FindingException if the node's rows cannot be read
     */
    Verdict verify(InetSocketAddress node) throws IOException {
        return verify(
                verifier -> {
                    try (CqlSession session = LabSession.open(node)) {
                        read(LedgerTable.open(session, ledger.shape()), verifier);
                    }
                });
    }

    /** Verifies with retries. Keeps a failed read's findings, which the next may miss. */
    Verdict verify(Reading reading) throws IOException {
        Verdict earlier = Verdict.NOTHING;
        for (int i = 1; ; i++) {
            Verifier verifier = new Verifier(ledger.state(), ledger.shape());
            try {
                reading.show(verifier);
                return end(verifier, earlier);
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

    private Verdict end(Verifier verifier, Verdict earlier) throws IOException {
        Verdict verdict = verifier.end().with(earlier);
        if (verdict.isClean()) {
            verifier.settle();
            ledger.settle();
        }
        return verdict;
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
