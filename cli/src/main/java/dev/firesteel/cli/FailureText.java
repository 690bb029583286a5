// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Describes a failure: for files, messages of the JDK often hold only the name. */
final class FailureText {
    private FailureText() {}

    static String of(Exception failure) {
        if (failure instanceof InvalidPathException path) return PathText.problem(path);
        if (!(failure instanceof FileSystemException file) || file.getReason() != null)
            return String.valueOf(failure.getMessage());
        return problem(file).formatted(file.getFile());
    }

    private static String problem(FileSystemException failure) {
        if (failure instanceof AccessDeniedException) return "%s: permission denied";
        if (failure instanceof NoSuchFileException) return "there is no %s";
        if (failure instanceof FileAlreadyExistsException) return "%s is there already";
        if (failure instanceof NotDirectoryException) return "%s is not a directory";
        if (failure instanceof DirectoryNotEmptyException) return "%s is not empty";
        return "%s: " + failure.getClass().getSimpleName();
    }
}
