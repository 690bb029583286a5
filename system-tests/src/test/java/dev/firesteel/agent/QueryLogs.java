// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The audit log and the full query log of a node. Both record requests with their statements. */
final class QueryLogs implements AutoCloseable {
    private static final String FAILURE = "type:REQUEST_FAILURE";

    private final FiresteelNode firesteel;
    private final NodeBeans.StorageService service;
    private final Path queries;

    /** Enables both. */
    QueryLogs(FiresteelNode firesteel, NodeBeans beans) throws Exception {
        this.firesteel = firesteel;
        service = beans.storageService();
        queries = Files.createDirectories(firesteel.root.resolve("queries"));
        service.enableAuditLog("FileAuditLogger", "", "", "", "", "", "");
        service.enableFullQueryLogger(
                queries.toString(), "HOURLY", true, 1 << 20, 1L << 30, null, 0);
    }

    /** Asserts that both logs contain a success of a statement, and waits for the slower one. */
    void assertSuccess(String statement) throws IOException {
        assertThat(audited(statement)).isNotEmpty().noneMatch(line -> line.contains(FAILURE));
        // A separate thread writes it.
        await().untilAsserted(() -> assertThat(recorded(statement)).isTrue());
    }

    /**
     * Asserts that the audit log contains failures of a statement and no success. The full query
     * log, which contains only successes, must not contain it. Call {@link #assertSuccess} with a
     * later statement first.
     */
    void assertFailure(String statement) throws IOException {
        assertThat(audited(statement)).isNotEmpty().allMatch(line -> line.contains(FAILURE));
        assertThat(recorded(statement)).isFalse();
    }

    private List<String> audited(String statement) throws IOException {
        return firesteel
                .log()
                .lines()
                .filter(line -> line.contains("FileAuditLogger") && line.contains(statement))
                .toList();
    }

    private boolean recorded(String statement) throws IOException {
        try (Stream<Path> files = Files.list(queries)) {
            return files.anyMatch(file -> contains(file, statement));
        }
    }

    /** The file is binary, and contains statements in plain text. */
    private static boolean contains(Path file, String statement) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1).contains(statement);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        service.disableAuditLog();
        service.stopFullQueryLogger();
    }
}
