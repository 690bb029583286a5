// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.Timer;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.firesteel.agent.lifetime.FileClass;
import dev.firesteel.agent.lifetime.FileKind;
import dev.firesteel.agent.lifetime.Lifetime;
import dev.firesteel.agent.lifetime.LifetimeRow;
import dev.firesteel.agent.lifetime.StorageStack;
import dev.firesteel.agent.table.HeldReplies;
import dev.firesteel.agent.table.JournalTables;
import dev.firesteel.journal.JournalStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrometheusEndpointTest {
    /** Without a limit while others wait, the last of them would wait for 15 s. */
    private static final int SILENT_CONNECTIONS = 500;

    /** Prometheus' default. */
    private static final Duration SCRAPE_TIMEOUT = Duration.ofSeconds(10);

    /** More connections than threads. */
    private static final int BUSY_CONNECTIONS = 100;

    private static final int UNREAD_REQUESTS = 2_000;

    private static final Pattern METRIC = Pattern.compile("firesteel_\\w+");

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Timer commit = new Timer();
    private final PrometheusEndpoint endpoint = endpoint(0);
    private final HeldReplies replies =
            new HeldReplies() {
                @Override
                public int held() {
                    return 3;
                }

                @Override
                public long oldestHeldNanos() {
                    return 250_000_000;
                }

                @Override
                public long heldSinceStart() {
                    return 7;
                }
            };

    private static PrometheusEndpoint endpoint(int port) {
        return new PrometheusEndpoint(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                Thread::new,
                () ->
                        List.of(
                                new LifetimeRow(
                                        new FileClass(FileKind.DATA, 2),
                                        Lifetime.LONG,
                                        3,
                                        4_096,
                                        5,
                                        2,
                                        1.5,
                                        4,
                                        1,
                                        new StorageStack.Verdict("no", "a loop device"))),
                PATIENCE);
    }

    private JournalTables journal() {
        return new JournalTables(
                Path.of("/flash/journal"),
                () ->
                        new JournalStatus(
                                64, 60, 4, 32 << 20, false, true, 1_000, 2, 500, 3L << 20,
                                1L << 20),
                List::of,
                Map::of,
                replies,
                Map.of("WaitingOnCommit", commit));
    }

    @BeforeEach
    void start() {
        commit.update(Duration.ofNanos(2_500)); // Cassandra's timers count microseconds
        endpoint.start(journal());
    }

    @AfterEach
    void stop() {
        endpoint.stop();
    }

    private HttpResponse<String> ask(String method, String path, String accepted)
            throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + endpoint.port() + path);
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(uri)
                                .timeout(SCRAPE_TIMEOUT)
                                .method(method, HttpRequest.BodyPublishers.noBody())
                                .header("Accept", accepted)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void sendsTheStatusOfTheJournal() throws Exception {
        HttpResponse<String> answer = ask("GET", "/metrics", "text/plain");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
                .startsWith("text/plain; version=0.0.4");
        assertThat(answer.body().lines())
                .contains(
                        "# TYPE firesteel_journal_free_segments gauge",
                        "firesteel_journal_segments 64.0",
                        "firesteel_journal_free_segments 60.0",
                        "firesteel_journal_reserve_segments 4.0",
                        "firesteel_journal_segment_bytes 3.3554432E7",
                        "firesteel_journal_failed 1.0",
                        "firesteel_journal_waiting_entries 2.0",
                        "# TYPE firesteel_journal_entries_total counter",
                        "firesteel_journal_entries_total 1000.0",
                        "firesteel_journal_records_total 500.0",
                        "firesteel_journal_entry_bytes_total 1048576.0",
                        "firesteel_journal_written_bytes_total 3145728.0",
                        "firesteel_journal_held_replies_total 7.0",
                        "firesteel_journal_replies_held_now 3.0",
                        "firesteel_journal_oldest_held_reply_seconds 0.25",
                        "firesteel_journal_wait_seconds_max{metric=\"WaitingOnCommit\"} 0.0025",
                        "# TYPE firesteel_journal_wait_seconds summary",
                        "firesteel_journal_wait_seconds_count{metric=\"WaitingOnCommit\"} 1")
                .contains(
                        "firesteel_journal_wait_seconds{metric=\"WaitingOnCommit\",quantile=\"0.99\"}"
                                + " 0.0025");
    }

    @Test
    void sendsTheLifetimesOfFiles() throws Exception {
        String data = "{kind=\"data\",level=\"2\",lifetime=\"long\"} ";
        assertThat(ask("GET", "/metrics", "text/plain").body().lines())
                .contains(
                        "firesteel_files" + data + "3.0",
                        "firesteel_file_bytes" + data + "4096.0",
                        "firesteel_deleted_files_mean_age_seconds" + data + "1.5",
                        "firesteel_created_files_total" + data + "5.0",
                        "firesteel_deleted_files_total" + data + "2.0",
                        "firesteel_accepted_hints_total" + data + "4.0",
                        "firesteel_refused_hints_total" + data + "1.0");
    }

    @Test
    void theDashboardQueriesExportedMetrics() throws Exception {
        List<String> queried =
                metricsIn(
                        new ObjectMapper()
                                        .readTree(
                                                Path.of("../docs/operating/grafana.json").toFile())
                                        .findValuesAsText("expr")
                                        .stream());
        assertThat(queried).hasSizeGreaterThan(15);
        assertThat(exported()).containsAll(queried);
    }

    @Test
    void alertsQueryExportedMetrics() throws Exception {
        List<String> queried =
                metricsIn(
                        Files.readAllLines(Path.of("../docs/operating/alerts.yaml")).stream()
                                .filter(line -> line.contains("expr:")));
        assertThat(queried).hasSizeGreaterThan(5);
        assertThat(exported()).containsAll(queried);
    }

    @Test
    void everyExportedMetricIsInTheReference() throws Exception {
        String reference = Files.readString(Path.of("../docs/reference/metrics.md"));
        for (String each : exported())
            assertThat(reference)
                    .containsAnyOf(
                            "`" + each + "`",
                            "`" + each.replace("firesteel_journal_", "J_") + "`",
                            "`" + each.replace("_count", "") + "`");
    }

    /** Returns the names of all metrics in a scrape. */
    private Set<String> exported() throws Exception {
        return ask("GET", "/metrics", "text/plain")
                .body()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("[{ ]", 2)[0])
                .collect(Collectors.toSet());
    }

    private static List<String> metricsIn(Stream<String> expressions) {
        return expressions
                .flatMap(expression -> METRIC.matcher(expression).results())
                .map(MatchResult::group)
                .toList();
    }

    /** Sends the Accept header of a Prometheus with more formats. */
    @Test
    void sendsTheNewerFormatIfItIsAccepted() throws Exception {
        HttpResponse<String> answer =
                ask(
                        "GET",
                        "/metrics",
                        "application/vnd.google.protobuf;q=0.7,application/openmetrics-text;"
                                + "version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3");
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
                .startsWith("application/openmetrics-text; version=1.0.0");
        assertThat(answer.body()).endsWith("# EOF\n");
    }

    @Test
    void answersNothingElse() throws Exception {
        assertThat(ask("GET", "/", "*/*").statusCode()).isEqualTo(404);
        assertThat(ask("GET", "/metrics/more", "*/*").statusCode()).isEqualTo(404);
        assertThat(ask("POST", "/metrics", "*/*").statusCode()).isEqualTo(405);
        assertThat(ask("HEAD", "/metrics", "*/*").statusCode()).isEqualTo(405);
    }

    /** Requests of one byte, of half a line, without an end, or their body; a TLS hello. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "G",
                "GET /metr",
                "GET /metrics HTTP/1.1\r\nHost: x\r\n",
                "\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u0003\u0003",
                "GET /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n",
                "POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n",
            })
    @Timeout(60)
    void connectionsThatSendNoMoreDelayNoOther(String sent) throws Exception {
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < SILENT_CONNECTIONS; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port());
                silent.add(socket);
                socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
            }
            assertThat(ask("GET", "/metrics", "text/plain").statusCode()).isEqualTo(200);
            // Each is closed in the end.
            for (Socket each : silent) requireClosed(each);
        } finally {
            for (Socket each : silent) each.close();
        }
        assertThat(ask("GET", "/metrics", "text/plain").statusCode()).isEqualTo(200);
    }

    private static void requireClosed(Socket socket) throws IOException {
        try {
            socket.getInputStream().readAllBytes();
        } catch (SocketException e) {
            assertThat(e).hasMessageContaining("reset"); // closed before everything was read
        }
    }

    @Test
    @Timeout(60)
    void connectionsThatSendAHeaderNowAndThenAreClosed() throws Exception {
        List<Thread> slow = new ArrayList<>();
        for (int i = 0; i < BUSY_CONNECTIONS; i++) slow.add(new Thread(this::drip));
        slow.forEach(Thread::start);
        assertThat(ask("GET", "/metrics", "text/plain").statusCode()).isEqualTo(200);
        for (Thread each : slow) each.join();
    }

    /** Sends headers until the connection is closed. */
    private void drip() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
            OutputStream out = socket.getOutputStream();
            out.write("GET /metrics HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII));
            while (true) {
                out.write("X-a: b\r\n".getBytes(StandardCharsets.US_ASCII));
                LockSupport.parkNanos(PATIENCE.toNanos() / 10);
            }
        } catch (IOException e) {
            // The endpoint has closed it.
        }
    }

    /** Each asks for more than the kernel's buffers hold, and reads nothing. */
    @Test
    @Timeout(60)
    void connectionsThatReadNothingDelayNoOther() throws Exception {
        byte[] asked =
                "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"
                        .repeat(UNREAD_REQUESTS)
                        .getBytes(StandardCharsets.US_ASCII);
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < BUSY_CONNECTIONS; i++) {
                Socket socket = new Socket();
                silent.add(socket);
                socket.setReceiveBufferSize(2048);
                socket.connect(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), endpoint.port()));
                socket.getOutputStream().write(asked);
            }
            assertThat(ask("GET", "/metrics", "text/plain").statusCode()).isEqualTo(200);
        } finally {
            for (Socket each : silent) each.close();
        }
    }

    @Test
    void answersOneRequestOnAConnection() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
            String asked = "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n".repeat(2);
            socket.getOutputStream().write(asked.getBytes(StandardCharsets.US_ASCII));
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            try {
                socket.getInputStream().transferTo(answer);
            } catch (SocketException e) {
                assertThat(e).hasMessageContaining("reset"); // the second request was not read
            }
            assertThat(answer.toString(StandardCharsets.UTF_8))
                    .containsOnlyOnce("HTTP/1.1 200")
                    .contains("firesteel_journal_");
        }
    }

    /** The port may be taken by a second node on the machine. */
    @Test
    void aPortThatIsTakenStopsNoNode() {
        PrometheusEndpoint second = endpoint(endpoint.port());
        second.start(journal());
        assertThat(second.port()).isEqualTo(-1);
        second.stop();
    }

    @Test
    void listensNoMoreOnceStopped() {
        int port = endpoint.port();
        endpoint.stop();
        assertThatThrownBy(
                        () ->
                                HttpClient.newHttpClient()
                                        .send(
                                                HttpRequest.newBuilder(
                                                                URI.create(
                                                                        "http://127.0.0.1:"
                                                                                + port
                                                                                + "/metrics"))
                                                        .build(),
                                                HttpResponse.BodyHandlers.discarding()))
                .isInstanceOf(ConnectException.class);
    }
}
