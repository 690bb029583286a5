// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CassandraReleaseTest {
    @Test
    void findsBothReleasesWhereTheBuildHasLaidThemOut() throws NodeException {
        for (CassandraRelease release :
                new CassandraRelease[] {CassandraRelease.newest(), CassandraRelease.lowest()}) {
            assertThat(release.jars())
                    .contains(release.lib().resolve("cassandra-all-" + release.version() + ".jar"));
            assertThat(release.jamm()).exists();
        }
    }

    @Test
    void namesTheReleasesThereAreWhereAnotherIsAskedFor() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CassandraRelease.of("4.1.0"))
                .withMessageContaining("4.1.0")
                .withMessageContaining(CassandraRelease.newest().version())
                .withMessageContaining(CassandraRelease.lowest().version());
    }

    /** Otherwise the file names would decide which of the two starts. */
    @Test
    void refusesAFolderWithTwoReleases(@TempDir Path lib) throws IOException {
        Files.createFile(lib.resolve("cassandra-all-5.0.9.jar"));
        Files.createFile(lib.resolve("cassandra-accord-1.0.jar"));
        CassandraRelease release = new CassandraRelease("5.0.9", lib);
        assertThat(release.jars()).hasSize(2);
        Files.createFile(lib.resolve("cassandra-all-5.0.0.jar"));
        assertThatThrownBy(release::jars)
                .isInstanceOf(NodeException.class)
                .hasMessage(
                        lib
                                + " holds cassandra-all-5.0.0.jar beside Cassandra 5.0.9: delete the"
                                + " folder, and build again");
    }

    @Test
    void saysWhatToDoWhereTheJarsAreMissing(@TempDir Path empty) {
        CassandraRelease release = new CassandraRelease("5.0.9", empty);
        assertThatThrownBy(release::jars)
                .isInstanceOf(NodeException.class)
                .hasMessageContaining(empty.toString())
                .hasMessageContaining("mvn -DskipTests package");
    }
}
