// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with texts of the kernel from Linux 6.18. */
class CountersTest {
    private static final String STAT =
            "25215 (cat) R 25211 25211 19139 0 -1 4194304 100 0 0 0 1234 56 0 0 20 0 1 0 1241684"
                    + " 3133440 407 18446744073709551615 94017343057920 94017343077801"
                    + " 140731343268816 0 0 0 0 0 0 0 0 0 17 1 0 0 0 0 0 94017343093808"
                    + " 94017343095424 94018249482240 140731343276541 140731343276561"
                    + " 140731343276561 140731343278059 0\n";
    private static final String STATUS =
            """
            Name:\tcat
            Mems_allowed_list:\t0
            voluntary_ctxt_switches:\t17
            nonvoluntary_ctxt_switches:\t4
            """;
    private static final String IO =
            """
            rchar: 6976
            wchar: 0
            syscr: 10
            syscw: 0
            read_bytes: 0
            write_bytes: 8192
            cancelled_write_bytes: 4096
            """;
    private static final String DEVICE =
            "  276638    27926 32356466   127950  1025201   138539 124663015   513619        0"
                    + "   192512   750305   184305       16 114212864    44548   309849    64187\n";
    private static final String OLD_DEVICE =
            "     100        0      800       10      200        0     1600       20        0"
                    + "       30       30\n";
    private static final String MACHINE =
            """
            cpu  854244 510751 233472 853261 4529 0 3803 1729 11 0
            cpu0 424981 257549 113762 431657 1125 0 1266 858 0 0
            cpu1 429262 253202 119709 421603 3404 0 2537 871 0 0
            intr 1
            """;

    @TempDir Path directory = Path.of("");

    @Test
    void readsWhatAProcessHasUsed() throws IOException {
        Files.writeString(directory.resolve("stat"), STAT);
        Files.writeString(directory.resolve("io"), IO);
        for (String thread : new String[] {"1", "2"}) {
            Path task = Files.createDirectories(directory.resolve("task").resolve(thread));
            Files.writeString(task.resolve("status"), STATUS);
        }
        ProcessCounters counters = ProcessCounters.read(directory);
        assertThat(counters.cpuMicros()).isEqualTo((1234 + 56) * 10_000);
        assertThat(counters.contextSwitches()).isEqualTo(Map.of("1", 21L, "2", 21L));
        assertThat(counters.writtenBytes()).isEqualTo(8192);
    }

    @Test
    void isNotLedAstrayByTheNameOfAProcess() throws IOException {
        assertThat(ProcessCounters.cpuMicros(STAT.replace("(cat)", "(a b) R 1 (2)")))
                .isEqualTo(ProcessCounters.cpuMicros(STAT));
    }

    @Test
    void countsSwitchesOfThreadsThatAreNewAndNoneOfThoseThatHaveEnded() {
        ProcessCounters before = new ProcessCounters(0, Map.of("1", 10L, "2", 1000L), 0);
        ProcessCounters after = new ProcessCounters(0, Map.of("1", 15L, "3", 7L), 0);
        assertThat(after.switchesSince(before)).isEqualTo(5 + 7);
    }

    @Test
    void readsWhatADeviceHasWritten() throws IOException {
        assertThat(DeviceCounters.parse(DEVICE))
                .isEqualTo(new DeviceCounters(1_025_201, 124_663_015L * 512, 309_849));
        assertThat(DeviceCounters.parse(OLD_DEVICE))
                .isEqualTo(new DeviceCounters(200, 1600 * 512, 0));
    }

    /** The time of users includes that of guests already. */
    @Test
    void readsWhatAllProcessorsHaveDone() throws IOException {
        long busy = 854_244 + 510_751 + 233_472 + 3803 + 1729;
        assertThat(MachineCounters.parse(MACHINE))
                .isEqualTo(new MachineCounters(busy * 10_000, (busy + 853_261L + 4529) * 10_000));
    }

    @Test
    void readsTheMostMemoryThatAProcessHasHad() throws IOException {
        assertThat(
                        PeakMemory.residentBytes(
                                "VmPeak:\t 99 kB\nVmHWM:\t    2048 kB\nVmRSS:\t 1 kB\n"))
                .isEqualTo(2 << 20);
        assertThatThrownBy(() -> PeakMemory.residentBytes("VmRSS:\t 1 kB\n"))
                .hasMessageContaining("VmHWM");
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> ProcessCounters.cpuMicros("1 (x) R 1"))
                .hasMessageContaining("R 1");
        assertThatThrownBy(() -> ProcessCounters.field(IO, "reads")).hasMessageContaining("reads");
        assertThatThrownBy(() -> DeviceCounters.parse("1 2 3")).hasMessageContaining("1 2 3");
        assertThatThrownBy(() -> MachineCounters.parse("")).isInstanceOf(IOException.class);
    }

    @Test
    void dividesByOperations() {
        Counters before = counters(0, 0, 0);
        Counters after = counters(3_000_000, 1_000_000, 5_000_000);
        Cost cost = after.since(before, 10_000);
        assertThat(cost.cpuMicros()).isEqualTo(300);
        assertThat(cost.clientCpuMicros()).isEqualTo(100);
        assertThat(cost.contextSwitches()).isEqualTo(300);
        assertThat(cost.writtenBytes()).isEqualTo(300);
        assertThat(cost.device()).isEqualTo(new DeviceCost(500, 1000, 0));
        assertThat(cost.otherCpuShare()).isCloseTo(1e6 / 1e7, within(1e-9));
    }

    private static Counters counters(long node, long client, long busy) {
        return new Counters(
                new ProcessCounters(node, Map.of("1", node), node),
                new ProcessCounters(client, Map.of(), 0),
                new DeviceCounters(busy, 2 * busy, 0),
                new MachineCounters(busy, 2 * busy));
    }

    @Test
    void findsTheDeviceBelowAFile() throws IOException {
        Path device = Files.createDirectories(directory.resolve("259:300"));
        Files.writeString(device.resolve("stat"), DEVICE);
        long number = 0x11032cL; // makedev(259, 300)
        assertThat(LogDevice.of(directory, number))
                .hasValueSatisfying(found -> assertThat(found.name()).isEqualTo("259:300"));
        assertThat(LogDevice.of(directory, 0x2A)).isEmpty();
    }
}
