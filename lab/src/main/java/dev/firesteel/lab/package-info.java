/**
 * What the laboratory's experiments share: the driver's session and the way progress is told.
 *
 * <p>Experiments have a package each: {@code ycsb} the official workloads, {@code crash} nodes that
 * are killed under load, {@code fault} what else is done to them, {@code script} the same CQL on
 * two nodes, {@code bench} durability modes side by side.
 */
@NullMarked
package dev.firesteel.lab;

import org.jspecify.annotations.NullMarked;
