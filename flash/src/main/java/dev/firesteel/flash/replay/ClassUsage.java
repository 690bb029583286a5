// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import dev.firesteel.flash.trace.FileClass;
import dev.firesteel.flash.trace.Lifetime;

/** What files of a class, of which the same lifetime was said, take of a drive. */
final class ClassUsage {
    final FileClass fileClass;
    final Lifetime said;
    private long writtenPages;
    private long livePages;
    private double sampled;

    ClassUsage(FileClass fileClass, Lifetime said) {
        this.fileClass = fileClass;
        this.said = said;
    }

    void written(long pages) {
        writtenPages += pages;
    }

    void taken(long pages) {
        livePages += pages;
    }

    void sample() {
        sampled += livePages;
    }

    double writtenPages() {
        return writtenPages;
    }

    /** The sum of all samples of how many pages were alive. */
    double sampled() {
        return sampled;
    }
}
