// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import java.util.List;

/**
 * Terms that figures of a comparison depend on. The number of rounds is not included: a comparison
 * may be extended.
 *
 * @param workload the clients' operations, rows and duration, in words
 * @param divisions the memory splits compared
 */
public record ComparisonTerms(String workload, List<Division> divisions) {}
