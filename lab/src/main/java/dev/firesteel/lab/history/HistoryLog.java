// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.history;

import dev.firesteel.lab.JsonLine;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The file of a client's operations, in JSON lines: one when it is called, and one more when it has
 * returned. An operation without the second has an unknown outcome.
 *
 * <p>A method returns only after the operating system has its line, which thus survives the
 * process.
 */
public final class HistoryLog implements Closeable {
    private final int client;
    private final OutputStream file;

    private HistoryLog(int client, OutputStream file) {
        this.client = client;
        this.file = file;
    }

    /** Creates the file of a client. It must not exist. */
    public static HistoryLog create(int client, Path file) throws IOException {
        return new HistoryLog(client, Files.newOutputStream(file, StandardOpenOption.CREATE_NEW));
    }

    /** Returns the number of the client. */
    public int client() {
        return client;
    }

    /** Adds an operation that is about to be called, or has returned. */
    public void add(Operation operation) throws IOException {
        file.write((JsonLine.of(operation) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Reads a file. A truncated last line, which a killed process may leave, counts as none. */
    public static List<Operation> read(Path file) throws IOException {
        Map<List<Long>, Operation> byCall = new LinkedHashMap<>();
        for (String line : JsonLine.whole(Files.readString(file)).lines().toList()) {
            Operation operation = JsonLine.read(line, Operation.class);
            byCall.put(List.of(operation.key(), operation.callNanos()), operation);
        }
        return new ArrayList<>(byCall.values());
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
