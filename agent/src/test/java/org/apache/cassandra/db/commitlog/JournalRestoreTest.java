// SPDX-License-Identifier: Apache-2.0
package org.apache.cassandra.db.commitlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.export.SegmentFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalRestoreTest {
    @TempDir Path directory;

    @BeforeAll
    static void configure() {
        DatabaseDescriptor.clientInitialization();
    }

    private Path file(String name, byte[] content) throws IOException {
        return Files.write(directory.resolve(name), content);
    }

    @Test
    void namesASegmentAfterItsHeader() throws IOException {
        byte[] header = SegmentFormat.header(7, 1_700_000_000_000L);
        String name = "CommitLog-7-1700000000000.log";
        assertThat(JournalRestore.segmentName(file(name, header))).isEqualTo(name);
        assertThat(JournalRestore.segmentName(file("renamed", header))).isEqualTo(name);
    }

    @Test
    void refusesWhatIsNoSegment() throws IOException {
        assertRefused(
                file("notes", new byte[3]), "it has no header of a segment (java.io.EOFException)");
        assertRefused(
                file("text", "owner: 1234567890123456".getBytes(StandardCharsets.UTF_8)),
                "no header of a segment");
        byte[] damaged = SegmentFormat.header(7, 5);
        damaged[damaged.length - 1]++;
        assertRefused(file("CommitLog-7-5.log", damaged), "its header is damaged");
        assertRefused(
                file("CommitLog-7-6.log", SegmentFormat.header(7, 5)),
                "its header is that of CommitLog-7-5.log");
        assertRefused(file("CommitLog-99-5.log", SegmentFormat.header(99, 5)), "it has version 99");
    }

    private static void assertRefused(Path file, String reason) {
        assertThatThrownBy(() -> JournalRestore.segmentName(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(reason);
    }
}
