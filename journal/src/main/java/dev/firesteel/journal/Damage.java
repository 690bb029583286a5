// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * An acknowledged part of the journal that recovery could not read.
 *
 * @param segmentId the segment it lies in
 * @param slot the index of the segment's slot on the device
 * @param deviceOffset where on the device, in bytes
 * @param finding the row of the decision table in {@code docs/format.md} that applies
 * @param description what is wrong, for people
 */
public record Damage(
        long segmentId, int slot, long deviceOffset, Finding finding, String description) {}
