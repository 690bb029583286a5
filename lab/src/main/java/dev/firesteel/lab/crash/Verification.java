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
     * A verification.
     *
     * @param seed decides which keys are read by key
     */
    Verification(Ledger ledger, long seed) {
        this.ledger = ledger;
        this.random = new SplittableRandom(seed);
    }

    /**
     * Verifies, and settles the ledger if nothing is wrong. The ledger's process has ended.
     *
     * @throws FindingException if the node's rows cannot be read
     */
    Verdict verify(InetSocketAddress node) throws IOException {
        for (int i = 1; ; i++) {
            try (CqlSession session = LabSession.open(node)) {
                return verify(LedgerTable.open(session, ledger.shape()));
            } catch (DriverException e) {
                if (i == TRIES)
                    throw new FindingException("The node's rows cannot be read: " + e, e);
            }
        }
    }

    private Verdict verify(LedgerTable table) throws IOException {
        Verifier verifier = new Verifier(ledger.state(), ledger.shape());
        table.scan(verifier::scanned);
        openKeys().forEach(key -> verifier.readByKey(key, table.read(key)));
        Verdict verdict = verifier.end();
        if (verdict.isClean()) {
            verifier.settle();
            ledger.settle();
        }
        return verdict;
    }

    /** Some of the keys that were attempted since the last verification. */
    private IntStream openKeys() {
        int[] open =
                IntStream.range(0, ledger.shape().keys()).filter(ledger.state()::isOpen).toArray();
        if (open.length <= READS_BY_KEY) return IntStream.of(open);
        return random.ints(READS_BY_KEY, 0, open.length).map(i -> open[i]);
    }
}
