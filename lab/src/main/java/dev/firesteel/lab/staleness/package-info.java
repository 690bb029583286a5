// SPDX-License-Identifier: Apache-2.0
/**
 * Estimates the staleness of reads from partial quorums, which may miss the last write:
 * probabilistically bounded staleness.
 *
 * <p>After P. Bailis, S. Venkataraman, M. J. Franklin, J. M. Hellerstein and I. Stoica,
 * "Probabilistically Bounded Staleness for Practical Partial Quorums", PVLDB 5(8), 2012. Start with
 * {@link Staleness}.
 */
@NullMarked
package dev.firesteel.lab.staleness;

import org.jspecify.annotations.NullMarked;
