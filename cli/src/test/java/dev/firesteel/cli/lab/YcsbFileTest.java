// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.cli.Spoken;
import dev.firesteel.cli.common.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class YcsbFileTest {
    @TempDir Path directory = Path.of("");

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("workloadx"), text);
    }

    private static Properties told(String... words) throws IOException {
        YcsbVerb verb = new YcsbVerb();
        CommandLine line = new CommandLine(verb);
        line.parseArgs(words);
        Console console = new Console(line);
        return verb.file.over(verb.workload.properties(5, console), console);
    }

    private static String noted(String... words) throws IOException {
        YcsbVerb verb = new YcsbVerb();
        StringWriter err = new StringWriter();
        CommandLine line = new CommandLine(verb).setErr(new PrintWriter(err, true));
        line.parseArgs(words);
        Console console = new Console(line);
        var unused = verb.file.over(verb.workload.properties(5, console), console);
        return err.toString();
    }

    /** The file has the form of YCSB's own workload files, with 90 % reads. */
    @Test
    void theFileSaysWhatClientsDoUnlessAnOptionDoes() throws IOException {
        Path file =
                write(
                        """
                        # mostly reads
                        recordcount=1000
                        operationcount=2000
                        workload=site.ycsb.workloads.CoreWorkload
                        readallfields=true
                        readproportion=0.9
                        updateproportion=0.1
                        requestdistribution=zipfian
                        """);
        Properties told = told("-P", file.toString());
        assertThat(told)
                .containsEntry("recordcount", "1000")
                .containsEntry("operationcount", "2000")
                .containsEntry("readproportion", "0.9")
                .containsEntry("requestdistribution", "zipfian")
                .containsEntry("fieldcount", "10")
                .doesNotContainKey("scanproportion");
        assertThat(told("-P", file.toString(), "--rows", "500", "--distribution", "uniform"))
                .containsEntry("recordcount", "500")
                .containsEntry("requestdistribution", "uniform")
                .containsEntry("updateproportion", "0.1");
        assertThat(told("--rows", "7")).containsEntry("recordcount", "7");
        assertThat(told("-P", file.toString(), "--seconds", "5").getProperty("operationcount"))
                .isEqualTo("5000000");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "workload=my.Workload|workload is my.Workload, but only YCSB's core workload",
                "recordcount=many|recordcount must be a whole number, not 'many'",
                "operationcount=-1|operationcount must be a whole number, not '-1'",
                "fieldcount=3000000000|fieldcount must be at most 2147483647, not '3000000000'",
                "recordcount=3000000000|recordcount must be at most 2147483647, not '3000000000'",
                "recordcount=0|recordcount must be at least 1, not '0'",
                "requestdistribution=foo|must be one of exponential, hotspot, latest,",
                "scanlengthdistribution=latest|must be one of uniform, zipfian, not 'latest'",
                "readallfields=yes|readallfields must be one of false, true, not 'yes'",
                "hotspotopnfraction=abc|hotspotopnfraction must be a number, at least 0, not 'abc'",
                "insertstart=5|insertstart must be 0, not '5': all rows are loaded and used",
                "insertcount=5|insertcount must be recordcount, '', not '5'",
                "table=mine|table must be usertable, not 'mine'",
                "dataintegrity=true|dataintegrity must be false, not 'true'",
                "threadcount=8|threadcount is '8', and --threads is 64: give --threads, or remove",
                "hosts=127.0.0.2|hosts is '127.0.0.2', and --address is 127.0.0.1: give --address",
                "cassandra.writeconsistencylevel=ALL|is 'ALL', and --consistency is ONE",
                "cassandra.keyspace=other|cassandra.keyspace must be ycsb, not 'other'",
                "deleteproportion=0.4|deleteproportion must be 0, not '0.4': the workload has no",
                "updatepropotion=0.5|updatepropotion is not a known key",
                "readmodifywriteproportion=x|readmodifywriteproportion must be 0 to 1, not 'x'",
                "readproportion=1e-999999999|readproportion must be 0 to 1, not '1e-999999999'",
                "readproportion=NaN|readproportion must be 0 to 1, not 'NaN'",
            })
    void aFileThatCannotBeUsedIsRefused(String text, String problem) throws IOException {
        for (String verb : new String[] {"ycsb", "load"}) {
            Spoken spoken = Spoken.by("lab", verb, "-P", write(text).toString());
            assertThat(spoken.exitCode()).isEqualTo(2);
            assertThat(spoken.err()).contains(problem);
        }
    }

    @Test
    void everyProblemIsToldAtOnce() throws IOException {
        Path file = write("readproportion=0\nupdateproportion=0\nfieldcount=x\ntarget=100\nb=1\n");
        Spoken spoken = Spoken.by("lab", "ycsb", "-P", file.toString());
        assertThat(spoken.err())
                .startsWith("firesteel: " + file + ": b is not a known key")
                .contains("\n  and fieldcount must be a whole number, not 'x'")
                .contains("\n  and target is '100', and --rate is 0.0: give --rate")
                .contains("\n  and every share is 0");
        assertThat(Spoken.by("lab", "load", "-P", write("target=100").toString()).err())
                .contains("target = 100 is not for this verb: remove it");
    }

    /** The file has settings from YCSB's template. */
    @Test
    void whatHappensAnywayMayBeSaid() throws IOException {
        Path file =
                write(
                        """
                        recordcount=1000
                        operationcount=3000000000
                        insertstart=0
                        insertcount=1000
                        table=usertable
                        dataintegrity=false
                        target=0
                        maxexecutiontime=0
                        threadcount=64
                        db=cassandra-cql
                        hosts=127.0.0.1
                        cassandra.readconsistencylevel=QUORUM
                        cassandra.writeconsistencylevel=QUORUM
                        measurementtype=raw
                        hdrhistogram.fileoutput=true
                        """);
        assertThat(told("-P", file.toString(), "--consistency", "QUORUM"))
                .containsEntry("operationcount", "3000000000")
                .doesNotContainKeys("measurementtype", "hdrhistogram.fileoutput");
    }

    /** YCSB reads numbers with the blanks around them, and whole ones without a fraction. */
    @Test
    void valuesAreWrittenAsYcsbReadsThem() throws IOException {
        Path file =
                write(
                        """
                        recordcount=1000\s
                        maxscanlength=100\s
                        zeropadding=12\t
                        insertcount=1e3
                        insertstart=0.0
                        operationcount=0
                        requestdistribution=Uniform\s
                        """);
        assertThat(told("-P", file.toString()))
                .containsEntry("recordcount", "1000")
                .containsEntry("maxscanlength", "100")
                .containsEntry("zeropadding", "12")
                .doesNotContainKey("insertcount")
                .containsEntry("insertstart", "0")
                .containsEntry("requestdistribution", "uniform")
                .containsEntry(
                        "operationcount", told("--rows", "1000").getProperty("operationcount"));
    }

    @Test
    void anOptionGoesBeforeTheCountsOfTheFile() throws IOException {
        Path file = write("recordcount=1000\ninsertcount=1000\n");
        assertThat(told("-P", file.toString(), "--rows", "500"))
                .containsEntry("recordcount", "500")
                .doesNotContainKey("insertcount");
        assertThat(told("-P", write("requestdistribution=true-zipfian").toString()))
                .containsEntry("requestdistribution", "true-zipfian");
    }

    @Test
    void peopleAreToldWhatIsNotAsTheFileSeemsToSay() throws IOException {
        Path file = write("readproportion=0.5\nmeasurementtype=raw\nexporter=x\n");
        assertThat(noted("-P", file.toString()))
                .contains("not used: exporter, measurementtype (operations are timed here")
                .contains("the shares add up to 0.55; each is divided by this sum");
        assertThat(noted("-P", write("recordcount=7").toString())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "ISO-8859-1"})
    void filesOfOtherEditorsAreRead(String charset) throws IOException {
        boolean isMarked = charset.equals("UTF-8") || charset.matches("UTF-16.E");
        String text = (isMarked ? "\uFEFF" : "") + "recordcount=1000\n# Größe\nfieldcount=3\n";
        Path file = directory.resolve("workloadx");
        Files.write(file, text.getBytes(Charset.forName(charset)));
        assertThat(told("-P", file.toString()))
                .containsEntry("recordcount", "1000")
                .containsEntry("fieldcount", "3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE"})
    void utf16WithoutAByteOrderMarkIsRefusedOnce(String charset) throws IOException {
        Path file = directory.resolve("workloadx");
        Files.write(file, "recordcount=1000\nfieldcount=3\n".getBytes(Charset.forName(charset)));
        Spoken spoken = Spoken.by("lab", "ycsb", "-P", file.toString());
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err().lines().findFirst())
                .hasValue(
                        "firesteel: %s is binary, or UTF-16 without a byte order mark: save it as UTF-8"
                                .formatted(file));
    }

    @Test
    void onlyOneCanSayWhatClientsDo() throws IOException {
        Spoken spoken = Spoken.by("lab", "ycsb", "-P", write("").toString(), "--workload", "b");
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err()).contains("--workload and --properties both set the workload");
        Spoken missing = Spoken.by("lab", "ycsb", "-P", directory.resolve("none").toString());
        assertThat(missing.exitCode()).isEqualTo(1);
        assertThat(missing.err()).contains("none");
    }
}
