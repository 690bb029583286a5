// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import dev.firesteel.node.FileFailure;
import java.io.IOException;
import java.nio.file.InvalidPathException;

/** Describes a failure. */
public final class FailureText {
    private FailureText() {}

    /** Returns a failure in one sentence. */
    public static String of(Exception failure) {
        if (failure instanceof InvalidPathException path) return PathText.problem(path);
        return failure instanceof IOException file
                ? FileFailure.text(file)
                : String.valueOf(failure.getMessage());
    }
}
