// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.cli.Spoken;
import dev.firesteel.lab.ClusterAccess;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

class AccessOptionsTest {
    @TempDir Path directory;

    /** A command with these options alone. */
    @Command(name = "probe")
    private static final class Probe implements Callable<Integer> {
        @Mixin final AccessOptions options;
        @Spec @Nullable CommandSpec spec;
        @Nullable ClusterAccess access;
        @Nullable Exception failure;

        Probe(Map<String, String> environment) {
            options = new AccessOptions(environment::get);
        }

        @Override
        public Integer call() {
            try {
                access = options.read(Console.of(spec));
            } catch (IOException | CommandLine.ParameterException e) {
                failure = e;
            }
            return 0;
        }
    }

    private static Probe parse(Map<String, String> environment, String... line) {
        Probe probe = new Probe(environment);
        CommandLine command =
                new CommandLine(probe).setErr(new PrintWriter(new StringWriter(), true));
        assertThat(command.execute(line)).isZero();
        return probe;
    }

    private static ClusterAccess read(Map<String, String> environment, String... line) {
        Probe probe = parse(environment, line);
        assertThat(probe.failure).isNull();
        return Objects.requireNonNull(probe.access);
    }

    private static String problem(Map<String, String> environment, String... line) {
        Probe probe = parse(environment, line);
        return String.valueOf(Objects.requireNonNull(probe.failure).getMessage());
    }

    @Test
    void takesThePasswordFromAFileWithoutItsLineEnd() throws IOException {
        Path file = Files.writeString(directory.resolve("password"), " s3cret \n");
        assertThat(read(Map.of(), "--user", "bob", "--password-file", file.toString()))
                .usingRecursiveComparison()
                .isEqualTo(ClusterAccess.PLAIN.as("bob", " s3cret "));
    }

    @Test
    void takesUserAndPasswordFromTheEnvironment() {
        assertThat(read(Map.of("FIRESTEEL_USER", "bob", "FIRESTEEL_PASSWORD", "s3cret")))
                .usingRecursiveComparison()
                .isEqualTo(ClusterAccess.PLAIN.as("bob", "s3cret"));
    }

    @Test
    void anOptionOverridesTheEnvironment() throws IOException {
        Path file = Files.writeString(directory.resolve("password"), "file");
        Map<String, String> environment =
                Map.of("FIRESTEEL_USER", "bob", "FIRESTEEL_PASSWORD", "variable");
        assertThat(read(environment, "--user", "eve", "--password-file", file.toString()))
                .usingRecursiveComparison()
                .isEqualTo(ClusterAccess.PLAIN.as("eve", "file"));
    }

    @Test
    void takesAPasswordFromTheCommandLineIfItMust() {
        assertThat(read(Map.of(), "--user", "bob", "--password=s3cret"))
                .usingRecursiveComparison()
                .isEqualTo(ClusterAccess.PLAIN.as("bob", "s3cret"));
    }

    @Test
    void withoutOptionsItIsPlain() {
        assertThat(read(Map.of("FIRESTEEL_PASSWORD", "unused"))).isSameAs(ClusterAccess.PLAIN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--user bob|the user 'bob' needs --password-file, the variable",
                "--password=x|a password needs --user",
                "--password-file f|a password needs --user",
                "--user bob --password=x --password-file f|exclude each other",
                "--user bob --password-file absent|--password-file: there is no absent",
                "--no-hostname-check|--no-hostname-check needs --tls",
                "--truststore-password-file f|--truststore-password-file needs --tls",
                "--tls --truststore-password-file f|--truststore-password-file needs --truststore",
                "--tls --keystore-password-file f|--keystore-password-file needs --keystore",
            })
    void saysWhatIsMissing(String line, String message) {
        assertThat(problem(Map.of(), line.split(" "))).contains(message).doesNotContain("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "s3cret\nsecond\n"})
    void aFileOfSeveralLinesIsNoPasswordAndIsNotPrinted(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("password"), text);
        assertThat(problem(Map.of(), "--user", "bob", "--password-file", file.toString()))
                .contains("--password-file " + file + ": the file must hold the password in one")
                .doesNotContain("s3cret");
    }

    @Test
    void noOptionForAClusterIsAcceptedWhereNodesAreStarted() {
        Spoken spoken = Spoken.by("lab", "staleness", "measure", "--tls");
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err()).contains("are for a running cluster: give --cluster");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lab load --rows 1",
                "lab ycsb --rows 1",
                "lab sweep",
                "lab staleness measure --cluster 127.0.0.1:1"
            })
    void everyVerbThatConnectsReadsTheOptions(String verb) {
        String[] line = (verb + " --user bob --password-file /absent/password").split(" ");
        Spoken spoken = Spoken.by(line);
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.err().lines())
                .containsExactly("firesteel: --password-file: there is no /absent/password");
    }
}
