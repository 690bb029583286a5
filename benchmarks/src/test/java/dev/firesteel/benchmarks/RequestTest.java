// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RequestTest {
    private static final String[] WORDS = {
        "peer=drive",
        "threads=64",
        "bytes=1024",
        "warmUpSeconds=2",
        "seconds=3",
        "directory=/a path/with = signs",
        "target=/dev/some",
        "targetBytes=4294967296",
        "recordsInFlight=4",
        "writeBytes=5000",
        "deviceStat=",
        "result=figures"
    };

    @Test
    void readsWhatWasJoined() {
        assertThat(Request.parse(Request.join(WORDS)))
                .isEqualTo(
                        new Request(
                                "drive",
                                64,
                                1024,
                                2,
                                3,
                                Path.of("/a path/with = signs"),
                                Path.of("/dev/some"),
                                1L << 32,
                                4,
                                5000,
                                "",
                                Path.of("figures")));
    }

    @Test
    void namesWhatIsMissingOrWrong() {
        assertThatThrownBy(() -> Request.parse("peer=drive"))
                .hasMessageContaining("threads is missing");
        assertThatThrownBy(() -> Request.parse("peer=drive\nthreads=many"))
                .hasMessageContaining("threads must be a number, not many");
        assertThatThrownBy(() -> Request.parse("peer")).hasMessageContaining("'peer'");
    }
}
