// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Text of users: in UTF-8, with or without a byte order mark before it, as spreadsheets write. */
final class TextFile {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private TextFile() {}

    /**
     * All of it, without the mark.
     *
     * @throws MeasurementsException if there is no such file, or it is no text
     */
    static String read(Path path) throws IOException {
        if (Files.isDirectory(path))
            throw new MeasurementsException(path + " is a directory, and not a file");
        try {
            String text = Files.readString(path);
            return text.startsWith(BYTE_ORDER_MARK)
                    ? text.substring(BYTE_ORDER_MARK.length())
                    : text;
        } catch (NoSuchFileException e) {
            throw new MeasurementsException("there is no file " + path);
        } catch (MalformedInputException e) {
            throw new MeasurementsException(path + " is not text in UTF-8");
        }
    }
}
