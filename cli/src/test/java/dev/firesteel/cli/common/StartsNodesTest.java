// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.firesteel.cli.Firesteel;
import dev.firesteel.cli.Spoken;
import dev.firesteel.node.NodeJava;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Tests that a Java on which no node runs is reported before anything is made. */
class StartsNodesTest {
    private static final NodeJava TOO_NEW = new NodeJava(25, "/jdk-25");

    @TempDir Path directory;

    static Stream<String> verbs() {
        List<String> verbs = new ArrayList<>();
        collect("", Firesteel.commandLine(), verbs);
        return verbs.stream();
    }

    private static void collect(String path, CommandLine command, List<String> verbs) {
        if (command.getCommand() instanceof StartsNodes) verbs.add(path.strip());
        command.getSubcommands().forEach((name, verb) -> collect(path + " " + name, verb, verbs));
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void refusesAJavaThatIsTooNewBeforeAnythingIsMade(String verb) throws IOException {
        List<String> line = new ArrayList<>(List.of(verb.split(" ")));
        boolean isMemory = verb.startsWith("memory");
        if (isMemory && !verb.equals("memory caches"))
            line.add(directory.resolve("results").toString());
        if (!isMemory && !verb.equals("lab matrix"))
            line.addAll(List.of("--data", directory.resolve("data").toString()));
        if (verb.equals("reproduce")) line.add("all");
        Spoken spoken = Spoken.on(TOO_NEW, line.toArray(new String[0]));
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.err().lines())
                .containsExactly(
                        "firesteel: Java 25 (/jdk-25) cannot run a node of Cassandra 5.0, which"
                                + " needs Java 17 (tested), or up to 23 (untested): set JAVA_HOME"
                                + " to one");
        assertThat(directory).isEmptyDirectory();
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void theLauncherKnowsTheVerb(String verb) throws IOException {
        String[] words = verb.split(" ", -1);
        String known = words.length == 1 ? words[0] + " \"*" : words[0] + " " + words[1] + "\"";
        assertThat(Files.readString(Path.of("../firesteel"))).contains('"' + known);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run --help",
                "help run",
                "reproduce --list",
                "lab staleness predict --model lnkd-disk",
            })
    void takesAnyJavaForWhatStartsNoNode(String line) {
        assertThat(Spoken.on(TOO_NEW, line.split(" ")).exitCode()).isZero();
    }

    @Test
    void readsTheOptionsBeforeItChecksJava() {
        Spoken spoken = Spoken.on(TOO_NEW, "run", "--nodes", "many");
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err()).contains("--nodes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run --data DIR/data",
                "bench commitlog --data DIR/data",
                "bench journal --data DIR/data",
                "lab crash --data DIR/data",
                "lab scale --data DIR/data",
                "lab matrix --storage d=DIR/data",
            })
    void refusesADirectoryInWhichAnotherUserCouldPutALinkInRootsWay(String line)
            throws IOException {
        Path theirs = Files.createDirectory(directory.resolve("theirs"));
        try {
            Files.setAttribute(theirs, "unix:uid", 65534);
        } catch (IOException e) {
            assumeTrue(false, "skipped: only root can give files to another user");
        }
        Spoken spoken = Spoken.by(line.replace("DIR", theirs.toString()).split(" "));
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.err().lines())
                .singleElement()
                .satisfies(
                        each ->
                                assertThat(each)
                                        .startsWith("firesteel: " + theirs + "/data: nobody could")
                                        .contains("put a link into the path"));
        assertThat(theirs).isEmptyDirectory();
    }
}
