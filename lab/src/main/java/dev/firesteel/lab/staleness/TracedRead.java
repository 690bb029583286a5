// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.util.Map;

/**
 * When replicas looked for what one read asked for.
 *
 * @param asked by the address of each that the read waited for, in milliseconds from when the
 *     coordinator had the read (R)
 * @param hopMillis how long it was under way between client and coordinator, both ways
 * @param clientMillis how long all of it took the client
 */
record TracedRead(Map<String, Double> asked, double hopMillis, double clientMillis) {}
