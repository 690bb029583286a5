// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import dev.firesteel.lab.drive.DriveSupport;
import dev.firesteel.lab.drive.SimulatedDrives;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a node on a simulated disk, and kills the program in between. */
@Tag("full")
class RunOnDriveIT {
    private static final String ADDRESS = "127.0.80.1";
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int ROWS = 300;

    @TempDir Path directory;

    @BeforeEach
    void requireDrives() throws IOException {
        DriveSupport.assume();
        directory = directory.toRealPath();
    }

    @AfterEach
    void leaveNothing() throws Exception {
        SimulatedDrives.clear(directory.resolve("data"));
    }

    @Test
    void aNodeRunsOnADiskAndLosesNothingWhenAllIsKilled() throws Exception {
        try (PackagedProgram program = run()) {
            awaitReady(program);
            assertThat(program.lines())
                    .anyMatch(line -> line.startsWith("Drive of each node: disk7k, 1GiB; a read"));
            Spoken loaded = load();
            assertThat(loaded.exitCode()).as(loaded.err()).isZero();
            Spoken second =
                    Spoken.by(
                            "run",
                            "--data",
                            directory.resolve("data").toString(),
                            "--drive",
                            "disk7k,size=1GiB",
                            "--address",
                            ADDRESS);
            assertThat(second.exitCode()).isEqualTo(1);
            assertThat(second.err()).contains("in use");
            assertThat(rows()).isEqualTo(ROWS);
        }
        Spoken withoutDrive = Spoken.by("run", "--data", directory.resolve("data").toString());
        assertThat(withoutDrive.exitCode()).isEqualTo(1);
        assertThat(withoutDrive.err()).contains("node1.img: run with --drive");
        try (PackagedProgram program = run()) {
            awaitReady(program);
            assertThat(rows()).isEqualTo(ROWS);
            program.interrupt();
            assertThat(program.awaitExitCode()).as("%s", program.lines()).isZero();
            assertThat(program.lines())
                    .contains("Stopped.")
                    .anyMatch(line -> line.matches("Drive node1: write amplification 1\\.0000, .*"))
                    .anyMatch(line -> line.matches("reads +[1-9][0-9,]* .*"));
        }
        assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain("" + directory);
    }

    @Test
    void theLifetimesOfANodeReachAFlashDrive() throws Exception {
        try (PackagedProgram program = run("qlc,size=1GiB,dilation=50,streams=linux4")) {
            awaitReady(program);
            Spoken loaded = load();
            assertThat(loaded.exitCode()).as(loaded.err()).isZero();
            program.interrupt();
            assertThat(program.awaitExitCode()).as("%s", program.lines()).isZero();
            assertThat(program.lines())
                    .contains("Stopped.")
                    .anyMatch(
                            line ->
                                    line.matches(
                                            "Drive node1: pages of none [0-9,]+, short [1-9][0-9,]+, medium [1-9].*"));
        }
        Spoken withoutStreams =
                Spoken.by(
                        "run",
                        "--data",
                        directory.resolve("data").toString(),
                        "--drive",
                        "qlc,size=1GiB,dilation=50");
        assertThat(withoutStreams.exitCode()).isEqualTo(1);
        assertThat(withoutStreams.err()).contains("node1.files has streams: run with streams=");
        try (PackagedProgram program = run("qlc,size=2GiB,dilation=50,streams=seed9")) {
            awaitReady(program);
            assertThat(rows()).isEqualTo(ROWS);
            assertThat(load().exitCode()).isZero();
            assertThat(directory.resolve("data/node1/conf/firesteel.yaml"))
                    .content()
                    .contains("lifetimes: seed");
            program.interrupt();
            assertThat(program.awaitExitCode()).as("%s", program.lines()).isZero();
            assertThat(program.lines())
                    .anyMatch(
                            line ->
                                    line.matches(
                                            "Drive node1: pages of other [1-9].*, log [1-9].*"))
                    .anyMatch(line -> line.matches(".*[ ,]index [1-9].*"))
                    .anyMatch(line -> line.matches(".*[ ,]data.0 [1-9].*"));
        }
    }

    private static Spoken load() {
        return Spoken.by("lab", "load", "--rows", Integer.toString(ROWS), "--address", ADDRESS);
    }

    private PackagedProgram run() throws IOException {
        return run("disk7k,size=1GiB");
    }

    private PackagedProgram run(String drive) throws IOException {
        return new PackagedProgram(
                directory,
                "run",
                "--drive",
                drive,
                "--address",
                ADDRESS,
                "--heap",
                "512MiB",
                "--journal-size",
                "320MiB");
    }

    private static void awaitReady(PackagedProgram program) {
        program.awaitLine(PATIENCE, "Ctrl-C drains and stops."::equals);
    }

    private static long rows() {
        try (CqlSession session =
                CqlSession.builder()
                        .addContactPoint(new InetSocketAddress(ADDRESS, 9042))
                        .withLocalDatacenter("datacenter1")
                        .withConfigLoader(
                                DriverConfigLoader.programmaticBuilder()
                                        .withDuration(
                                                DefaultDriverOption.REQUEST_TIMEOUT,
                                                Duration.ofMinutes(1))
                                        .build())
                        .build()) {
            return session.execute("SELECT COUNT(*) FROM ycsb.usertable").one().getLong(0);
        }
    }
}
