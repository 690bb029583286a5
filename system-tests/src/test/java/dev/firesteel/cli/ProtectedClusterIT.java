// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import dev.firesteel.lab.KeyTool;
import dev.firesteel.node.CassandraNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the verbs for a running cluster on a node with passwords and TLS on both sides. */
class ProtectedClusterIT {
    private static final String ADDRESS = "127.0.2.54";
    private static final String USER = "cassandra";
    private static final String PASSWORD = "cassandra";
    private static final int PLAIN_PORT = 9042;
    private static final int TLS_PORT = 9142;

    @TempDir static Path directory;
    private static CassandraNode node;
    private static Path client;
    private static Path trusting;
    private static Path trustingAnother;
    private static Path storePassword;
    private static Path password;

    @BeforeAll
    static void startNode() throws Exception {
        KeyTool keys = new KeyTool(directory);
        Path server = keys.key("server", ADDRESS);
        client = keys.key("client", "127.0.0.1");
        trusting = keys.trusting("server");
        trustingAnother = keys.trusting("client");
        storePassword = Files.writeString(directory.resolve("store-password"), KeyTool.PASSWORD);
        password = Files.writeString(directory.resolve("password"), PASSWORD + "\n");
        node =
                CassandraNode.at(directory.resolve("node"))
                        .address(ADDRESS)
                        .heap("512M")
                        .shortLived()
                        .jvmOption("-Dcassandra.superuser_setup_delay_ms=0")
                        .setting("authenticator", "PasswordAuthenticator")
                        .setting("native_transport_port_ssl", TLS_PORT)
                        .setting(
                                "client_encryption_options",
                                Map.of(
                                        "enabled",
                                        true,
                                        "optional",
                                        false,
                                        "keystore",
                                        server.toString(),
                                        "keystore_password",
                                        KeyTool.PASSWORD,
                                        "require_client_auth",
                                        true,
                                        "truststore",
                                        trustingAnother.toString(),
                                        "truststore_password",
                                        KeyTool.PASSWORD))
                        .start();
        node.awaitReady(Duration.ofMinutes(3));
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(ProtectedClusterIT::hasUser);
    }

    private static boolean hasUser() {
        try (CqlSession session =
                CqlSession.builder()
                        .addContactPoint(node.contactPoint())
                        .withLocalDatacenter("datacenter1")
                        .withAuthCredentials(USER, PASSWORD)
                        .build()) {
            return session != null;
        } catch (AllNodesFailedException e) {
            return false; // not yet
        }
    }

    @AfterAll
    static void stopNode() {
        if (node != null) node.close();
    }

    private static Spoken load(String... more) {
        List<String> line = new ArrayList<>(List.of("lab", "load", "--rows=10", "--threads=1"));
        line.addAll(List.of(more));
        return Spoken.by(line.toArray(new String[0]));
    }

    private static String[] with(List<String> options, String... more) {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of(more));
        return all.toArray(new String[0]);
    }

    private static List<String> login() {
        return List.of("--user", USER, "--password-file", password.toString());
    }

    private static List<String> tls(Path truststore) {
        return List.of(
                "--address",
                ADDRESS,
                "--port=" + TLS_PORT,
                "--truststore",
                truststore.toString(),
                "--truststore-password-file",
                storePassword.toString());
    }

    private static String[] key() {
        return new String[] {
            "--keystore", client.toString(), "--keystore-password-file", storePassword.toString()
        };
    }

    private static void refused(Spoken spoken, String problem) {
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.out()).isEmpty();
        assertThat(spoken.err().lines())
                .singleElement()
                .satisfies(line -> assertThat(line).contains(problem).startsWith("firesteel: "));
    }

    @Test
    void loadsOverTlsAndRunsAWorkloadWithThePasswordOfTheEnvironment() throws Exception {
        Spoken loaded = load(with(login(), with(tls(trusting), key())));
        assertThat(loaded.exitCode()).as(loaded.err()).isZero();
        assertThat(loaded.out()).startsWith("10 rows");
        List<String> line =
                new ArrayList<>(List.of("lab", "ycsb", "--rows=10", "--seconds=1", "--json"));
        line.addAll(List.of(with(tls(trusting), key())));
        Map<String, String> environment =
                Map.of("FIRESTEEL_USER", USER, "FIRESTEEL_PASSWORD", PASSWORD);
        try (PackagedProgram program =
                new PackagedProgram(directory, environment, line.toArray(new String[0]))) {
            assertThat(program.awaitExitCode()).as("%s", program.lines()).isZero();
            assertThat(String.join("\n", program.lines()))
                    .contains("\"operations\":")
                    .doesNotContain(KeyTool.PASSWORD);
        }
    }

    @Test
    void takesAFileOfTheDriverAsItIs() throws Exception {
        Path file = directory.resolve("driver.conf");
        Files.writeString(
                file,
                """
                datastax-java-driver {
                  basic.contact-points = [ "%s:%d" ]
                  basic.load-balancing-policy.local-datacenter = datacenter1
                  advanced.auth-provider {
                    class = PlainTextAuthProvider, username = %s, password = %s
                  }
                  advanced.ssl-engine-factory {
                    class = DefaultSslEngineFactory
                    truststore-path = "%s", truststore-password = %s
                    keystore-path = "%s", keystore-password = %s
                  }
                }
                """
                        .formatted(
                                ADDRESS,
                                TLS_PORT,
                                USER,
                                PASSWORD,
                                trusting,
                                KeyTool.PASSWORD,
                                client,
                                KeyTool.PASSWORD));
        Spoken loaded = load("--driver-config", file.toString());
        assertThat(loaded.exitCode()).as(loaded.err()).isZero();
        assertThat(loaded.out()).startsWith("10 rows");
    }

    @Test
    void saysThatAPasswordIsMissingOrWrong() throws Exception {
        String[] plain = {"--address", ADDRESS, "--port=" + PLAIN_PORT};
        String where = "The node on %s:%d ".formatted(ADDRESS, PLAIN_PORT);
        refused(load(plain), where + "requires a user and a password: give --user");
        Path wrong = Files.writeString(directory.resolve("wrong"), "s3cret-and-wrong");
        Spoken spoken =
                load(with(List.of(plain), "--user", USER, "--password-file", wrong.toString()));
        refused(spoken, where + "refuses the user 'cassandra': Provided username cassandra and/or");
        assertThat(spoken.err()).doesNotContain("s3cret-and-wrong");
    }

    @Test
    void saysWhatIsWrongWithTls() {
        String where = "The node on %s:%d ".formatted(ADDRESS, TLS_PORT);
        refused(
                load(with(login(), "--address", ADDRESS, "--port=" + TLS_PORT)),
                where + "ends the connection: does it need TLS");
        refused(
                load(with(login(), with(tls(trustingAnother), key()))),
                where + "has a certificate that is not trusted");
        refused(load(with(login(), with(tls(trusting)))), "does it need --keystore?");
        List<String> atThePlainPort = new ArrayList<>(tls(trusting));
        atThePlainPort.set(2, "--port=" + PLAIN_PORT);
        refused(load(with(login(), with(atThePlainPort))), "answers in plain text");
    }
}
