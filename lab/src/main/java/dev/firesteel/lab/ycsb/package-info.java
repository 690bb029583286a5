/**
 * Runs the official YCSB core workloads over CQL.
 *
 * <p>The workload is YCSB's own {@code CoreWorkload}. The binding is Firesteel's, because YCSB
 * publishes none for the current driver. Start with {@link dev.firesteel.lab.ycsb.YcsbRun}.
 */
@NullMarked
package dev.firesteel.lab.ycsb;

import org.jspecify.annotations.NullMarked;
