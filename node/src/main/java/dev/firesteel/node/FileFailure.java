// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** Describes a failure. Of files, messages of the JDK often hold only the name. */
public final class FileFailure {
    private FileFailure() {}

    /** Returns what failed, in words. */
    public static String text(IOException failure) {
        if (!(failure instanceof FileSystemException file) || file.getReason() != null)
            return String.valueOf(failure.getMessage());
        return form(file).formatted(file.getFile());
    }

    /** Returns a failure that names the file: of a full disk, that of the JDK does not. */
    public static IOException named(Path file, IOException failure) {
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof FileSystemException || message.contains(file.toString()))
            return failure;
        return new IOException("%s: %s".formatted(file, message), failure);
    }

    private static String form(FileSystemException failure) {
        if (failure instanceof AccessDeniedException) return "%s: permission denied";
        if (failure instanceof NoSuchFileException) return "there is no %s";
        if (failure instanceof FileAlreadyExistsException) return "%s is there already";
        if (failure instanceof NotDirectoryException) return "%s is not a directory";
        if (failure instanceof DirectoryNotEmptyException) return "%s is not empty";
        return "%s: " + failure.getClass().getSimpleName();
    }
}
