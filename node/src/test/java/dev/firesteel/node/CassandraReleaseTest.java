// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

    @Test
    void saysWhatToDoWhereTheJarsAreMissing(@TempDir Path empty) {
        CassandraRelease release = new CassandraRelease("5.0.9", empty);
        assertThatThrownBy(release::jars)
                .isInstanceOf(NodeException.class)
                .hasMessageContaining(empty.toString())
                .hasMessageContaining("mvn -DskipTests package");
    }
}
