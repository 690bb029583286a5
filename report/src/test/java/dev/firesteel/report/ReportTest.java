// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringReader;
import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ReportTest {
    @TempDir Path directory = Path.of("");

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private Document report(String... texts) throws Exception {
        List<Path> files = new ArrayList<>();
        for (String text : texts) files.add(file("results" + files.size() + ".json", text));
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        return factory.newDocumentBuilder()
                .parse(new InputSource(new StringReader(Report.of(files))));
    }

    private static List<Element> all(Document page, String name) {
        NodeList nodes = page.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) elements.add((Element) nodes.item(i));
        return elements;
    }

    private static List<String> texts(Document page, String name) {
        return all(page, name).stream().map(each -> each.getTextContent().strip()).toList();
    }

    @Test
    void hasASectionForEachResultAndWhereToFindIt() throws Exception {
        Document page =
                report(
                        Samples.PREDICTION,
                        Samples.WEAR,
                        Samples.STALENESS,
                        Samples.SCALE,
                        Samples.SWEEP,
                        Samples.MATRIX,
                        Samples.YCSB,
                        Samples.ENGINE,
                        Samples.REPLAY,
                        Samples.COMMIT_LOG,
                        Samples.REPRODUCTION);
        List<String> titles =
                List.of(
                        "Published figures, and the verdicts on their numbers",
                        "Published and measured here: Rate of inserts",
                        "Cost of acknowledged writes",
                        "The start after a crash",
                        "The engine alone",
                        "A workload of YCSB",
                        "Data smaller and larger than memory",
                        "Throughput and latency, up to saturation and beyond",
                        "Throughput by number of nodes",
                        "Measured staleness of reads",
                        "Write amplification of a trace",
                        "Predicted staleness of reads");
        assertThat(texts(page, "h2")).isEqualTo(titles);
        assertThat(texts(page, "nav").get(0).lines())
                .containsExactly(
                        titles.get(0) + " (results10.json)",
                        titles.get(1) + " (results10.json)",
                        titles.get(2) + " (results9.json)",
                        titles.get(3) + " (results8.json)",
                        titles.get(4) + " (results7.json)",
                        titles.get(5) + " (results6.json)",
                        titles.get(6) + " (results5.json)",
                        titles.get(7) + " (results4.json)",
                        titles.get(8) + " (results3.json)",
                        titles.get(9) + " (results2.json)",
                        titles.get(10) + " (results1.json)",
                        titles.get(11) + " (results0.json)");
        assertThat(all(page, "h3")).hasSameSizeAs(all(page, "figure"));
        assertThat(all(page, "figure"))
                .extracting(figure -> figure.getAttribute("id"))
                .doesNotHaveDuplicates();
    }

    @Test
    void everyFigureHasItsDataAsATableAndToDownload() throws Exception {
        Document page = report(Samples.COMMIT_LOG, Samples.WEAR);
        for (Element figure : all(page, "figure")) {
            assertThat(figure.getElementsByTagName("table").getLength()).isEqualTo(1);
            Element link = (Element) figure.getElementsByTagName("a").item(0);
            assertThat(link.getAttribute("download")).endsWith(".csv");
            String csv =
                    URLDecoder.decode(link.getAttribute("href"), StandardCharsets.UTF_8)
                            .replaceFirst("^data:text/csv;charset=utf-8,", "");
            int rows = figure.getElementsByTagName("tr").getLength();
            assertThat(csv.split("\r\n", -1)).hasSize(rows + 1); // the last line is empty
        }
    }

    @Test
    void barsAreAsLongAsWhatTheyStandForAndShowTheRounds() throws Exception {
        Document page = report(Samples.COMMIT_LOG);
        List<String> widths =
                all(page, "b").stream().map(bar -> bar.getAttribute("style")).limit(2).toList();
        // The longest round, 19 000, is 100 %.
        assertThat(widths).containsExactly("width:70.99%", "width:93.72%");
        assertThat(all(page, "i").get(1).getAttribute("style"))
                .isEqualTo("left:89.47%;width:10.53%");
        assertThat(texts(page, "td")).contains("17,807", "2,869", "-");
    }

    @Test
    void resultsOnDifferentDrivesAreNotPutTogether() throws Exception {
        String drives =
                Samples.COMMIT_LOG
                        .replace(
                                "\"mode\":\"none\",",
                                "\"mode\":\"none\",\"log\":\"flash\",\"sstables\":\"disk\",")
                        .replace(
                                "\"mode\":\"firesteel\",",
                                "\"mode\":\"firesteel\",\"log\":\"disk\",");
        assertThat(texts(report(drives), "h3"))
                .contains(
                        "Operations a second: write, closed loop, log on flash, SSTables on disk",
                        "Operations a second: write, closed loop, log on disk");
    }

    @Test
    void tellsThatARateWasNotSteadyOrRoundsWereTooFew() throws Exception {
        String clients = "\"clients\":";
        String unsteady = Samples.SWEEP.replace(clients, "\"isSettled\":false," + clients);
        assertThat(texts(report(Samples.SWEEP), "li"))
                .noneMatch(line -> line.endsWith("was not steady before it was measured"));
        assertThat(texts(report(unsteady), "li"))
                .anyMatch(line -> line.endsWith("was not steady before it was measured"));
        String few = Samples.COMMIT_LOG.replace("\"rounds\":3", "\"rounds\":2");
        String doubt = "no difference can be told from noise with fewer than 3 rounds";
        assertThat(texts(report(Samples.COMMIT_LOG), "li")).doesNotContain(doubt);
        assertThat(texts(report(few), "li")).contains(doubt);
    }

    @Test
    void showsEachKindOfOperationAndWhyOneFailed() throws Exception {
        Document page = report(Samples.YCSB, Samples.YCSB.replace("run", "load"));
        assertThat(texts(page, "h2")).containsExactly("A workload of YCSB", "Rows of YCSB, loaded");
        assertThat(texts(page, "li"))
                .contains(
                        "50 % read, 50 % update on 1,000 rows, zipfian, ONE: 12,000 operations a"
                                + " second from 64 clients over 60 s; 3 failed.",
                        "the rate was not kept: 20,000 a second were due",
                        "12,000 operations a second from 64 clients over 60 s; 3 failed.");
        assertThat(texts(page, "td"))
                .containsSequence("360,000", "0", "5,000", "3,900", "18,000", "50,000", "80,000");
        assertThat(texts(page, "th")).contains("read", "update");
        assertThat(page.getDocumentElement().getTextContent())
                .contains("Operation timed out", "Written on 2026-11-29 at 08:00 UTC.");
    }

    @Test
    void comparesRatesInWords() throws Exception {
        Document page = report(Samples.COMMIT_LOG);
        Element last = all(page, "figure").get(all(page, "figure").size() - 1);
        assertThat(last.getTextContent()).contains("1.32", "1.12", "1.55", "faster");
        assertThat(last.getElementsByTagName("tr").getLength()).isEqualTo(2);
    }

    @Test
    void linesGoFromTheLeastFillingToTheMost() throws Exception {
        Document page = report(Samples.WEAR);
        List<Element> lines = all(page, "polyline");
        assertThat(lines).hasSize(2);
        String[] none = lines.get(0).getAttribute("points").strip().split("[ ,]", -1);
        assertThat(Double.parseDouble(none[0])).isLessThan(Double.parseDouble(none[2]));
        assertThat(Double.parseDouble(none[1])).isGreaterThan(Double.parseDouble(none[3]));
    }

    @Test
    void latenciesOfASweepRiseByFactors() throws Exception {
        Document page = report(Samples.SWEEP);
        assertThat(page.getDocumentElement().getTextContent())
                .contains(
                        "16 clients: 9,000 op/s at full speed; saturated at 8,900 op/s by latency"
                                + " (Kneedle), and at 9,000 op/s by throughput, which agree.")
                .contains("The run was ended before everything was measured.")
                .doesNotContain("256 clients");
        // 500 and 500,000 us are three of the four decades from 100 to 1,000,000 apart.
        String[] points =
                all(page, "polyline").get(1).getAttribute("points").strip().split("[ ,]", -1);
        double decades = (Double.parseDouble(points[1]) - Double.parseDouble(points[3])) / 276 * 4;
        assertThat(decades).isCloseTo(3, within(0.01));
        assertThat(texts(page, "text")).contains("100", "1k", "10k", "100k", "1M");
        // A point shows its values where it is pointed at.
        assertThat(texts(page, "title"))
                .contains("16 clients: 500 at 900", "16 clients: 500,000 at 9,900");
        assertThat(page.getDocumentElement().getTextContent())
                .contains("Written on 2026-11-24 at 08:00 UTC. 2 processors, Linux 6.18");
    }

    @Test
    void saysWhatCampaignsHaveLost() throws Exception {
        Document page = report(Samples.POWER_CUTS);
        assertThat(texts(page, "li"))
                .containsExactly(
                        "firesteel, raw, 14 power cuts of 3 nodes: 50,214 writes acknowledged, 0"
                                + " keys lost; 9,678 values read, 0 keys seen and gone; 0 phantom,"
                                + " 0 corrupted; damage reported after 2 cuts, falsely after 1, and"
                                + " no row could be read after 1.",
                        "periodic, 1 kill: 2,872 writes acknowledged, 969 keys lost; 505 values"
                                + " read, 307 keys seen and gone; 0 phantom, 0 corrupted.");
        assertThat(texts(page, "td")).contains("52,783", "18.1");
    }

    @Test
    void marksTheKneeWhereItIs() throws Exception {
        Document page = report(Samples.SWEEP);
        List<Element> knees =
                all(page, "line").stream()
                        .filter(line -> line.getAttribute("class").startsWith("knee"))
                        .toList();
        assertThat(knees).as("of both latencies").hasSize(2);
        // 8,900 of 900 to 9,900 is at eight ninths of the width between the outer points.
        double left = place(page, 0, "cx");
        double width = place(page, 1, "cx") - left;
        assertThat(Double.parseDouble(knees.get(0).getAttribute("x1")))
                .isCloseTo(left + width * 8 / 9, within(0.1));
        assertThat(texts(page, "title")).contains("16 clients: saturated at 8,900");
        assertThat(texts(page, "text")).contains("logarithmic scale");
    }

    private static double place(Document page, int circle, String coordinate) {
        return Double.parseDouble(all(page, "circle").get(circle).getAttribute(coordinate));
    }

    /** The answer, then what it is worth, then how it was measured. */
    @Test
    void theAnswersComeFirst() throws Exception {
        Document page = report(Samples.COMMIT_LOG);
        assertThat(texts(page, "section").get(0))
                .containsSubsequence(
                        "2 processors, Linux 6.18",
                        "Operations a second, write, closed loop, firesteel over none: 1.32 (1.12"
                                + " to 1.55) with 64 clients.",
                        "1 warning on the figures",
                        "The same load on nodes that differ only in their commit log",
                        "Operations a second",
                        "The settings",
                        "load.fieldCount",
                        "10");
    }

    @Test
    void aModeThatIsComparedTwiceHasOneAnswer() throws Exception {
        String pair = "{\"mode\":\"firesteel\",\"against\":\"none\"";
        String twice =
                Samples.COMMIT_LOG.replaceFirst(
                        "(?s)(\"comparisons\":\\[\\s*)(\\{.*?}),", "$1$2,$2,");
        assertThat(twice.split(Pattern.quote(pair), -1)).hasSize(4);
        assertThat(texts(report(twice), "li"))
                .contains(
                        "Operations a second, write, closed loop, firesteel over none: 1.32 (1.12"
                                + " to 1.55) with 64 clients.");
    }

    @Test
    void drivesWithAClockHaveRatesAndLatencies() throws Exception {
        Document page = report(Samples.TIMED, Samples.TIMED_WEAR);
        assertThat(texts(page, "h2"))
                .contains(
                        "Rate and latency under random requests", "Write amplification of a trace");
        assertThat(texts(page, "li"))
                .contains(
                        "greedy: 9,995 op/s, fewer than offered: latencies grow with the run; p99"
                                + " of reads 218 µs, of writes - µs.",
                        "none: 9,995 op/s, fewer than offered: latencies grow with the run; p99 of"
                                + " reads 218 µs, of writes - µs.");
        assertThat(all(page, "figure")).hasSize(5);
        assertThat(texts(page, "td")).contains("reads", "75.1", "409");
    }

    @Test
    void everyResultHasItsAnswer() throws Exception {
        Document page =
                report(
                        Samples.PREDICTION,
                        Samples.WEAR,
                        Samples.STALENESS,
                        Samples.SCALE,
                        Samples.MATRIX,
                        Samples.ENGINE,
                        Samples.REPLAY,
                        Samples.REPRODUCTION,
                        Samples.DIVISION,
                        Samples.COMPARED_DIVISIONS);
        assertThat(texts(page, "li"))
                .contains(
                        "97.4 % of the reads that begin at once return the write; 99.9 % do after"
                                + " 1.97 ms.",
                        "Filled to 0.9: write amplification 1.96 with placement none, 1.01 with"
                                + " placement linux4.",
                        "87.3 % of reads 0.021 ms after a write return it (95 % from 85.1 to"
                                + " 89.2); predicted: 86.9 %.",
                        "2 nodes: 4,000 op/s, 1.60 times those of 1 (half the range of the rounds: 3 %).",
                        "workload a, uniform, data 0.7 × memory: 9,000 op/s on fast, 700 op/s on"
                                + " slow.",
                        "1024 bytes, 64 threads: firesteel 195 MB/s.",
                        "batch: 25.7 s (24 to 27) of replay, 30.1 s (29 to 32) of the whole"
                                + " start.",
                        "journal over batch, in times: same direction, larger. Published 2.094, here 4.800 (4.400 to"
                                + " 6.200).",
                        "Recommended: 128 MiB of memtables, 1,024 MiB of caches.",
                        "recommended: 1.10 (1.07 to 1.13) of the objective of defaults.")
                .doesNotContain("defaults: 1 of the objective of defaults.");
    }

    @Test
    void clustersThatWereMeasuredStandBesideThoseThatWereSimulated() throws Exception {
        Document page = report(Samples.SCALE);
        assertThat(all(page, "polyline")).hasSize(4);
        assertThat(texts(page, "td")).contains("4,000", "4,700", "38,000", "19.1", "-");
        assertThat(page.getDocumentElement().getTextContent())
                .contains("2 nodes: the simulated rate is more than a tenth off the measured one")
                .contains("2 nodes: this machine was busy")
                .contains("2 nodes: the rate was not steady in every round")
                .contains("2 nodes: 7 operations failed")
                .doesNotContain("1 nodes: ");
    }

    @Test
    void whatMemoryIsWorthIsDrawnWithWhatWasMeasured() throws Exception {
        Document page = report(Samples.DIVISION);
        assertThat(all(page, "polyline")).hasSize(4 + 4 + 3);
        assertThat(texts(page, "td")).contains("210", "471", "0.930", "no");
        assertThat(page.getDocumentElement().getTextContent())
                .contains("Recommended: 128 MiB of memtables, 1,024 MiB of caches.")
                .contains("128MiB more buy nothing.")
                .contains("The recommendation lies outside the measured range");
    }

    @Test
    void divisionsThatWereMeasuredStandBesideWhatWasExpected() throws Exception {
        Document page = report(Samples.COMPARED_DIVISIONS);
        assertThat(texts(page, "td")).contains("0.880", "0.900", "1.10", "1.07", "1.13", "-");
        assertThat(page.getDocumentElement().getTextContent())
                .contains("The best objective was that of recommended.")
                .contains("The recommended split has 1.05 (1.03 to 1.08) of the objective of the")
                .contains("recommended, writes")
                .contains(
                        "The expected values of defaults are extrapolated beyond the calibrated"
                                + " range")
                .contains("The run was ended before everything was measured");
    }

    @Test
    void whatWasPredictedOfStalenessStandsBesideWhatWasMeasured() throws Exception {
        Document page = report(Samples.STALENESS);
        assertThat(all(page, "polyline")).hasSize(2);
        assertThat(texts(page, "td")).contains("87.3", "86.9", "86.2", "99.5", "99.1", "-");
        assertThat(page.getDocumentElement().getTextContent())
                .contains(
                        "3 nodes of one machine, 0.25 of a processor each, commit log: firesteel.")
                .contains("off by 0.400 percentage points (root mean square), and by 0.700")
                .contains("The run was ended early")
                .contains("3 requests failed");
    }

    @Test
    void showsNumbersThatAreNoneInTheTableAlone() throws Exception {
        Document page =
                report(
                        Samples.SWEEP.replace("\"meanMicros\":500.0", "\"meanMicros\":1e999"),
                        Samples.WEAR.replace("\"filling\":0.9", "\"filling\":0.6"),
                        Samples.COMMIT_LOG.replace("17807.2,", "1e999,"));
        for (Element line : all(page, "polyline"))
            assertThat(line.getAttribute("points")).doesNotContain("NaN", "Infinity");
        for (Element bar : all(page, "b"))
            assertThat(bar.getAttribute("style")).doesNotContain("NaN", "Infinity");
    }

    @Test
    void anAxisHasWhatIsDrawnOnIt() {
        assertThat(ValueAxis.from(0, 3, 9).marks()).containsExactly(0.0, 2.0, 4.0, 6.0, 8.0, 10.0);
        assertThat(ValueAxis.from(1).marks()).hasSize(2);
        assertThat(ValueAxis.logarithmic(20, 20).marks()).containsExactly(10.0, 100.0);
        assertThat(ValueAxis.logarithmic(100, 1000).marks()).containsExactly(100.0, 1000.0);
        assertThatThrownBy(() -> ValueAxis.logarithmic(0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0");
    }

    @Test
    void tellsWhatMakesFiguresDoubtful() throws Exception {
        assertThat(report(Samples.COMMIT_LOG).getDocumentElement().getTextContent())
                .contains("1 warning on the figures", "the rate was not steady");
        assertThat(report(Samples.ENGINE).getDocumentElement().getTextContent())
                .contains("of artemis-aio: there is no libaio");
        assertThat(report(Samples.WEAR).getDocumentElement().getTextContent())
                .contains("filled to 0.9 the drive had not reached its steady state");
        assertThat(report(Samples.REPLAY).getDocumentElement().getTextContent())
                .contains("The run was ended before everything was measured.");
    }

    @Test
    void needsNothingButItself() throws Exception {
        String page = Report.of(List.of(file("m", Samples.MATRIX), file("w", Samples.WEAR)));
        assertThat(page).doesNotContain("http:", "https:", "src=", "@import", "url(", "<script");
    }

    @Test
    void takesTextOfResultsForTextAndNothingElse() throws Exception {
        String hostile = "<script>alert(\\\"1\\\")</script>";
        Document page =
                report(
                        Samples.COMMIT_LOG.replace(
                                "\"mode\":\"none\"", "\"mode\":\"" + hostile + "\""));
        assertThat(all(page, "script")).isEmpty();
        assertThat(texts(page, "th")).contains("<script>alert(\"1\")</script>");
    }

    @Test
    void saysWhatItCannotRead() throws IOException {
        refuses(directory.resolve("nowhere"), "There is no file ", "nowhere");
        refuses(directory, " is a directory: give the files of results in it");
        refuses(file("empty", " \n"), "empty is empty: give a file of results");
        refuses(file("csv", "memory,seconds\n"), "csv holds no results: line 1 is not JSON");
        refuses(
                file("cut", Samples.MATRIX + "{\"kind\":"),
                "cut holds no results: line 4 is not JSON");
        refuses(file("list", "[1, 2]"), "list holds no results: these are JSON objects");
        refuses(
                file("other", "{\"a\":1,\"b\":2}"),
                "other holds a result that a report cannot show (a JSON object with the keys a, b).");
        refuses(
                file("many", "{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6}"),
                "the keys a, b, c, d, e, ...)");
        refuses(file("none", "{}"), "(a JSON object with no keys)");
        refuses(file("wear", "{\"fillings\":[],\"tracePages\":1}"), "wear holds a result");
        Path bytes = Files.write(directory.resolve("bytes"), new byte[] {'{', (byte) 0xFF, '}'});
        refuses(bytes, "bytes holds no results: it is not text");
        refuses(
                file("deep", "{\"a\":".repeat(2_000) + "1" + "}".repeat(2_000)),
                "deep holds no results: ");
        refuses(
                file("kills", "{\"kill\":1,\"lost\":0}"),
                "kills holds the single cycles of a campaign",
                "what the same command prints with --json");
        refuses(
                file("rounds", "{\"round\":1,\"mode\":\"batch\"}"),
                "rounds holds the single measurements of bench",
                "what bench prints with --json");
        refuses(file("none", "{\"results\":[]}"), "none holds a result");
        refuses(file("runs", "{\"runs\":[]}"), "runs holds a result");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE"})
    void takesFilesWithAByteOrderMark(String charset) throws IOException {
        Path marked =
                Files.writeString(
                        directory.resolve("marked"),
                        "\uFEFF" + Samples.MATRIX,
                        Charset.forName(charset));
        assertThat(Report.of(List.of(marked))).contains("zipfian", "slow");
    }

    private static void refuses(Path path, String... words) {
        assertThatThrownBy(() -> Report.of(List.of(path)))
                .isInstanceOf(ReportException.class)
                .hasMessageContainingAll(words);
    }

    @Test
    void showsWhatWasPublishedBesideWhatWasMeasured() throws Exception {
        Document page = report(Samples.REPRODUCTION);
        assertThat(texts(page, "td"))
                .containsSubsequence("1", "-", "2.094", "4.800", "same direction, larger")
                .containsSubsequence("31,111", "5,000", "4,000", "6,000")
                .contains("-");
        assertThat(page.getDocumentElement().getTextContent())
                .contains(
                        "Published figures, and the verdicts on their numbers",
                        "CAPI-Flash commit log, Table II.",
                        "quick measurement: on nodes that were not warm, in one round");
    }
}
