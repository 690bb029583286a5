// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the packages on their own, as a user gets them. */
class ReleaseIT {
    private static final Pattern LIBRARY = Pattern.compile("([A-Za-z0-9-]+?)-\\d.*\\.jar");

    @TempDir Path directory;
    private Path home;

    /** The output of a command, on both streams. */
    private record Said(int exitCode, String text) {}

    @BeforeEach
    void unpack() throws Exception {
        run(directory, "tar", "xzf", packed(".tar.gz").toString());
        try (Stream<Path> made = Files.list(directory)) {
            home = made.findFirst().orElseThrow();
        }
    }

    private static Path packed(String suffix) throws IOException {
        try (Stream<Path> files = Files.list(Path.of("..", "release", "target"))) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .findFirst()
                    .orElseThrow()
                    .toAbsolutePath();
        }
    }

    private static Said run(Path directory, String... command) throws Exception {
        Process process =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Said(process.waitFor(), text);
    }

    private Said firesteel(String... arguments) throws Exception {
        String[] command = new String[arguments.length + 1];
        command[0] = home.resolve("firesteel").toString();
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        return run(directory, command);
    }

    @Test
    void itRunsWithoutItsSources() throws Exception {
        assertThat(firesteel("--version"))
                .isEqualTo(new Said(0, "firesteel " + version() + System.lineSeparator()));
        assertThat(firesteel("journal", "format", "journal", "--size", "257MiB").exitCode())
                .isZero();
        assertThat(firesteel("journal", "verify", "journal").exitCode()).isZero();
    }

    private String version() {
        return home.getFileName().toString().substring("firesteel-".length());
    }

    @Test
    void aLinkToItOnThePathDoes() throws Exception {
        Path link = directory.resolve("link");
        Files.createSymbolicLink(link, home.resolve("firesteel"));
        assertThat(run(directory, link.toString(), "--version").exitCode()).isZero();
    }

    @Test
    void itInstallsItsAgent() throws Exception {
        Path cassandra = Files.createDirectories(directory.resolve("cassandra"));
        Files.createDirectories(cassandra.resolve("conf"));
        Files.createDirectories(cassandra.resolve("lib"));
        Files.createFile(cassandra.resolve("lib/apache-cassandra-5.0.9.jar"));
        Files.createFile(cassandra.resolve("conf/jvm-server.options"));
        Files.writeString(
                cassandra.resolve("conf/cassandra.yaml"),
                "commitlog_directory: %s/commitlog\ndata_file_directories: [%s/data]\n"
                        .formatted(cassandra, cassandra));
        Said said =
                firesteel(
                        "install",
                        cassandra.toString(),
                        "--journal",
                        directory.resolve("journal").toString(),
                        "--journal-size",
                        "513MiB",
                        "--yes");
        assertThat(said.exitCode()).as(said.text()).isZero();
        assertThat(Files.readString(cassandra.resolve("conf/jvm-server.options")))
                .contains("-javaagent:");
        try (Stream<Path> files = Files.walk(cassandra)) {
            Path agent =
                    files.filter(
                                    file ->
                                            file.getFileName()
                                                    .toString()
                                                    .equals("firesteel-agent.jar"))
                            .findFirst()
                            .orElseThrow();
            assertThat(Files.mismatch(agent, home.resolve("agent/firesteel-agent.jar")))
                    .isEqualTo(-1);
        }
    }

    @Test
    void whatNeedsACassandraSaysWhereToPutIt() throws Exception {
        Said said = firesteel("lab", "crash", "--kills", "1", "--address", "127.0.5.1");
        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.text()).contains("ln -s CASSANDRA_HOME/lib " + home + "/cassandra-5.");
    }

    @Test
    @Tag("full")
    void aCassandraThatIsPutThereIsStarted() throws Exception {
        Path jars = Path.of("..", "cassandra", "newest", "target", "lib").toRealPath();
        String name;
        try (Stream<Path> files = Files.list(jars)) {
            name =
                    files.map(file -> file.getFileName().toString())
                            .filter(file -> file.startsWith("cassandra-all-"))
                            .findFirst()
                            .orElseThrow();
        }
        String version = name.replaceAll("cassandra-all-|\\.jar", "");
        Files.createSymbolicLink(home.resolve("cassandra-" + version), jars);
        Said said =
                firesteel(
                        "lab",
                        "crash",
                        "--kills",
                        "1",
                        "--longest-load",
                        "1",
                        "--address",
                        "127.0.5.1",
                        "--heap",
                        "512MiB");
        assertThat(said.exitCode()).as(said.text()).isZero();
        assertThat(said.text()).contains("0 lost, 0 seen and gone, 0 phantom");
    }

    @Test
    void nothingInItKnowsWhereItWasBuilt() throws Exception {
        String built = Path.of("..").toRealPath() + "/";
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(contains(Files.readAllBytes(file), built)).as("%s", file).isFalse();
                if (!file.getFileName().toString().contains("firesteel")) continue;
                if (file.toString().endsWith(".jar"))
                    assertThat(entriesThatContain(file, built)).as("%s", file).isEmpty();
            }
        }
    }

    private static List<String> entriesThatContain(Path jar, String text) throws IOException {
        Set<String> found = new TreeSet<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                try (InputStream in = zip.getInputStream(entry)) {
                    if (contains(in.readAllBytes(), text)) found.add(entry.getName());
                }
            }
        }
        return List.copyOf(found);
    }

    private static boolean contains(byte[] bytes, String text) {
        return new String(bytes, StandardCharsets.ISO_8859_1).contains(text);
    }

    @Test
    void everyLibraryIsNamedWithItsLicence() throws Exception {
        Set<String> there = new TreeSet<>();
        try (Stream<Path> files = Files.list(home.resolve("lib"))) {
            for (Path file : files.toList()) {
                Matcher name = LIBRARY.matcher(file.getFileName().toString());
                if (name.matches() && !name.group(1).startsWith("firesteel"))
                    there.add(name.group(1));
            }
        }
        String table =
                Files.readString(home.resolve("LIBRARIES.md"))
                        .lines()
                        .filter(line -> line.startsWith("| ") && !line.startsWith("| library"))
                        .map(line -> line.split(" \\| ", -1)[0].substring(2))
                        .collect(Collectors.joining(", "));
        Set<String> named =
                Arrays.stream(table.replaceAll(" \\([^)]*\\)", "").split(", ", -1))
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(named).isEqualTo(there);
    }

    @Test
    void theDebianPackageHoldsTheSameAndALinkOnThePath() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/dpkg-deb")), "dpkg-deb is not here");
        Path unpacked = directory.resolve("deb");
        Said said =
                run(directory, "dpkg-deb", "-x", packed(".deb").toString(), unpacked.toString());
        assertThat(said.exitCode()).as(said.text()).isZero();
        Said differences =
                run(
                        directory,
                        "diff",
                        "-r",
                        unpacked.resolve("usr/share/firesteel").toString(),
                        home.toString());
        assertThat(differences).isEqualTo(new Said(0, ""));
        assertThat(Files.readSymbolicLink(unpacked.resolve("usr/bin/firesteel")))
                .isEqualTo(Path.of("/usr/share/firesteel/firesteel"));
        String listed = run(directory, "dpkg-deb", "-c", packed(".deb").toString()).text();
        assertThat(listed.lines()).allMatch(line -> line.contains(" root/root "));
    }
}
