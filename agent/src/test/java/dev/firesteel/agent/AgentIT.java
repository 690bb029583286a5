// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.firesteel.node.CassandraNode;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AgentIT {
    private static final int ROWS = 500;

    @TempDir Path directory;

    static Stream<String> releases() {
        return FiresteelNode.releases();
    }

    @ParameterizedTest
    @MethodSource("releases")
    void everyAcknowledgedRowIsThereAfterAKill(String version) throws Exception {
        FiresteelNode firesteel = new FiresteelNode(directory, version, "127.0.2.1").formatted();
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node)) {
            FiresteelNode.createTable(session);
            FiresteelNode.insert(session, "k.t", 0, ROWS);
            assertThat(firesteel.poison()).exists();
            node.kill();
        }
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node)) {
            assertThat(FiresteelNode.ids(session, "k.t"))
                    .isEqualTo(IntStream.range(0, ROWS).boxed().toList());
            assertThat(firesteel.log()).contains("Replayed the journal");
        }
    }
}
