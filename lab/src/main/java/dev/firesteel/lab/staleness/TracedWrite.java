// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.util.List;
import java.util.Map;

/**
 * When replicas knew of one write, and when the coordinator knew that they do; in milliseconds from
 * when the coordinator had it.
 *
 * @param applied by a replica's address, when a read there finds it (W)
 * @param acknowledged when an acknowledgement was back (W + A), the earliest first
 * @param restMillis how long the coordinator took after the last one it waited for
 * @param hopMillis how long it was under way between client and coordinator, both ways
 * @param clientMillis how long all of it took the client
 */
record TracedWrite(
        Map<String, Double> applied,
        List<Double> acknowledged,
        double restMillis,
        double hopMillis,
        double clientMillis) {

    /** When the coordinator is done if it waits for so many acknowledgements. */
    double doneAfter(int w) {
        return acknowledged.get(w - 1) + restMillis;
    }
}
