// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * An acknowledged part of the journal that recovery could not read.
 *
 * @param segmentId the segment it lies in; 0 if that is unknown
 * @param slot the index of the segment's slot on the device
 * @param deviceOffset the offset on the device, in bytes
 * @param finding the row of the decision table in {@code docs/internals/format.md} that applies
 * @param description the problem, as text
 */
public record Damage(
        long segmentId, int slot, long deviceOffset, RecoveryCase finding, String description) {}
