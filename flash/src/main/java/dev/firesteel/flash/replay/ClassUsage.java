// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import dev.firesteel.flash.trace.FileClass;
import dev.firesteel.flash.trace.Lifetime;

/** Drive usage of a class of files with the same recorded lifetime. */
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

    /** Returns the sum of all samples of the number of live pages. */
    double sampled() {
        return sampled;
    }
}
