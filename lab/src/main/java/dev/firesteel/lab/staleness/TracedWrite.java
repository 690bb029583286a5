// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.util.List;
import java.util.Map;

/**
 * Times of one traced write at its replicas and of their acknowledgements, in milliseconds after
 * the coordinator's receipt.
 *
 * @param applied by a replica's address, the time from which reads there find it (W)
 * @param acknowledged arrival times of acknowledgements (W + A), the earliest first
 * @param restMillis the coordinator's time after the last acknowledgement it waited for
 * @param hopMillis latency between client and coordinator, both ways
 * @param clientMillis the client's latency
 */
record TracedWrite(
        Map<String, Double> applied,
        List<Double> acknowledged,
        double restMillis,
        double hopMillis,
        double clientMillis) {

    /** Returns the coordinator's latency if it waits for this number of acknowledgements. */
    double doneAfter(int w) {
        return acknowledged.get(w - 1) + restMillis;
    }
}
