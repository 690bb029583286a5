// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.lab.bench.DeviceCost;
import dev.firesteel.lab.bench.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class EngineTableTest {
    private static final EngineCell CELL = new EngineCell(1000, 64);

    private final List<EngineMeasurement> measurements = new ArrayList<>();

    /** Of 35 bytes that the engine writes, 31 are payload; the drive writes 40. */
    @Test
    void comparesPayloadWithTheDriveAndWhatWasWrittenWithItToo() {
        measureTheEngineAndTheDrive();
        measure(Peer.ROCKSDB, 1000, 10_000, 11_000, 10_500);
        assertThat(lines())
                .anyMatch(line -> line.matches("firesteel +31000 +3 % +31 +500 .* 0.78 +1.00 *"))
                .anyMatch(line -> line.matches("drive +1000 +2 % +40 .* 1.00 +1.29 *"))
                .anyMatch(line -> line.matches("rocksdb +10500 +5 % +11 .* 0.26 +0.33 *"))
                .anyMatch(line -> line.contains("firesteel writes 0.88 of the"))
                .allMatch(line -> line.length() <= 80)
                .anyMatch(
                        line -> line.contains("  firesteel against rocksdb: 3.05, faster (95 %: "));
    }

    @Test
    void callsNobodyFasterWhereTheRoundsDisagree() {
        measure(Peer.FIRESTEEL, 1000, 10_000, 20_000, 30_000);
        measure(Peer.ROCKSDB, 1000, 20_000, 10_000, 25_000);
        assertThat(lines())
                .anyMatch(
                        line ->
                                line.startsWith(
                                        "~ firesteel against rocksdb: 1.20, no difference"));
    }

    @Test
    void saysThatOneRoundTellsNothing() {
        measure(Peer.FIRESTEEL, 1000, 10_000);
        measure(Peer.ROCKSDB, 1000, 20_000);
        assertThat(lines()).anyMatch(line -> line.startsWith("? the faster log is unknown after"));
    }

    @Test
    void saysWhoIsMissingAndWhy() {
        assertThat(new EngineTable(List.of(), Map.of(Peer.ARTEMIS_AIO, "no libaio")).lines())
                .containsExactly("WARNING: artemis-aio is left out: no libaio");
    }

    @Test
    void tellsMachinesTheSame() {
        measureTheEngineAndTheDrive();
        EngineGroup group = EngineGroup.of(measurements).get(0);
        EngineResult result = EngineResult.of(group, Peer.FIRESTEEL);
        assertThat(result.appendsPerSecond()).isEqualTo(31_000);
        assertThat(result.rounds()).containsExactly(31_000.0, 30_000.0, 32_000.0);
        assertThat(result.megabytesPerSecond()).isEqualTo(31);
        assertThat(result.deviceBytesPerByte()).isEqualTo(1.5);
        assertThat(result.deviceWritesPerAppend()).isEqualTo(0.05);
        assertThat(EnginePair.of(group))
                .anySatisfy(
                        pair -> {
                            assertThat(pair.figure()).isEqualTo("writtenMegabytesPerSecond");
                            assertThat(pair.against()).isEqualTo(Peer.DRIVE);
                            assertThat(pair.verdict()).isEqualTo(Ratio.Verdict.BELOW);
                        });
    }

    @Test
    void readsFigures() throws Exception {
        EngineMeasurement one =
                PeerProcess.measurement(2, Peer.DRIVE, CELL, figures("requests", "100"));
        assertThat(one.payloadBytes()).isEqualTo(8192);
        assertThat(one.requestBytes()).isEqualTo(8192);
        assertThat(one.megabytesPerSecond()).isEqualTo(0.4096);
        assertThat(one.writtenMegabytesPerSecond()).isEqualTo(0.4096);
        assertThat(one.p50Micros()).isEqualTo(1.5);
        assertThat(one.device()).isEqualTo(new DeviceCost(2, 8192, 0));
    }

    @Test
    void countsNothingWhereThePeerOrTheKernelDoesNot() throws Exception {
        Properties figures = figures("requests", "0");
        figures.setProperty("deviceBefore", "");
        EngineMeasurement one = PeerProcess.measurement(1, Peer.ROCKSDB, CELL, figures);
        assertThat(one.payloadBytes()).isEqualTo(1000);
        assertThat(one.requestBytes()).isNull();
        assertThat(one.writtenMegabytesPerSecond()).isNull();
        assertThat(one.deviceBytesPerByte()).isNull();
    }

    @Test
    void refusesFiguresOfNothing() {
        Properties figures = figures("appends", "0");
        assertThatThrownBy(() -> PeerProcess.measurement(1, Peer.ROCKSDB, CELL, figures))
                .hasMessageContaining("no append has succeeded");
        figures.remove("p50Nanos");
        figures.setProperty("appends", "1");
        assertThatThrownBy(() -> PeerProcess.measurement(1, Peer.ROCKSDB, CELL, figures))
                .hasMessageContaining("p50Nanos");
    }

    @Test
    void knowsEveryPeerByItsName() {
        for (Peer peer : Peer.values()) assertThat(Peer.of(peer.title())).isEqualTo(peer);
        assertThatThrownBy(() -> Peer.of("kafka")).hasMessageContaining("'kafka' is no peer");
    }

    private static Properties figures(String name, String value) {
        Properties figures = new Properties();
        figures.setProperty("appends", "100");
        figures.setProperty("appendsPerSecond", "50");
        figures.setProperty("p50Nanos", "1500");
        figures.setProperty("p99Nanos", "2500");
        figures.setProperty("requests", "100");
        figures.setProperty("writtenBytes", "819200");
        figures.setProperty("deviceBefore", "0 0 0 0 0 0 0 0 0 0 0");
        figures.setProperty("deviceAfter", "0 0 0 0 200 0 1600 0 0 0 0");
        figures.setProperty(name, value);
        return figures;
    }

    private void measureTheEngineAndTheDrive() {
        measure(Peer.FIRESTEEL, 1000, 31_000, 30_000, 32_000);
        measure(Peer.DRIVE, 40_000, 1000, 980, 1020);
    }

    private void measure(Peer peer, int payloadBytes, double... rates) {
        for (int round = 1; round <= rates.length; round++) {
            double rate = rates[round - 1];
            boolean counts = peer.takesDevice();
            measurements.add(
                    new EngineMeasurement(
                            round,
                            peer,
                            CELL,
                            payloadBytes,
                            rate,
                            500,
                            900,
                            counts ? 40_000.0 : null,
                            counts
                                    ? rate * payloadBytes * (peer == Peer.DRIVE ? 1 : 35.0 / 31)
                                    : null,
                            new DeviceCost(0.05, 1.5 * payloadBytes, 0)));
        }
    }

    private List<String> lines() {
        return new EngineTable(measurements, Map.of()).lines();
    }
}
