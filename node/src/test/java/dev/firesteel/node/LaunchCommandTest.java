// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaunchCommandTest {
    private static final String ADDRESS = "127.0.1.9";

    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"native_transport_port", "storage_port"})
    void namesThePortThatIsInUseAndWritesNothing(String key) throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName(ADDRESS))) {
            NodeSettings settings =
                    CassandraNode.at(directory.resolve("node"))
                            .address(ADDRESS)
                            .setting("native_transport_port", 0)
                            .setting("storage_port", 0)
                            .setting(key, other.getLocalPort());
            assertThatThrownBy(settings::start)
                    .isInstanceOf(NodeException.class)
                    .hasMessageContaining(ADDRESS + ":" + other.getLocalPort())
                    .hasMessageContaining(key);
            assertThat(directory.resolve("node")).isEmptyDirectory();
        }
    }

    /** The node's own files may be on a failed drive. */
    @Test
    void aNodeIsKnownWhereItIsToBe() throws Exception {
        Path known = Files.createDirectories(directory.resolve("campaign"));
        PidFile.in(known).write(ProcessHandle.current());
        NodeSettings settings =
                CassandraNode.at(directory.resolve("node")).address(ADDRESS).knownIn(known);
        assertThatThrownBy(settings::start)
                .isInstanceOf(NodeException.class)
                .hasMessageContaining("process " + ProcessHandle.current().pid());
    }

    @Test
    void saysWhyADirectoryCannotBeMade() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        NodeSettings settings = CassandraNode.at(file.resolve("node")).address(ADDRESS);
        assertThatThrownBy(settings::start)
                .isInstanceOf(NodeException.class)
                .hasMessage(
                        "Cannot make the directory %1$s: %1$s: Not a directory"
                                .formatted(file.resolve("node")));
    }

    @ParameterizedTest
    @ValueSource(ints = {11, 24, 25})
    void namesTheJavaOnWhichNoNodeStartsAndMakesNothing(int version) {
        NodeSettings settings = CassandraNode.at(directory.resolve("node")).address(ADDRESS);
        LaunchCommand command = new LaunchCommand(settings, new NodeJava(version, "/jdk"));
        assertThatThrownBy(command::requireStartable)
                .isInstanceOf(NodeException.class)
                .hasMessageContaining("Java %d (/jdk) cannot run".formatted(version))
                .hasMessageContaining("needs Java 17 (tested), or up to 23 (untested)");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void permitsTheSecurityManagerWhereJavaDoesNot() {
        assertThat(new NodeJava(17, "/jdk").options()).isEmpty();
        assertThat(new NodeJava(18, "/jdk").options())
                .containsExactly("-Djava.security.manager=allow");
    }
}
