// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptFilesTest {
    @TempDir Path parent;
    private Path directory;
    private StartGuardFile startGuard;
    private NodeIdentity identity;
    private KeptFiles files;

    @BeforeEach
    void place() throws Exception {
        directory = Files.createDirectory(parent.resolve("commitlog"));
        startGuard = new StartGuardFile(directory);
        identity = new NodeIdentity(UUID.randomUUID(), Path.of("/flash/journal"));
        identity.write(directory);
        startGuard.place();
        files = new KeptFiles(directory, identity, startGuard);
    }

    @Test
    void areWrittenAgainAlsoWithTheirDirectory() throws Exception {
        Files.delete(startGuard.path());
        files.restore();
        assertThat(startGuard.path()).exists();
        Files.delete(startGuard.path());
        Files.delete(directory.resolve(NodeIdentity.NAME));
        Files.delete(directory);
        files.restore();
        assertThat(startGuard.path()).exists();
        assertThat(NodeIdentity.read(directory)).isEqualTo(identity);
    }

    @Test
    void aDamagedGuardIsWrittenAgain() throws Exception {
        byte[] whole = Files.readAllBytes(startGuard.path());
        Files.write(startGuard.path(), new byte[0]);
        files.restore();
        assertThat(startGuard.path()).hasBinaryContent(whole);
    }

    /** After a drain Cassandra may start without Firesteel. */
    @Test
    void theGuardStaysAwayWhereTheNodeHasRemovedIt() throws Exception {
        startGuard.remove();
        files.restore();
        assertThat(startGuard.path()).doesNotExist();
    }

    @Test
    void whatCannotBeWrittenEndsNothing() throws Exception {
        Files.delete(startGuard.path());
        Files.delete(directory.resolve(NodeIdentity.NAME));
        Files.delete(directory);
        Files.createFile(directory);
        assertThatCode(files::restore).doesNotThrowAnyException();
        Files.delete(directory);
        files.restore();
        assertThat(startGuard.path()).exists();
    }
}
