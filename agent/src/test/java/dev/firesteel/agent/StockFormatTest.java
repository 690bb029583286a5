// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.export.SegmentFormat;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.commitlog.CommitLogDescriptor;
import org.apache.cassandra.security.EncryptionContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests our constants of Cassandra's commit log files against Cassandra's own code. */
class StockFormatTest {
    /** The marker behind the header: the position of the next one, and a checksum. */
    private static final int SYNC_MARKER_BYTES = 8;

    @TempDir Path directory;

    @BeforeAll
    static void configure() {
        DatabaseDescriptor.clientInitialization();
    }

    @Test
    void positionsBeginWhereAStockFileHasItsFirstEntry() {
        ByteBuffer header = ByteBuffer.allocate(1024);
        CommitLogDescriptor.writeHeader(
                header, new CommitLogDescriptor(8, 1, null, new EncryptionContext()));
        assertThat(JournalCheck.POSITION_BASE).isEqualTo(header.position() + SYNC_MARKER_BYTES);
    }

    @Test
    void thePoisonFileHasAValidHeaderWithTheWrongIdentifier() throws Exception {
        StartGuardFile startGuard = new StartGuardFile(directory);
        startGuard.place();
        CommitLogDescriptor named = CommitLogDescriptor.fromFileName(StartGuardFile.NAME);
        try (InputStream file = Files.newInputStream(startGuard.path());
                DataInputStream in = new DataInputStream(file)) {
            CommitLogDescriptor read = CommitLogDescriptor.readHeader(in, new EncryptionContext());
            assertThat(read).as("a header with a valid checksum").isNotNull();
            assertThat(read.fileName()).startsWith("CommitLog-7-");
            assertThat(read.id).isNotEqualTo(named.id);
            assertThat(in.readInt()).as("a file of zeros would be skipped").isNotZero();
        }
    }

    @Test
    void theFloorFileIsAnEmptyCommitLog() throws Exception {
        long identifier = 1_700_000_000_000L;
        SegmentIdFloorFile floor = new SegmentIdFloorFile(directory, 8);
        floor.place(identifier);
        byte[] content = Files.readAllBytes(floor.path(identifier));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(content));
        assertThat(CommitLogDescriptor.readHeader(in, new EncryptionContext()))
                .isEqualTo(
                        CommitLogDescriptor.fromFileName(
                                floor.path(identifier).toFile().getName()));
        assertThat(in.available()).as("bytes behind the header").isZero();
    }

    /** An empty file, or one of zeros, as a copy tool or a file system may leave it. */
    @Test
    void aDamagedPoisonFileIsWrittenAgain() throws Exception {
        StartGuardFile startGuard = new StartGuardFile(directory);
        startGuard.place();
        byte[] whole = Files.readAllBytes(startGuard.path());
        byte[] headerAlone = Arrays.copyOf(whole, whole.length);
        int header = SegmentFormat.header(7, 2).length;
        Arrays.fill(headerAlone, header, headerAlone.length, (byte) 0);
        for (byte[] damaged :
                List.of(
                        new byte[0],
                        new byte[whole.length],
                        Arrays.copyOf(whole, 10),
                        headerAlone)) {
            Files.write(startGuard.path(), damaged);
            startGuard.place();
            assertThat(startGuard.path()).hasBinaryContent(whole);
        }
        byte[] older = Arrays.copyOf(whole, whole.length - 7);
        Files.write(startGuard.path(), older);
        startGuard.place();
        assertThat(startGuard.path()).as("with another text").hasBinaryContent(older);
    }

    @Test
    void aDirectoryInThePlaceOfThePoisonFileIsAnError() throws Exception {
        StartGuardFile startGuard = new StartGuardFile(directory);
        Files.createDirectory(startGuard.path());
        assertThatThrownBy(startGuard::place).isInstanceOf(IOException.class);
    }

    @Test
    void thePoisonFileComesAndGoes() throws Exception {
        StartGuardFile startGuard = new StartGuardFile(directory);
        startGuard.place();
        startGuard.place();
        assertThat(StartGuardFile.isBeside(directory)).isTrue();
        startGuard.remove();
        assertThat(StartGuardFile.isBeside(directory)).isFalse();
        try (var files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }
}
