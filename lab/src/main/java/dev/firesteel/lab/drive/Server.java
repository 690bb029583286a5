// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers the kernel's requests to files of one mounted file system. */
interface Server {
    /**
     * Serves until the power is cut, or the file system is unmounted.
     *
     * @return the result of the cut, or null if there was none
     */
    @Nullable CutReport serve() throws IOException;

    /**
     * Makes the drives that have a model as slow as it, from now on. Until then all answer at once.
     * For any other thread.
     */
    void startClocks();

    /** Returns what the drives with a model have measured since then. For any other thread. */
    List<LiveReport.Live> report();
}
