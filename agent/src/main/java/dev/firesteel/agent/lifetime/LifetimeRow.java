// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

/**
 * The statistics of one class of files.
 *
 * @param files the class
 * @param lifetime the lifetime of the class
 * @param alive the number of existing files
 * @param bytes their total size
 * @param created the number of files created since the start of the node
 * @param deleted the number of these deleted
 * @param meanAgeSeconds the mean age of deleted files
 * @param accepted the number of files whose hint the kernel accepted
 * @param refused the number of files whose hint it refused
 * @param acts whether anything below the files is known to act on hints
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
