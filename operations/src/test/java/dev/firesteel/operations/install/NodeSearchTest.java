// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeSearchTest {
    private static final String MAIN = "org.apache.cassandra.service.CassandraDaemon";

    @TempDir Path root = Path.of("");

    private LaidOutHome laidOut;
    private Path process = Path.of("");

    @BeforeEach
    void start() throws IOException {
        laidOut = new LaidOutHome(root);
        process = Files.createDirectories(laidOut.processes.resolve("42"));
        Files.createSymbolicLink(process.resolve("root"), Path.of("/"));
        Files.createDirectory(laidOut.processes.resolve("sys"));
    }

    private OptionalLong found(String... words) throws IOException {
        Files.writeString(process.resolve("cmdline"), String.join("\0", words) + "\0");
        return new NodeSearch(laidOut.processes)
                .find(Layout.at(laidOut.home, null), laidOut.commitLog);
    }

    @Test
    void findsWhatHasThisHomeOnItsClassPath() throws IOException {
        String jar = laidOut.home + "/lib/apache-cassandra-5.0.9.jar";
        assertThat(found("java", "-cp", "/x:" + jar, MAIN)).hasValue(42);
        assertThat(found("java", "-classpath", laidOut.conf + ":/x.jar", MAIN)).hasValue(42);
        assertThat(found("java", "-cp", jar, "org.apache.cassandra.tools.NodeTool")).isEmpty();
        assertThat(found("java", "-cp", "/other/apache-cassandra-5.0.9.jar", MAIN)).isEmpty();
        assertThat(found("less", jar)).isEmpty();
        assertThat(found("")).isEmpty();
    }

    /** {@code bin/cassandra} passes bin/../conf, relative to its working directory. */
    @Test
    void findsItFromTheDirectoryOfTheProcess() throws IOException {
        Files.createDirectory(laidOut.home.resolve("bin"));
        Files.createSymbolicLink(process.resolve("cwd"), laidOut.home);
        assertThat(found("java", "-cp", "bin/../conf:bin/../lib/x.jar", MAIN)).hasValue(42);
        Files.delete(process.resolve("cwd"));
        Files.createSymbolicLink(process.resolve("cwd"), laidOut.root);
        assertThat(found("java", "-cp", "bin/../conf:bin/../lib/x.jar", MAIN)).isEmpty();
    }

    /** In a container, the same path is another file, and the same file has another path. */
    @Test
    void findsItAsTheProcessSeesFiles() throws IOException {
        Files.delete(process.resolve("root"));
        Files.createSymbolicLink(process.resolve("root"), laidOut.root);
        assertThat(found("java", "-cp", "/apache-cassandra-5.0.9/conf", MAIN)).hasValue(42);
        assertThat(found("java", "-cp", laidOut.conf.toString(), MAIN)).isEmpty();
    }

    @Test
    void takesAnEqualNameForItWhereItMayNotLook() throws IOException {
        assertThat(found("java", "-cp", "../lib/apache-cassandra-5.0.9.jar", MAIN)).hasValue(42);
        assertThat(found("java", "-cp", "../lib/apache-cassandra-5.0.8.jar", MAIN)).isEmpty();
        Files.delete(process.resolve("root"));
        assertThat(found("java", "-cp", laidOut.conf.toString(), MAIN)).hasValue(42);
        assertThat(found("java", "-cp", "/other/conf", MAIN)).isEmpty();
    }

    @Test
    void findsWhatReadsThisConfiguration() throws IOException {
        String url = laidOut.conf.resolve("cassandra.yaml").toUri().toString();
        assertThat(found("java", "-Dcassandra.config=" + url, MAIN)).hasValue(42);
        assertThat(found("java", "-Dcassandra.config=file:///x/cassandra.yaml", MAIN)).isEmpty();
        assertThat(found("java", "-Dcassandra.config=http://x/cassandra.yaml", MAIN)).isEmpty();
        NodeSearch search = new NodeSearch(laidOut.processes);
        Layout layout = Layout.at(laidOut.home, null);
        assertThat(search.otherConfig(42, layout)).hasValue("http://x/cassandra.yaml");
        assertThat(found("java", "-Dcassandra.config=cassandra.yaml", MAIN)).isEmpty();
        assertThat(search.otherConfig(42, layout)).isEmpty();
    }

    @Test
    void findsWhatWritesThisCommitLog() throws IOException {
        Path open = Files.createDirectory(process.resolve("fd")).resolve("9");
        Files.createSymbolicLink(open, laidOut.commitLog.resolve("CommitLog-8-1.log"));
        assertThat(found("some-wrapper")).hasValue(42);
        Files.delete(open);
        Files.createSymbolicLink(open, laidOut.commitLog.resolve("notes.txt"));
        assertThat(found("some-wrapper")).isEmpty();
    }

    /** The real list of locks, in a list of processes whose open files cannot be seen. */
    @Test
    void findsWhatHasLockedAJournalOfAnotherUser() throws Exception {
        Path journal = Files.createFile(root.resolve("journal"));
        Path locks = laidOut.processes.resolve("locks");
        NodeSearch search = new NodeSearch(laidOut.processes);
        Process holder =
                new ProcessBuilder("flock", journal.toString(), "sh", "-c", "echo; read line")
                        .start();
        try {
            assertThat(holder.getInputStream().read()).isEqualTo('\n'); // it is locked now
            Files.copy(Path.of("/proc/locks"), locks);
            assertThat(search.holder(journal)).isEmpty();
            Path hidden =
                    Files.createDirectory(laidOut.processes.resolve(Long.toString(holder.pid())));
            assertThat(search.holder(journal)).as("a tool that reads it").isEmpty();
            Files.writeString(hidden.resolve("cmdline"), "java\0" + MAIN + "\0");
            assertThat(search.holder(journal)).hasValue(holder.pid());
            assertThat(search.holder(Files.createFile(root.resolve("other")))).isEmpty();
        } finally {
            holder.getOutputStream().close();
            holder.waitFor();
        }
    }
}
