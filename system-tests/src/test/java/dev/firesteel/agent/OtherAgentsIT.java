// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import dev.firesteel.node.Releases;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests a node with other agents: Prometheus' JMX exporter, Jolokia and OpenTelemetry, before and
 * after ours. All do their work, and the node replays its writes.
 */
@Tag("full")
class OtherAgentsIT {
    private static final String ADDRESS = "127.0.2.55";
    private static final Path JARS = Path.of("target", "other-agents");
    private static final int EXPORTER_PORT = 9404;
    private static final int JOLOKIA_PORT = 8778;
    private static final int ENDPOINT_PORT = 9405;
    private static final int ROWS = 100;

    /** A metric of the journal. */
    private static final String OURS = "RepliesHeldNow";

    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void allWork(boolean areOthersFirst) throws Exception {
        FiresteelNode firesteel =
                new FiresteelNode(directory, Releases.newest(), ADDRESS).formatted();
        try (CassandraNode node =
                        settings(firesteel, areOthersFirst)
                                .start()
                                .awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(node)) {
            FiresteelNode.createTable(session);
            FiresteelNode.insert(session, "k.t", 0, ROWS);
            requireAnswers();
            node.kill();
        }
        try (CassandraNode node =
                        settings(firesteel, areOthersFirst)
                                .start()
                                .awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(node)) {
            assertThat(FiresteelNode.ids(session, "k.t"))
                    .isEqualTo(IntStream.range(0, ROWS).boxed().toList());
            assertThat(firesteel.poison()).exists(); // the commit log is the journal
            requireAnswers();
            node.drainAndStop(FiresteelNode.PATIENCE);
        }
    }

    private NodeSettings settings(FiresteelNode firesteel, boolean areOthersFirst)
            throws Exception {
        List<String> agents = new ArrayList<>(others());
        String ours = "-javaagent:" + FiresteelNode.AGENT.toRealPath();
        Collections.rotate(agents, areOthersFirst ? 0 : 1);
        agents.add(areOthersFirst ? agents.size() : 0, ours);
        NodeSettings settings =
                firesteel
                        .stock()
                        .firesteel("journal_path", firesteel.journal)
                        .firesteel("prometheus_address", ADDRESS)
                        .firesteel("prometheus_port", ENDPOINT_PORT);
        agents.forEach(settings::jvmOption);
        for (String each : List.of("traces", "metrics", "logs"))
            settings.jvmOption("-Dotel." + each + ".exporter=none");
        return settings;
    }

    private List<String> others() throws Exception {
        Path rules =
                Files.writeString(directory.resolve("exporter.yaml"), "rules:\n- pattern: .*\n");
        return List.of(
                "-javaagent:%s=%s:%d:%s"
                        .formatted(jar("jmx_prometheus_javaagent"), ADDRESS, EXPORTER_PORT, rules),
                "-javaagent:%s=host=%s,port=%d"
                        .formatted(jar("jolokia-agent-jvm"), ADDRESS, JOLOKIA_PORT),
                "-javaagent:" + jar("opentelemetry-javaagent"));
    }

    private static Path jar(String name) throws Exception {
        return JARS.resolve(name + ".jar").toRealPath();
    }

    private static void requireAnswers() throws Exception {
        assertThat(page(EXPORTER_PORT, "/metrics")).contains("org_apache_cassandra_metrics_", OURS);
        assertThat(page(JOLOKIA_PORT, "/jolokia/list/org.apache.cassandra.metrics")).contains(OURS);
        assertThat(page(ENDPOINT_PORT, "/metrics")).contains("firesteel_journal_");
    }

    private static String page(int port, String path) throws Exception {
        URI uri = URI.create("http://" + ADDRESS + ":" + port + path);
        HttpResponse<String> response =
                HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(uri).build(),
                                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(uri.toString()).isEqualTo(200);
        return response.body();
    }
}
