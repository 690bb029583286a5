// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeIdentityTest {
    @TempDir Path directory;

    @Test
    void staysTheSameOnceItIsWritten() throws Refusal {
        NodeIdentity made = NodeIdentity.read(directory);
        assertThat(made.journal()).isNull();
        made.write(directory);
        assertThat(NodeIdentity.read(directory)).isEqualTo(made);
    }

    /** The file may exist with wider permissions, from an earlier build. */
    @Test
    void isForItsOwnerAlone() throws Exception {
        Path file = Files.createFile(directory.resolve(NodeIdentity.NAME));
        Files.createFile(directory.resolve(NodeIdentity.NAME + ".new"));
        new NodeIdentity(UUID.randomUUID(), null).write(directory);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void remembersTheJournal() throws Refusal {
        NodeIdentity made =
                new NodeIdentity(
                        UUID.randomUUID(), Path.of("/flash/journal"), UUID.randomUUID(), 7);
        made.write(directory);
        assertThat(NodeIdentity.read(directory)).isEqualTo(made);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "owner: somebody",
                "journal: /flash",
                "owner: 0-0-7-0-7\njournal: a\0b",
                "owner: 0-0-7-0-7\nopened: -1",
                "owner: 0-0-7-0-7\nopened: often"
            })
    void isNotMadeUpAnewWhenItCannotBeRead(String content) throws Exception {
        Files.writeString(directory.resolve(NodeIdentity.NAME), content);
        assertThatThrownBy(() -> NodeIdentity.read(directory))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("restore it from a backup, or write its lines");
    }
}
