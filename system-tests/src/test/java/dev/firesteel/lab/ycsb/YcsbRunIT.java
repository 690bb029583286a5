// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import dev.firesteel.lab.LabSession;
import dev.firesteel.lab.Progress;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YcsbRunIT {
    private static final int ROWS = 500;
    private static final int THREADS = 4;

    /** More than an int holds. */
    private static final long ENDLESS = 3_000_000_000L;

    private static final int STALL_MICROS = 1_000_000;

    /** The part of a run of four seconds in which the node is not stalled. */
    private static final double RUNNING_SECONDS = 3;

    @TempDir static Path directory;
    private static CassandraNode node;
    private static CqlSession session;
    private static UserTable table;

    @BeforeAll
    static void startNode() throws Exception {
        node = CassandraNode.at(directory).address("127.0.3.3").heap("512M").shortLived().start();
        node.awaitReady(Duration.ofMinutes(3));
        session = LabSession.open(node.contactPoint());
        table = new UserTable(session, DefaultConsistencyLevel.ONE).create(1, true);
        YcsbResult result = run(CoreMix.A, 0).load(YcsbRun.NO_LIMIT, Progress.SILENT);
        assertThat(result.firstError()).isEmpty();
        assertThat(result.operations()).isEqualTo(ROWS);
    }

    @AfterAll
    static void stopNode() {
        if (session != null) session.close();
        if (node != null) node.close();
    }

    @Test
    void loadsTheRowsAsUsersOfYcsbKnowThem() {
        assertThat(session.execute("SELECT * FROM ycsb.usertable").all())
                .hasSizeGreaterThanOrEqualTo(ROWS)
                .allSatisfy(
                        row -> {
                            assertThat(row.getString("y_id")).startsWith("user");
                            for (int i = 0; i < UserTable.FIELDS; i++)
                                assertThat(row.getString("field" + i)).hasSize(100);
                        });
    }

    @ParameterizedTest
    @CsvSource({
        "A, read update",
        "B, read update",
        "C, read",
        "D, insert read",
        "E, insert scan",
        "F, read update",
        "UPDATE, update"
    })
    void runsEachWorkloadWithoutAnError(CoreMix mix, String operations) throws Exception {
        AtomicLong told = new AtomicLong();
        YcsbResult result =
                run(mix, 400).run(YcsbRun.NO_LIMIT, (done, of, perSecond) -> told.set(done));
        assertThat(result.firstError()).isEmpty();
        assertThat(result.errors()).isZero();
        assertThat(result.each().keySet()).isEqualTo(Set.of(operations.split(" ")));
        assertThat(result.operations()).isGreaterThanOrEqualTo(400);
        assertThat(told).hasValue(400);
        assertThat(result.p50Micros()).isPositive().isLessThanOrEqualTo(result.p99Micros());
    }

    @Test
    void deletesARow() {
        CassandraBinding binding = new CassandraBinding(table);
        session.execute("INSERT INTO ycsb.usertable (y_id, field0) VALUES ('gone', 'x')");
        assertThat(binding.delete("usertable", "gone").isOk()).isTrue();
        assertThat(binding.read("usertable", "gone", null, new HashMap<>()).isOk()).isFalse();
        assertThat(binding.lastError())
                .isEqualTo(
                        "the table has no row gone: 'firesteel lab load' makes the table and its rows");
    }

    @Test
    void givesUpAndSaysWhyWhereTheTableIsMissing() throws Exception {
        Properties properties = CoreMix.A.properties(10_000, 0);
        properties.setProperty("table", "missing");
        YcsbResult result =
                new YcsbRun(table, properties, THREADS, System::nanoTime)
                        .load(YcsbRun.NO_LIMIT, Progress.SILENT);
        assertThat(result.operations()).isZero();
        assertThat(result.errors()).isEqualTo(20L * THREADS);
        assertThat(result.firstError()).contains("missing");
    }

    @Test
    void whatIsNoWorkloadIsRefusedBeforeAnythingIsDone() {
        Properties properties = CoreMix.A.properties(10, 0);
        properties.setProperty("fieldlengthdistribution", "gauss");
        assertThatThrownBy(() -> new YcsbRun(table, properties, THREADS, System::nanoTime))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Not a YCSB core workload")
                .hasMessageContaining("gauss");
    }

    /** Coordinated omission: clients that wait for answers send least while answers are slowest. */
    @Test
    void aStallDelaysWhateverWasDueMeanwhileAndNotOneOperationOfEachClient() throws Exception {
        // A cold node does so few operations that one for each client is a hundredth of them.
        run(CoreMix.C, 4_000).run(YcsbRun.NO_LIMIT, Progress.SILENT);
        YcsbResult closed = duringAStall(run(CoreMix.C, ENDLESS));
        assertThat(closed.operations()).isGreaterThan(200L * THREADS);
        // An eighth of the rate that the closed loop reached: a machine that others use, too, can
        // then still work off the operations that were due during the stall.
        double rate = closed.operations() / RUNNING_SECONDS / 8;
        YcsbResult open = duringAStall(run(CoreMix.C, ENDLESS).atRate(rate));
        assertThat(closed.errors() + open.errors()).isZero();
        assertThat(closed.maxMicros()).isGreaterThan(0.9 * STALL_MICROS);
        assertThat(closed.p99Micros()).isLessThan(0.2 * STALL_MICROS);
        assertThat(open.p50Micros()).isLessThan(0.2 * STALL_MICROS);
        // A quarter of four seconds: the 99th percentile is among the longest waits.
        assertThat(open.p99Micros()).isGreaterThan(0.8 * STALL_MICROS);
    }

    private static YcsbResult duringAStall(YcsbRun run) throws Exception {
        CompletableFuture<Void> stall =
                CompletableFuture.runAsync(
                        () -> {
                            try {
                                TimeUnit.MILLISECONDS.sleep(1500);
                                node.suspend();
                                TimeUnit.MICROSECONDS.sleep(STALL_MICROS);
                                node.resume();
                            } catch (InterruptedException | NodeException e) {
                                throw new CompletionException(e);
                            }
                        });
        YcsbResult result = run.run(Duration.ofSeconds(4), Progress.SILENT);
        stall.get();
        return result;
    }

    private static YcsbRun run(CoreMix mix, long operations) {
        return new YcsbRun(table, mix.properties(ROWS, operations), THREADS, System::nanoTime);
    }
}
