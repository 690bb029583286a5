/**
 * Shared parts of the experiments: driver sessions, control groups, results and progress.
 *
 * <p>Experiments have a package each, such as {@code ycsb} for the official workloads, {@code
 * crash} for nodes killed under load, {@code fault} for other faults, {@code script} for the same
 * CQL on two nodes, and {@code bench} for the comparison of durability modes.
 */
@NullMarked
package dev.firesteel.lab;

import org.jspecify.annotations.NullMarked;
