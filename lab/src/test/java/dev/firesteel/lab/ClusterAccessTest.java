// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests sessions that no node opens, against servers that are none. */
class ClusterAccessTest {
    private static final ClusterAccess TLS =
            ClusterAccess.PLAIN.over(new ClusterAccess.Tls(null, null, true));

    @TempDir Path directory;

    /** A server that answers every connection with the same bytes, and ends it. */
    private static final class Answering implements AutoCloseable {
        private final ServerSocket server;
        private final CompletableFuture<Void> answering;

        Answering(String answer) throws IOException {
            this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), answer);
        }

        Answering(ServerSocket server, String answer) {
            this.server = server;
            answering = CompletableFuture.runAsync(() -> answer(answer));
        }

        private void answer(String answer) {
            while (!server.isClosed()) {
                try (Socket socket = server.accept()) {
                    if (socket.getInputStream().read() >= 0)
                        socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                } catch (IOException e) {
                    // The next connection gets it, or the server is closed.
                }
            }
        }

        InetSocketAddress address() {
            return (InetSocketAddress) server.getLocalSocketAddress();
        }

        @Override
        public void close() throws IOException {
            server.close();
            answering.join();
        }
    }

    private static void refused(ClusterAccess access, InetSocketAddress node, String message) {
        assertThatThrownBy(() -> access.open(List.of(node)))
                .isInstanceOfSatisfying(
                        SessionException.class, e -> assertThat(e.isAnswered()).isTrue())
                .hasMessageStartingWith(
                        "The node on %s:%d %s"
                                .formatted(node.getHostString(), node.getPort(), message));
    }

    @Test
    void saysThatNoNodeAnswersOnlyIfNoneDoes() throws IOException {
        InetSocketAddress free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = (InetSocketAddress) socket.getLocalSocketAddress();
        }
        for (ClusterAccess access : List.of(ClusterAccess.PLAIN, TLS))
            assertThatThrownBy(() -> access.open(List.of(free)))
                    .isInstanceOfSatisfying(
                            SessionException.class, e -> assertThat(e.isAnswered()).isFalse())
                    .hasMessage(
                            "No node answers on %s:%d"
                                    .formatted(free.getHostString(), free.getPort()));
    }

    @Test
    void namesAHostThatIsUnknown() {
        refuses("nosuch", "Unknown host 'nosuch'");
        refuses("127.0.0.1:9042", "Unknown host '127.0.0.1:9042' (give its port with --port)");
    }

    private static void refuses(String host, String message) {
        assertThatThrownBy(
                        () ->
                                ClusterAccess.PLAIN.open(
                                        List.of(InetSocketAddress.createUnresolved(host, 1))))
                .isInstanceOf(SessionException.class)
                .hasMessage(message);
    }

    @Test
    void recognisesPlainTextAtTheOtherEndOfTls() throws IOException {
        try (Answering server = new Answering("HTTP/1.1 400 Bad Request\r\n\r\n")) {
            refused(TLS, server.address(), "answers in plain text: give its port for TLS");
        }
    }

    @Test
    void recognisesAnEndThatMayBeTls() throws IOException {
        try (Answering server = new Answering("")) {
            refused(ClusterAccess.PLAIN, server.address(), "ends the connection: does it need TLS");
            refused(TLS, server.address(), "ends the TLS handshake");
        }
    }

    @Test
    void recognisesACertificateThatIsForAnotherHostOrNotTrusted() throws Exception {
        KeyTool tool = new KeyTool(directory);
        StoreFile key = new StoreFile("", tool.key("server", "127.0.0.9"), KeyTool.PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(key.keys(), null, null);
        StoreFile trusting =
                new StoreFile("--truststore", tool.trusting("server"), KeyTool.PASSWORD);
        try (ServerSocket socket =
                        context.getServerSocketFactory()
                                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Answering server = new Answering(socket, "")) {
            refused(
                    ClusterAccess.PLAIN.over(new ClusterAccess.Tls(trusting, null, true)),
                    server.address(),
                    "has a certificate for another host: give the host that it names, or");
            refused(TLS, server.address(), "has a certificate that is not trusted (");
        }
    }

    @Test
    void readsTheStoresBeforeItConnects() {
        StoreFile absent = new StoreFile("--truststore", directory.resolve("absent"), null);
        ClusterAccess access = ClusterAccess.PLAIN.over(new ClusterAccess.Tls(absent, null, true));
        assertThatThrownBy(
                        () ->
                                access.open(
                                        List.of(
                                                new InetSocketAddress(
                                                        InetAddress.getLoopbackAddress(), 1))))
                .hasMessage("--truststore %s: there is no such file", directory.resolve("absent"));
    }

    private DriverExecutionProfile options(@Nullable String text, boolean hasContactPoints)
            throws IOException {
        Path file = text == null ? null : Files.writeString(directory.resolve("d.conf"), text);
        try (DriverConfigLoader loader = DriverOptions.loader(file, hasContactPoints)) {
            return loader.getInitialConfig().getDefaultProfile();
        }
    }

    @Test
    void aFileOfTheDriverOverridesOurOptionsAndNotThatAStatementIsSentOnce() throws IOException {
        DriverExecutionProfile ours = options(null, true);
        assertThat(ours.getDuration(DefaultDriverOption.REQUEST_TIMEOUT))
                .isEqualTo(LabSession.REQUEST_TIMEOUT);
        String text =
                """
                datastax-java-driver {
                  basic.request.timeout = 3 seconds
                  basic.request.default-idempotence = true
                  basic.contact-points = [ "10.0.0.1:9042" ]
                  advanced.retry-policy.class = DefaultRetryPolicy
                  advanced.auth-provider { class = PlainTextAuthProvider, username = bob }
                }
                """;
        DriverExecutionProfile both = options(text, false);
        assertThat(both.getDuration(DefaultDriverOption.REQUEST_TIMEOUT))
                .isEqualTo(Duration.ofSeconds(3));
        assertThat(both.getString(DefaultDriverOption.AUTH_PROVIDER_USER_NAME)).isEqualTo("bob");
        assertThat(both.getStringList(DefaultDriverOption.CONTACT_POINTS))
                .containsExactly("10.0.0.1:9042");
        assertThat(both.getBoolean(DefaultDriverOption.REQUEST_DEFAULT_IDEMPOTENCE)).isFalse();
        for (DefaultDriverOption each :
                List.of(
                        DefaultDriverOption.RETRY_POLICY_CLASS,
                        DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS))
            assertThat(both.getString(each)).isEqualTo(ours.getString(each));
        assertThat(options(text, true).getStringList(DefaultDriverOption.CONTACT_POINTS)).isEmpty();
        assertThat(ClusterAccess.PLAIN.with(directory.resolve("d.conf")).hasContactPoints())
                .isTrue();
    }

    @Test
    void namesAFileThatTheDriverDoesNotTake() throws IOException {
        Path absent = directory.resolve("absent.conf");
        assertThatThrownBy(() -> ClusterAccess.PLAIN.with(absent).hasContactPoints())
                .isInstanceOf(IOException.class)
                .hasMessage("--driver-config %s: there is no such file", absent);
        Path broken = Files.writeString(directory.resolve("broken.conf"), "a = {\n");
        assertThatThrownBy(() -> ClusterAccess.PLAIN.with(broken).hasContactPoints())
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("--driver-config %s: ".formatted(broken));
    }
}
