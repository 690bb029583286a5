// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.firesteel.agent.lifetime.FileCalls;
import dev.firesteel.agent.lifetime.FileTrace;
import dev.firesteel.agent.lifetime.LifetimeMap;
import dev.firesteel.agent.lifetime.Lifetimes;
import dev.firesteel.cli.Firesteel;
import dev.firesteel.cli.Spoken;
import dev.firesteel.cli.common.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the agent's recorder and MBean in this process. */
class RecordVerbTest {
    private static final long MEBIBYTE = 1 << 20;

    @TempDir Path directory;

    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Lifetimes lifetimes =
            new Lifetimes(LifetimeMap.preset("off").orElseThrow(), null);
    private final FileTrace agent =
            new FileTrace(lifetimes, Executors::newSingleThreadScheduledExecutor);

    @BeforeEach
    void startAgent() {
        FileCalls.tell(lifetimes);
        agent.register(server);
    }

    private NodeRecording recording() {
        return new NodeRecording(
                server,
                new Console(
                        Firesteel.commandLine()
                                .setOut(new PrintWriter(out, true))
                                .setErr(new PrintWriter(err, true))),
                System::nanoTime);
    }

    private void write(String name, int bytes) throws IOException {
        try (FileChannel file =
                FileCalls.open(
                        directory.resolve(name),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE)) {
            int written = file.write(ByteBuffer.allocate(bytes));
            assertThat(written).isEqualTo(bytes);
        }
    }

    private static Future<?> inBackground(Callable<?> work) {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        Future<?> running = thread.submit(work);
        thread.shutdown();
        return running;
    }

    @Test
    void recordsWhatHappensMeanwhileAndSaysWhatItWas() throws Exception {
        write("nb-1-big-Data.db", 100);
        Path trace = directory.resolve("trace");
        Future<?> running =
                inBackground(
                        () -> {
                            recording().run(trace, MEBIBYTE, 2L, false);
                            return null;
                        });
        await().until(agent::isRecording);
        write("nb-2-big-Data.db", 5000);
        FileCalls.delete(directory.resolve("nb-1-big-Data.db"));
        running.get();
        assertThat(agent.isRecording()).isFalse();
        write("nb-3-big-Data.db", 100);
        assertThat(out.toString().lines())
                .anySatisfy(line -> assertThat(line).matches("data +1 +1 +1 +4.88KiB"))
                .last()
                .asString()
                .startsWith("4.88KiB written until the last event, after ");
        assertThat(Spoken.by("endurance", "recommend", trace.toString()).out())
                .contains("lifetimes:\n  data: ");
    }

    @Test
    void theSameNodeRecordsAgainForMachines() throws Exception {
        recording().run(directory.resolve("one"), MEBIBYTE, 1L, true);
        recording().run(directory.resolve("two"), MEBIBYTE, 1L, true);
        assertThat(out.toString().lines())
                .hasSize(2)
                .allSatisfy(
                        line ->
                                assertThat(line)
                                        .startsWith("{\"seconds\":")
                                        .contains("\"writtenBytes\":0,"));
    }

    @Test
    void whatRecordsAlreadyIsLeftAloneUntilItIsStopped() throws Exception {
        agent.start(directory.resolve("first").toString(), MEBIBYTE);
        assertThatThrownBy(() -> recording().run(directory.resolve("second"), MEBIBYTE, 1L, false))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("records already");
        assertThat(agent.isRecording()).isTrue();
        assertThat(directory.resolve("second")).doesNotExist();
        recording().stop();
        assertThat(agent.isRecording()).isFalse();
        assertThatThrownBy(() -> recording().stop()).hasMessage("the node is not recording");
    }

    @Test
    void aNodeThatCannotWriteThereSaysSo() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "");
        assertThatThrownBy(() -> recording().run(file.resolve("trace"), MEBIBYTE, 1L, false))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("the node cannot record: ");
    }

    @Test
    void aRecordingThatEndsByItselfIsAFailure() throws Exception {
        Path trace = directory.resolve("trace");
        Future<?> running =
                inBackground(
                        () -> {
                            recording().run(trace, MEBIBYTE, 2L, false);
                            return null;
                        });
        await().until(agent::isRecording);
        agent.stop();
        assertThatThrownBy(running::get).hasMessageContaining("the node has ended the recording");
    }

    @Test
    void aProcessWithoutTheAgentCannotRecord() {
        NodeRecording recording =
                new NodeRecording(
                        MBeanServerFactory.newMBeanServer(),
                        new Console(Firesteel.commandLine()),
                        System::nanoTime);
        assertThatThrownBy(recording::stop)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("it does not run Firesteel's agent");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "t                                | give one of --node and --pid",
                "--node . --pid 1 t               | give one of --node and --pid",
                "--node .                         | TRACE is missing",
                "--node /no/such/node t           | No node runs in the directory /no/such/node",
                "--pid 999999999 t                | There is no process 999999999",
                "--pid soon t                     | 'soon' is not a whole number",
                "--pid 1 --seconds 0 t            | --seconds must be at least 1, not 0",
                "--pid 1 --size 1KiB t            | --size must be at least 1MiB, not 1KiB",
                "--pid 1 --size 64MB t            | '64MB' is not a size",
                "--pid 1 pom.xml                  | pom.xml is not a directory",
                "--pid 1 src                      | src is not empty",
            })
    void whatCannotBeIsTheUsersMistake(String words, String message) {
        Spoken spoken = Spoken.by(("endurance record " + words).split(" ", -1));
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.out()).isEmpty();
        assertThat(spoken.err()).startsWith("firesteel: ").contains(message);
        assertThat(spoken.err().lines()).hasSize(2);
    }
}
