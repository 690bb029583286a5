// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
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
                "\uFEFFmemory,seconds\n8.5,178\n17,148",
                "Memory (GiB);Time (s)\n8,5;178\n17;148\n",
                "sep=;\n8,5;178;\n17;148;\n",
                "8.5\t178\n17\t148\n",
                "\"8.5\",\"178\"\n\"17\",\"148\"\n",
                "\"8,5\",\"178\"\n\"17\",\"148\"\n",
                "\"Memory, in \"\"GiB\"\"\",\"Time\"\n8.5,178,,\n17,148,,\n",
            })
    void twoColumnsWithOrWithoutTheirNames(String text) throws IOException {
        assertThat(read(text)).containsExactly(new Measurement(8.5, 178), new Measurement(17, 148));
    }

    @Test
    void aFirstLineOfNumbersIsAMeasurement() throws IOException {
        assertThat(read(".5,.9\n1,0.7\n"))
                .containsExactly(new Measurement(0.5, 0.9), new Measurement(1, 0.7));
        assertThatThrownBy(() -> read("4096 MiB,12.5 s\n8192,10\n"))
                .hasMessageContaining("line 1: not a number: 4096 MiB");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "memory,time_ms      | the second column must be in seconds, not: time_ms",
                "memory_mb,latency_us | the second column must be in seconds, not: latency_us",
                "mem,msec            | the second column must be in seconds, not: msec",
                "memory,timeMs       | the second column must be in seconds, not: timeMs",
                "memory,readMicros   | the second column must be in seconds, not: readMicros",
                "memory,time (h)     | the second column must be in seconds, not: time (h)",
                "memory,ops/s        | the second column must be in seconds, not: ops/s",
                "memory,Time (ms)    | the second column must be in seconds, not: Time (ms)",
                "time_s,mem_mb       | memory must be the first column",
            })
    void namesOfOtherColumnsAreRefused(String names, String problem) {
        assertThatThrownBy(() -> read(names + "\n1,2\n")).hasMessageContaining(problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mem_mb,time_s",
                "memory,time s",
                "Heap (GiB),run time (sec)",
                "x,y",
                "memory/MiB,time/s",
                "M,t/s",
                "memory_mb,min_time_s",
                "memory,95th percentile (s)",
                "memory,1st run",
                "memory,time of 1e6 ops (s)"
            })
    void namesOfTheRightColumnsAreTaken(String names) throws IOException {
        assertThat(read(names + "\n1,2\n")).containsExactly(new Measurement(1, 2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#DIV/0!,100",
                "#N/A,1",
                "#N/A",
                "#REF!;1",
                "#VALUE!\t1",
                "#NAME?,1",
                "#NUM!,1",
                "#NULL!,1",
                "#BEZUG!;1",
                "#NV;1",
                "####,1"
            })
    void anErrorCellOfASpreadsheetIsNoComment(String line) {
        assertThatThrownBy(() -> read("8.5,178\n" + line + "\n17,148\n"))
                .isInstanceOf(MeasurementsException.class)
                .hasMessageContaining(
                        "line 2: a cell has an error, not a number: " + line.replace('\t', '?'));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"#64,100", "#### of Table 5, half", "# WARNING!", "#WARNING! a, b", "####"})
    void aCommentIsNoErrorCell(String line) throws IOException {
        assertThat(read("8.5,178\n" + line + "\n17,148\n")).hasSize(2);
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
                "8.5,a while     | not a number: a while (a line is two plain numbers, such as 4096,12.5;",
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "4.096;12,5       | 1 | '12,5' and '4.096' in line 1 have different decimal signs",
                "4096;12,5#8192;9.1 | 2 | '9.1' and '12,5' in line 1 have different decimal signs",
                "8192;9#4,096;12  | 2 | '4,096' can be 4.096 or 4096",
                "4.096;12         | 1 | '4.096' can be 4.096 or 4096",
                "1.048.576;12     | 1 | not a number: 1.048.576",
                "1,048,576;12     | 1 | '1,048,576' has two commas",
                "4.096,5;12       | 1 | '4.096,5' has both a point and a comma",
                "\"4096,12.5       | 1 | a quote is not closed: \"4096,12.5",
                "Time (s),Memory (MiB)#12.5,4096 | 1 | memory must be the first column",
                "Memory (MiB),Time (ms)#4096,12.5 | 1 | the second column must be in seconds, not: Time (ms)",
                "4096,12,5        | 1 | a line must have two columns, memory and seconds, not: 4096,12,5",
            })
    void numbersOfTwoReadingsAreRefusedWithTheirLine(String lines, int line, String problem) {
        assertThatThrownBy(() -> read(lines.replace('#', '\n') + "\n"))
                .isInstanceOf(MeasurementsException.class)
                .hasMessageContaining("m.csv, line " + line + ": ")
                .hasMessageContaining(problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE"})
    void utf16WithAByteOrderMarkIsRead(String charset) throws IOException {
        byte[] bytes = "\uFEFF8,5;178\r\n17;148\r\n".getBytes(Charset.forName(charset));
        assertThat(Measurements.read(Files.write(directory.resolve("m.csv"), bytes)))
                .containsExactly(new Measurement(8.5, 178), new Measurement(17, 148));
    }

    @Test
    void whatIsNoCsvIsNamedAndNotShown() throws IOException {
        refused("4096,\u0000\n", "is binary, or UTF-16 without a byte order mark: save it as CSV");
        refused("4\u00000\u0000,\u00001\u0000", "is binary, or UTF-16 without a byte order mark");
        refused("PK\u0003\u0004rest", "is a workbook or another archive, not text: save it as CSV");
        refused("4096,\u001b[2J\n", "line 1: not a number: ?[2J");
    }

    private void refused(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(MeasurementsException.class)
                .hasMessageContaining(message)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContainPattern("\\p{Cntrl}"));
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
