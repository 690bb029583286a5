// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A node's log entries from a moment on. */
public final class LogTail {
    private final Path log;
    private final long from;

    private LogTail(Path log, long from) {
        this.log = log;
        this.from = from;
    }

    /** Returns the tail from the log's current end. */
    public static LogTail at(Path log) throws IOException {
        return new LogTail(log, Files.exists(log) ? Files.size(log) : 0);
    }

    /** Returns whether the tail contains the text. */
    public boolean says(String text) {
        return text().contains(text);
    }

    /** Returns the whole tail. A log that has shrunk is new, and is read from its beginning. */
    String text() {
        if (!Files.exists(log)) return "";
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            file.seek(file.length() < from ? 0 : from);
            byte[] news = new byte[(int) (file.length() - file.getFilePointer())];
            file.readFully(news);
            return new String(news, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
