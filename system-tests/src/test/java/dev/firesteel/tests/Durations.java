// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.tests;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/**
 * Sums up the reports of Surefire and Failsafe below a source tree: the twenty slowest classes, and
 * the tests and seconds of each module. {@code Durations TREE BEGAN FILE} prints the result and
 * writes it to FILE. It leaves out reports that are older than BEGAN.
 *
 * <p>Seconds are those of each class. Parallel classes count one by one, so the sum of a module
 * exceeds its elapsed time.
 */
final class Durations {
    private static final int SLOWEST = 20;

    private Durations() {}

    /** The values in the report of one class. */
    private record ClassRun(String module, String name, int tests, int skipped, double seconds) {
        static ClassRun of(String module, Path report) throws IOException {
            try {
                Element suite =
                        DocumentBuilderFactory.newDefaultInstance()
                                .newDocumentBuilder()
                                .parse(report.toFile())
                                .getDocumentElement();
                return new ClassRun(
                        module,
                        suite.getAttribute("name"),
                        Integer.parseInt(suite.getAttribute("tests")),
                        Integer.parseInt(suite.getAttribute("skipped")),
                        Double.parseDouble(suite.getAttribute("time").replace(",", "")));
            } catch (ParserConfigurationException | SAXException e) {
                throw new IOException(report + " is no report of tests", e);
            }
        }

        String simpleName() {
            return name.substring(name.lastIndexOf('.') + 1);
        }
    }

    public static void main(String[] args) throws IOException {
        String text = text(read(Path.of(args[0]), Instant.parse(args[1])));
        System.out.print(text);
        Files.writeString(Path.of(args[2]), text);
    }

    private static List<ClassRun> read(Path tree, Instant began) throws IOException {
        List<ClassRun> runs = new ArrayList<>();
        try (DirectoryStream<Path> modules = Files.newDirectoryStream(tree, Files::isDirectory)) {
            for (Path module : modules)
                for (String plugin : List.of("surefire", "failsafe"))
                    addAll(module, module.resolve("target/" + plugin + "-reports"), began, runs);
        }
        return runs;
    }

    private static void addAll(Path module, Path directory, Instant began, List<ClassRun> to)
            throws IOException {
        if (!Files.isDirectory(directory)) return;
        try (DirectoryStream<Path> reports = Files.newDirectoryStream(directory, "TEST-*.xml")) {
            for (Path report : reports)
                if (!Files.getLastModifiedTime(report).toInstant().isBefore(began))
                    to.add(ClassRun.of(String.valueOf(module.getFileName()), report));
        }
    }

    private static String text(List<ClassRun> runs) {
        Map<String, List<ClassRun>> modules =
                runs.stream()
                        .collect(
                                Collectors.groupingBy(
                                        ClassRun::module, TreeMap::new, Collectors.toList()));
        Stream<String> slowest =
                runs.stream()
                        .sorted(Comparator.comparingDouble(ClassRun::seconds).reversed())
                        .limit(SLOWEST)
                        .map(run -> line(run.simpleName(), run.module(), List.of(run)));
        Stream<String> sums =
                modules.entrySet().stream().map(each -> line("", each.getKey(), each.getValue()));
        return Stream.of(
                        Stream.of(
                                line(
                                        "The slowest classes",
                                        "module",
                                        "tests",
                                        "skipped",
                                        "seconds")),
                        slowest,
                        Stream.of("", line("Sums", "module", "tests", "skipped", "seconds")),
                        sums,
                        Stream.of(line("", "all", runs)))
                .flatMap(each -> each)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String line(String name, String module, List<ClassRun> runs) {
        return line(
                name,
                module,
                String.valueOf(runs.stream().mapToInt(ClassRun::tests).sum()),
                String.valueOf(runs.stream().mapToInt(ClassRun::skipped).sum()),
                String.format(
                        Locale.ROOT, "%.1f", runs.stream().mapToDouble(ClassRun::seconds).sum()));
    }

    private static String line(
            String name, String module, String tests, String skipped, String seconds) {
        return String.format("%-32s %-14s %7s %8s %9s", name, module, tests, skipped, seconds);
    }
}
