// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fuse;

import java.io.IOException;

/** Signals that a request fails, with an error number of the kernel. */
public final class FuseError extends IOException {
    private static final long serialVersionUID = 1;

    private final int number;

    public FuseError(int number) {
        super("error " + number);
        this.number = number;
    }

    public int number() {
        return number;
    }
}
