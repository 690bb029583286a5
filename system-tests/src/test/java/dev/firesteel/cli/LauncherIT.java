// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the launcher on machines that lack programs, simulated by a short path. */
class LauncherIT {
    private static final List<String> PROGRAMS =
            List.of(
                    "sh",
                    "cat",
                    "dirname",
                    "find",
                    "grep",
                    "head",
                    "mkdir",
                    "mktemp",
                    "readlink",
                    "rm",
                    "sed",
                    "tail",
                    "tee",
                    "touch",
                    "uname");
    private static final List<String> FOLDERS = List.of("/bin", "/usr/bin");

    @TempDir Path directory;
    Path bin;
    Path launcher;

    @BeforeEach
    void setOut() throws IOException {
        bin = Files.createDirectories(directory.resolve("bin"));
        launcher = directory.resolve("firesteel");
        Files.copy(Path.of("../firesteel"), launcher);
        for (String program : PROGRAMS) link(program);
    }

    @Test
    void namesTheMissingJavaAndTheLineThatInstallsIt() throws Exception {
        program("apt-get", "");
        assertThat(launch())
                .contains("no Java on the path")
                .contains("JDK 17 or newer")
                .contains("sudo apt-get install openjdk-17-jdk");
    }

    @Test
    void namesTheJavaThatIsTooOld() throws Exception {
        java("11");
        program("dnf", "");
        assertThat(launch())
                .contains("is Java 11, which is too old")
                .contains("sudo dnf install java-17-openjdk-devel");
    }

    @Test
    void readsTheOldWayToCountJavas() throws Exception {
        java("1.8");
        assertThat(launch()).contains("is Java 8, which is too old").contains("openjdk-17-jdk");
    }

    @Test
    void namesTheMissingMaven() throws Exception {
        java("17");
        program("apt-get", "");
        assertThat(launch()).contains("no mvn on the path").contains("sudo apt-get install maven");
    }

    @Test
    void namesTheMavenThatIsTooOld() throws Exception {
        java("17");
        program("mvn", "echo 'Apache Maven 3.6.3 (cecedd343002696d0abb50b32b541b8a6ba2883f)'");
        assertThat(launch()).contains("is Maven 3.6.3, which is too old").contains("3.8 or newer");
    }

    @Test
    void saysWhereTheStoryOfAFailedBuildIs() throws Exception {
        java("17");
        program(
                "mvn",
                "case \"$*\" in *version*) echo 'Apache Maven 3.9.9' ;; *)"
                        + " echo '[ERROR] it broke'; exit 1 ;; esac");
        assertThat(launch())
                .contains("[ERROR] it broke")
                .contains("the build failed; all of it is in")
                .contains("launcher.log");
    }

    /** A build would replace the jars that a running command loads classes from. */
    @Test
    void refusesToBuildWhileACommandOfTheTreeRuns() throws Exception {
        java("17");
        link("flock");
        program(
                "mvn",
                "case \"$*\" in *version*) echo 'Apache Maven 3.9.9' ;; *) echo BUILT ;; esac");
        Path inUse =
                Files.createDirectories(directory.resolve("target")).resolve("launcher.in-use");
        Process running =
                new ProcessBuilder(
                                "flock", "-s", inUse.toString(), "sh", "-c", "echo held; sleep 60")
                        .start();
        try {
            assertThat(running.inputReader().readLine()).isEqualTo("held");
            assertThat(launch())
                    .contains("a firesteel command of this source tree still runs")
                    .contains("end it first", "or use another clone")
                    .doesNotContain("BUILT");
        } finally {
            running.descendants().forEach(ProcessHandle::destroyForcibly);
            running.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "run --nodes 3",
                "lab crash",
                "lab powercut",
                "lab matrix",
                "lab scale",
                "lab staleness measure",
                "bench commitlog",
                "bench replay",
                "memory calibrate",
                "memory compare",
                "memory caches",
                "reproduce all"
            })
    void refusesNodesOnAJavaThatIsTooNewBeforeItBuilds(String verb) throws Exception {
        java("25");
        program("apt-get", "");
        assertThat(launch(verb.split(" ")))
                .contains("is Java 25, which cannot run a node of Cassandra 5.0")
                .contains("a node needs Java 17 (tested), or 18 to 23 (untested)")
                .contains("sudo apt-get install openjdk-17-jdk")
                .doesNotContain("mvn");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run --help",
                "reproduce --list",
                "lab staleness predict",
                "lab staleness measure --cluster 10.0.0.1",
                "journal info f"
            })
    void takesANewJavaForWhatStartsNoNode(String verb) throws Exception {
        java("25");
        assertThat(launch(verb.split(" "))).contains("no mvn on the path");
    }

    @Test
    void takesTheJavaThatRunsNodesFromThoseThatAreInstalled() throws Exception {
        java("25");
        java("jvms/21", "21");
        java("jvms/17", "17");
        java("jvms/24", "24");
        assertThat(launch("run"))
                .contains(
                        "nodes use "
                                + directory.resolve("jvms/17/bin/java")
                                + ": Cassandra 5.0 does")
                .contains("no mvn on the path");
    }

    @Test
    void takesALaterOneThatRunsNodesWhereNoneIsBetter() throws Exception {
        java("25");
        java("jvms/21", "21");
        java("jvms/24", "24");
        assertThat(launch("run"))
                .contains(
                        "nodes use "
                                + directory.resolve("jvms/21/bin/java")
                                + ": Cassandra 5.0 does");
    }

    @Test
    void keepsTheJavaThatRunsNodes() throws Exception {
        java("21");
        java("jvms/17", "17");
        assertThat(launch("run")).doesNotContain("using").contains("no mvn on the path");
    }

    private String launch(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(arguments.length == 0 ? List.of("--version") : List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().put("PATH", bin.toString());
        builder.environment().put("FIRESTEEL_JVMS", directory.resolve("jvms").toString());
        Process process = builder.redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isEqualTo(1);
        return text;
    }

    private void java(String version) throws IOException {
        program(bin.resolve("java"), version(version));
    }

    private void java(String home, String version) throws IOException {
        Path folder = Files.createDirectories(directory.resolve(home).resolve("bin"));
        program(folder.resolve("java"), version(version));
    }

    private static String version(String version) {
        return "case \"$*\" in *--list-modules*) echo jdk.compiler@%s ;; *) echo '    java.specification.version = %s' >&2 ;; esac"
                .formatted(version, version);
    }

    private void program(String name, String script) throws IOException {
        program(bin.resolve(name), script);
    }

    private static void program(Path file, String script) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void link(String program) throws IOException {
        for (String folder : FOLDERS) {
            Path file = Path.of(folder, program);
            if (!Files.exists(file)) continue;
            Files.createSymbolicLink(bin.resolve(program), file);
            return;
        }
    }
}
