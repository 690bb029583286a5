// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.node.FileFailure;
import java.io.IOException;
import java.nio.file.InvalidPathException;

/** Describes a failure. */
final class FailureText {
    private FailureText() {}

    static String of(Exception failure) {
        if (failure instanceof InvalidPathException path) return PathText.problem(path);
        return failure instanceof IOException file
                ? FileFailure.text(file)
                : String.valueOf(failure.getMessage());
    }
}
