// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class StandardOutputTest {
    private static final String[] MODEL = {"endurance", "model", "--blocks", "64", "--json"};

    /** Fails each write. */
    private static OutputStream failing(String message) {
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException(message);
            }
        };
    }

    private static Spoken run(OutputStream out, String... arguments) {
        StringWriter err = new StringWriter();
        CommandLine command = Firesteel.commandLine().setErr(new PrintWriter(err, true));
        int code = Firesteel.execute(command, new StandardOutput(out), arguments);
        return new Spoken(code, "", err.toString());
    }

    @Test
    void aFullDiskIsAFailure() {
        Spoken spoken = run(failing("No space left on device"), MODEL);
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.err())
                .contains("firesteel: standard output cannot be written: No space left on device");
    }

    @Test
    void aReaderThatHasEndedNeedsNoMessage() {
        Spoken spoken = run(failing("Broken pipe"), MODEL);
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.err()).isEmpty();
    }

    /** A device that takes nothing. */
    @Test
    void aRealDeviceThatIsFullIsAFailure() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full));
        try (OutputStream out = Files.newOutputStream(full)) {
            assertThat(run(out, MODEL).exitCode()).isEqualTo(1);
        }
    }

    @Test
    void otherExitCodesStay() {
        assertThat(run(failing("No space left on device"), "endurance", "--nothing").exitCode())
                .isEqualTo(2);
    }

    @Test
    void everythingIsWritten() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(run(out, MODEL)).returns(0, Spoken::exitCode).returns("", Spoken::err);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .startsWith("{\"writeAmplification\":")
                .endsWith("}" + System.lineSeparator());
    }
}
