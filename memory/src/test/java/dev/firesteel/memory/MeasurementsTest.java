// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MeasurementsTest {
    @TempDir Path directory = Path.of("");

    private List<Measurement> read(String text) throws IOException {
        return Measurements.read(Files.writeString(directory.resolve("m.csv"), text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "memory,seconds\n8.5,178\n17,148\n",
                "# of Table 5\n\n Memory, Seconds \r\n8.5 , 178\r\n17,148",
                "8.5,178\n# half of it\n17,1.48e2\n\n",
                "\uFEFFmemory,seconds\n8.5,178\n17,148"
            })
    void twoColumnsWithOrWithoutTheirNames(String text) throws IOException {
        assertThat(read(text)).containsExactly(new Measurement(8.5, 178), new Measurement(17, 148));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "8.5             | a line must have two columns, memory and seconds, not: 8.5",
                "8.5,178,3       | a line must have two columns, memory and seconds, not:"
                        + " 8.5,178,3",
                "8.5;178         | a line must have two columns, memory and seconds, not: 8.5;178",
                "memory,seconds  | not a number: memory",
                "8.5,a while     | not a number: a while (a line is two plain numbers, such as 4096,12.5)",
                "8.5,            | not a number:",
                "0,178           | memory must be above 0, not 0.0",
                "-1,178          | memory must be above 0, not -1.0",
                "NaN,178         | memory must be above 0, not NaN",
                "8.5,-3          | seconds must be above 0, not -3.0",
                "8.5,Infinity    | seconds must be above 0, not Infinity",
                "\uFEFF8.5,178   | not a number: \uFEFF8.5",
            })
    void whatIsNoMeasurementIsSaidWithItsLine(String line, String problem) {
        assertThatThrownBy(() -> read("memory,seconds\n\n" + line + "\n"))
                .isInstanceOf(MeasurementsException.class)
                .hasMessageContaining("m.csv, line 3: " + problem);
    }

    @Test
    void aFileThatIsNotThereOrNoTextIsSaid() throws IOException {
        assertThatThrownBy(() -> Measurements.read(directory))
                .isInstanceOf(MeasurementsException.class)
                .hasMessage(directory + " is a directory, not a file");
        assertThatThrownBy(() -> Measurements.read(directory.resolve("none.csv")))
                .isInstanceOf(MeasurementsException.class)
                .hasMessageContaining("there is no file ")
                .hasMessageContaining("none.csv");
        Path binary = Files.write(directory.resolve("b.csv"), new byte[] {'1', (byte) 0xFF});
        assertThatThrownBy(() -> Measurements.read(binary))
                .isInstanceOf(MeasurementsException.class)
                .hasMessageContaining("b.csv is not text in UTF-8");
    }
}
