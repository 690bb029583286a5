// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

/**
 * What is known of one class of files.
 *
 * @param files the class
 * @param lifetime what they are given
 * @param alive how many there are
 * @param bytes how large they are together
 * @param created how many there have been since the node was started
 * @param deleted how many of them are gone
 * @param meanAgeSeconds how old those were, on average
 * @param accepted for how many the kernel took the hint
 * @param refused for how many it did not
 * @param acts whether what is below the file system is known to act on it
 */
public record LifetimeRow(
        FileClass files,
        Lifetime lifetime,
        long alive,
        long bytes,
        long created,
        long deleted,
        double meanAgeSeconds,
        long accepted,
        long refused,
        StorageStack.Verdict acts) {}
