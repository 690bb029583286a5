// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a path. The error gives the reason. */
public final class PathText implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
        if (text.isEmpty()) throw new TypeConversionException("a path must not be empty");
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new TypeConversionException(problem(e));
        }
    }

    /** Describes a text that is not a path in this process. */
    static String problem(InvalidPathException failure) {
        boolean isOfLocale = failure.getReason().contains("unmappable");
        return "'%s' is not a path here: %s%s"
                .formatted(
                        failure.getInput().replace("\0", "\\0"),
                        failure.getReason(),
                        isOfLocale ? ". For letters beyond ASCII set LC_ALL=C.UTF-8" : "");
    }
}
