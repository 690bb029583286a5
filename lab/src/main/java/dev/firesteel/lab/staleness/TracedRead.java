// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.util.Map;

/**
 * Times of one traced read at its replicas.
 *
 * @param asked read times by address of each replica that the read waited for, in milliseconds
 *     after the coordinator's receipt (R)
 * @param hopMillis latency between client and coordinator, both ways
 * @param clientMillis the client's latency
 */
record TracedRead(Map<String, Double> asked, double hopMillis, double clientMillis) {}
