// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a path, and says why a text is none. */
final class PathText implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new TypeConversionException(problem(e));
        }
    }

    /** Describes a text that is no path in this process. */
    static String problem(InvalidPathException failure) {
        boolean isOfLocale = failure.getReason().contains("unmappable");
        return "'%s' is not a path here: %s%s"
                .formatted(
                        failure.getInput().replace("\0", "\\0"),
                        failure.getReason(),
                        isOfLocale ? ". For letters beyond ASCII set LC_ALL=C.UTF-8" : "");
    }
}
