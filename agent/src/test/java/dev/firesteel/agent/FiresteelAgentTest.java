// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class FiresteelAgentTest {
    private static final int JAVA_11_CLASS_FILE = 55;
    private static final int MAGIC_AND_MINOR_BYTES = 6;

    @Test
    void toleratesTheJavaThatItIsBuiltForAndNewer() {
        assertThat(FiresteelAgent.complaint(17)).isNull();
        assertThat(FiresteelAgent.complaint(25)).isNull();
    }

    @Test
    void tellsAnOlderJavaInOneSentence() {
        assertThat(FiresteelAgent.complaint(11))
                .isEqualTo(
                        "Firesteel: needs Java 17 or newer, and this is Java 11: start Cassandra on"
                                + " a newer one, or take the -javaagent option away.");
    }

    @Test
    void canBeLoadedByTheJavaThatItComplainsAbout() throws IOException {
        try (InputStream file = FiresteelAgent.class.getResourceAsStream("FiresteelAgent.class");
                DataInputStream in = new DataInputStream(file)) {
            in.skipNBytes(MAGIC_AND_MINOR_BYTES);
            assertThat(in.readUnsignedShort()).isEqualTo(JAVA_11_CLASS_FILE);
        }
    }
}
