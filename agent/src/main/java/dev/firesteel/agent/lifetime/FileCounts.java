// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

/** Counts of one class of files. */
final class FileCounts {
    long created;
    long deleted;
    long ageMillis;
    long accepted;
    long refused;

    double meanAgeSeconds() {
        return deleted == 0 ? 0 : ageMillis / 1000.0 / deleted;
    }
}
