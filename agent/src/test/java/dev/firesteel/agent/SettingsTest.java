// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.agent.lifetime.FileClass;
import dev.firesteel.agent.lifetime.FileKind;
import dev.firesteel.agent.lifetime.Lifetime;
import dev.firesteel.agent.lifetime.LifetimeMap;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
    @TempDir Path directory;

    private Settings read(String yaml) throws Exception {
        Path file = Files.writeString(directory.resolve("firesteel.yaml"), yaml);
        return SettingsFile.locate(file.toString(), null).read();
    }

    @Test
    void needsNothingButThePath() throws Exception {
        assertThat(read("journal_path: /flash/journal"))
                .isEqualTo(
                        new Settings(
                                Path.of("/flash/journal"),
                                false,
                                1,
                                Duration.ofSeconds(2),
                                4,
                                true,
                                preset("rocksdb"),
                                null,
                                1 << 20,
                                true,
                                null));
    }

    @Test
    void takesEveryKeyInCassandrasUnits() throws Exception {
        assertThat(
                        read(
                                """
                                journal_path: /dev/nvme1n1
                                journal_in_memory: true
                                journal_records_in_flight: 8
                                journal_full_wait: 500ms
                                journal_reserve_segments: 3
                                journal_wait_for_flash: memtable
                                lifetimes: seed
                                trace_directory: /flash/trace
                                trace_size: 10MiB
                                sstable_writeback: 256KiB
                                sync_files: false
                                prometheus_port: 9500
                                prometheus_address: 127.0.0.9
                                """))
                .isEqualTo(
                        new Settings(
                                Path.of("/dev/nvme1n1"),
                                true,
                                8,
                                Duration.ofMillis(500),
                                3,
                                false,
                                preset("seed"),
                                new Settings.Trace(Path.of("/flash/trace"), 10 << 20),
                                256 << 10,
                                false,
                                new InetSocketAddress("127.0.0.9", 9500)));
    }

    @Test
    void withoutAnAddressPrometheusIsAnsweredOnLoopback() throws Exception {
        assertThat(read("{journal_path: /a, prometheus_port: 9500}").prometheus())
                .isEqualTo(new InetSocketAddress(InetAddress.getLoopbackAddress(), 9500));
    }

    private static LifetimeMap preset(String name) {
        return LifetimeMap.preset(name).orElseThrow();
    }

    @Test
    void aWordOfYamlTurnsEarlyWritebackOff() throws Exception {
        assertThat(read("{journal_path: /a, sstable_writeback: off}").writebackBytes()).isZero();
        assertThat(read("{journal_path: /a, sstable_writeback: 'off'}").writebackBytes()).isZero();
    }

    @Test
    void aWordOfYamlTurnsLifetimesOff() throws Exception {
        assertThat(read("{journal_path: /a, lifetimes: off}").lifetimes().isEmpty()).isTrue();
        assertThat(read("{journal_path: /a, lifetimes: {preset: off}}").lifetimes().isEmpty())
                .isTrue();
    }

    @Test
    void changesOfLifetimesHoldOverThePresetAndThoseOfLevelsOverThoseOfKinds() throws Exception {
        LifetimeMap map =
                read("""
                                journal_path: /a
                                lifetimes:
                                  data.2: extreme
                                  preset: seed
                                  data: short
                                  digest: none
                                """)
                        .lifetimes();
        assertThat(map.of(new FileClass(FileKind.DATA, 1))).isEqualTo(Lifetime.SHORT);
        assertThat(map.of(new FileClass(FileKind.DATA, 7))).isEqualTo(Lifetime.EXTREME);
        assertThat(map.of(new FileClass(FileKind.DIGEST, 0))).isEqualTo(Lifetime.NONE);
        assertThat(map.of(new FileClass(FileKind.FILTER, 0))).isEqualTo(Lifetime.LONG);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    journal_pth: /a                                    | unknown key journal_pth; known keys are [journal_full_wait,
                    journal_full_wait: 1s                              | journal_path is missing
                    journal_path: flash/journal                        | journal_path is flash/journal; allowed is the absolute path
                    {journal_path: /a, journal_records_in_flight: 0}   | journal_records_in_flight is 0; allowed is a whole number from 1 to 32
                    {journal_path: /a, journal_records_in_flight: 33}  | journal_records_in_flight is 33; allowed
                    {journal_path: /a, journal_records_in_flight: few} | journal_records_in_flight is few; allowed
                    {journal_path: /a, journal_records_in_flight: }    | journal_records_in_flight is null; allowed
                    {journal_path: /a, journal_full_wait: 2}           | journal_full_wait is 2; allowed is a duration such as 500ms or 2s
                    {journal_path: /a, journal_full_wait: -2s}         | journal_full_wait is -2s; allowed
                    {journal_path: /a, journal_reserve_segments: 2}    | journal_reserve_segments is 2; allowed is a whole number from 3 to 1024
                    {journal_path: /a, journal_wait_for_flash: never}  | journal_wait_for_flash is never; allowed is reply or memtable
                    {journal_path: /a, journal_in_memory: maybe}       | journal_in_memory is maybe; allowed is true or false
                    {journal_path: /a, lifetimes: best}                | lifetimes is best; allowed is one of [off, seed, rocksdb, measured]
                    {journal_path: /a, lifetimes: [seed]}              | lifetimes is a list or map; allowed
                    {journal_path: /a, lifetimes: {preset: best}}      | lifetimes.preset is best; allowed
                    {journal_path: /a, lifetimes: {data.0: soon}}      | lifetimes.data.0 is soon; allowed is one of [not-set, none, short,
                    {journal_path: /a, lifetimes: {dta: short}}        | unknown key dta in lifetimes; known keys are preset
                    {journal_path: /a, lifetimes: {data.x: short}}     | unknown key data.x in lifetimes
                    {journal_path: /a, lifetimes: {7: short}}          | unknown key that is no text in lifetimes
                    {journal_path: /a, lifetimes: {journal.1: short}}  | lifetimes.journal.1: files of the kind journal have no level
                    {journal_path: /a, trace_directory: trace}         | trace_directory is trace; allowed is the absolute path of a directory
                    {journal_path: /a, trace_size: 100KiB}             | trace_size is 100KiB; allowed is a size of 1MiB or more
                    {journal_path: /a, trace_size: 64}                 | trace_size is 64; allowed
                    {journal_path: /a, trace_size: many}               | trace_size is many; allowed
                    {journal_path: /a, sync_files: 'yes'}              | sync_files is yes; allowed is true or false
                    {journal_path: /a, sstable_writeback: 4KiB}        | sstable_writeback is 4KiB; allowed is off, or a size of 64KiB or more
                    {journal_path: /a, sstable_writeback: on}          | sstable_writeback is true; allowed
                    {journal_path: /a, prometheus_port: 0}             | prometheus_port is 0; allowed is a whole number from 1 to 65535
                    {journal_path: /a, prometheus_address: 127.0.0.1}  | prometheus_address needs prometheus_port
                    {journal_path: /a, prometheus_port: 1, prometheus_address: 300.0.0.1} | prometheus_address is 300.0.0.1; allowed is an address of this machine
                    {journal_path: /a, prometheus_port: 1, prometheus_address: 7} | prometheus_address is 7; allowed
                    [a, b]                                             | has to hold lines of the form 'key: value'
                    {journal_path: "/a\\0b"}                            | allowed is the absolute path
                    {journal_path: &a [[*a]]}                          | journal_path is a list or map; allowed
                    {journal_path: /a, journal_full_wait: &a [[*a]]}   | journal_full_wait is a list or map; allowed
                    {journal_path: /a, journal_full_wait: "2s\\n3s"}   | journal_full_wait is 2s; allowed
                    {journal_path: !!int x}                            | is not YAML
                    {journal_path                                      | is not YAML
                    {journal_path: /a, journal_path: /b}               | is not YAML
                    """)
    void namesTheKeyTheValueAndWhatIsAllowed(String yaml, String said) {
        assertThatThrownBy(() -> read(yaml))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining(said)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void aHugeFileIsRefused() {
        assertThatThrownBy(() -> read(" ".repeat((4 << 20) + 1)))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("has more than 4194304 bytes");
    }

    /** Found by ConfigurationFuzz: the parser throws another exception for those characters. */
    @Test
    void aFileOfControlCharactersIsNotYaml() {
        assertThatThrownBy(() -> read("journal_path: /a\u0001\n"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("is not YAML")
                .message()
                .doesNotContain("\n");
    }

    @Test
    void aKeyThatHoldsItselfIsRefused() {
        assertThatThrownBy(() -> read("&a [[*a]]: x")).isInstanceOf(Refusal.class);
    }

    @Test
    void anEmptyFileLacksThePath() {
        assertThatThrownBy(() -> read(""))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("journal_path is missing");
    }

    @Test
    void liesBesideCassandraYaml() throws Exception {
        Files.writeString(directory.resolve("firesteel.yaml"), "journal_path: /flash/journal");
        URL cassandra = directory.resolve("cassandra.yaml").toUri().toURL();
        assertThat(SettingsFile.locate("", cassandra).read().journal())
                .isEqualTo(Path.of("/flash/journal"));
    }

    @Test
    void saysWhereItHasLooked() {
        assertThatThrownBy(() -> SettingsFile.locate(directory + "/none.yaml", null).read())
                .isInstanceOf(Refusal.class)
                .hasMessageStartingWith(
                        "cannot read " + directory + "/none.yaml; it must be a readable file");
    }
}
