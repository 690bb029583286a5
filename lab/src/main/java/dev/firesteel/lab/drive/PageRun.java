// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

/**
 * Consecutive pages of a drive.
 *
 * @param first the first of them, from 0
 * @param pages at least 1
 */
record PageRun(int first, int pages) {}
