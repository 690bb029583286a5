/**
 * Kills nodes under load, and verifies that no acknowledged write was lost.
 *
 * <p>A {@link dev.firesteel.lab.crash.Ledger} stores attempted and acknowledged writes. A process
 * of its own keeps it, and survives every node. {@link dev.firesteel.lab.crash.CrashCampaign}
 * kills, restarts, and compares.
 */
@NullMarked
package dev.firesteel.lab.crash;

import org.jspecify.annotations.NullMarked;
