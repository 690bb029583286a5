/**
 * Nodes that are killed under load, and the proof that nothing acknowledged was lost.
 *
 * <p>A {@link dev.firesteel.lab.crash.Ledger} says what was attempted and what was acknowledged. A
 * process of its own keeps it, so that it outlives every node. {@link
 * dev.firesteel.lab.crash.CrashCampaign} kills, restarts, and compares.
 */
@NullMarked
package dev.firesteel.lab.crash;

import org.jspecify.annotations.NullMarked;
