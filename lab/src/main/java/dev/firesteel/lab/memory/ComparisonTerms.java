// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import java.util.List;

/**
 * What figures of a comparison depend on. How often things are measured is not part of it: it may
 * go on for more rounds.
 *
 * @param workload what clients did, to which rows, and for how long, in words
 * @param divisions what is compared
 */
public record ComparisonTerms(String workload, List<Division> divisions) {}
