/**
 * The official YCSB core workloads over CQL.
 *
 * <p>The workload is YCSB's own {@code CoreWorkload}; the binding is ours, for YCSB publishes none
 * for today's driver. Start with {@link dev.firesteel.lab.ycsb.YcsbRun}.
 */
@NullMarked
package dev.firesteel.lab.ycsb;

import org.jspecify.annotations.NullMarked;
