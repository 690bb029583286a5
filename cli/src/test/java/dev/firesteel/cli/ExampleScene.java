// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.firesteel.cli.lab.PartFile;
import dev.firesteel.journal.Journal;
import dev.firesteel.journal.JournalListener;
import dev.firesteel.journal.JournalOptions;
import dev.firesteel.journal.Owner;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** A directory with small versions of all files that the examples name. */
final class ExampleScene {
    private static final String DRIVE = "size=64GiB,spare=0.07,block=8MiB";
    private static final String SMALL_DRIVE = "size=36MiB,spare=0.2,block=256KiB";
    private static final int NEWEST_COMMIT_LOG = 8;
    private static final String READS =
            "memory,seconds\n6.5,332\n5.8,371\n4.8,448\n4.1,491\n3.1,577\n";
    private static final String WRITES = "memory,seconds\n0.05,760\n0.1,620\n0.2,590\n0.4,580\n";

    private final Path root;
    private final Map<String, Path> names;

    private ExampleScene(Path root) {
        this.root = root;
        names =
                Map.ofEntries(
                        Map.entry("data/node1/journal", root.resolve("journal")),
                        Map.entry("/flash/journal", root.resolve("flash")),
                        Map.entry("/backup/exported", root.resolve("exported")),
                        Map.entry("exported", root.resolve("exported")),
                        Map.entry("clear", root.resolve("exported")),
                        Map.entry("/etc/cassandra/cassandra.yaml", root.resolve("encrypted.yaml")),
                        Map.entry("out", root.resolve("exported")),
                        Map.entry("/opt/cassandra", root.resolve("cassandra")),
                        Map.entry("writes.csv", root.resolve("writes.csv")),
                        Map.entry("reads.csv", root.resolve("reads.csv")),
                        Map.entry("results.jsonl", root.resolve("results.jsonl")),
                        Map.entry("traces", root.resolve("traces")),
                        Map.entry("ssd.json", root.resolve("ssd.json")),
                        Map.entry("disk.json", root.resolve("disk.json")),
                        Map.entry("ssd.hlog", root.resolve("ssd.hlog")),
                        Map.entry("disk.hlog", root.resolve("disk.hlog")),
                        Map.entry("part1.json", root.resolve("part1.json")),
                        Map.entry("part2.json", root.resolve("part2.json")),
                        Map.entry("page.html", root.resolve("page.html")));
    }

    static ExampleScene in(Path root) throws IOException {
        ExampleScene scene = new ExampleScene(root);
        scene.writeJournal();
        scene.layOutHome();
        Files.writeString(root.resolve("reads.csv"), READS);
        Files.writeString(root.resolve("writes.csv"), WRITES);
        SplitResults.write(root.resolve("results.jsonl"));
        EncryptedSettings.write(root.resolve("encrypted.yaml"));
        Files.writeString(root.resolve("ssd.json"), prediction("lnkd-ssd"));
        Files.writeString(root.resolve("disk.json"), prediction("lnkd-disk"));
        writeLog(root.resolve("ssd.hlog"));
        writeLog(root.resolve("disk.hlog"));
        for (int part = 1; part <= 2; part++)
            Files.writeString(
                    root.resolve("part" + part + ".json"),
                    PartFile.text(part + "/2", "2026-12-01T08:00:10Z", "1000"));
        LevelTrace.write(
                Files.createDirectory(root.resolve("traces")).resolve("trace-0000000001.tsv"));
        return scene;
    }

    private static void writeLog(Path file) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputLogFormatVersion();
            Histogram reads = new Histogram(3);
            for (int i = 1; i <= 100; i++) reads.recordValue(i);
            reads.setTag("READ");
            writer.outputIntervalHistogram(reads);
        }
    }

    private static String prediction(String model) {
        return Spoken.by(
                        "lab",
                        "staleness",
                        "predict",
                        "--model",
                        model,
                        "--trials",
                        "1000",
                        "--json")
                .out();
    }

    /** Returns the words of a line, with its names replaced by those of this directory. */
    String[] words(String line) {
        String small =
                line.replace(DRIVE, SMALL_DRIVE)
                        .replace("4GiB", "33MiB")
                        .replace("--svg ", "--svg " + root + "/");
        if (line.startsWith("endurance model")) small += " --blocks 512";
        if (line.startsWith("install") && !line.contains("--journal-size"))
            small += " --journal-size 33MiB";
        String[] words = small.split(" +");
        for (int i = 0; i < words.length; i++)
            words[i] = names.getOrDefault(words[i], Path.of(words[i])).toString();
        return words;
    }

    private void writeJournal() throws IOException {
        Path file = root.resolve("journal");
        Spoken.by("journal", "format", "--size", "33MiB", file.toString());
        JournalOptions options =
                new JournalOptions(
                        new Owner(UUID.randomUUID(), "test"),
                        NEWEST_COMMIT_LOG,
                        0,
                        JournalOptions.DEFAULT_RECORDS_IN_FLIGHT,
                        JournalOptions.DEFAULT_FULL_WAIT,
                        JournalOptions.DEFAULT_RESERVE_SEGMENTS);
        try (Journal journal = Journal.open(file, options, JournalListener.none())) {
            journal.append(ByteBuffer.wrap("spark".getBytes(UTF_8)), (segment, offset) -> {});
        }
    }

    private void layOutHome() throws IOException {
        Path home = root.resolve("cassandra");
        Path conf = Files.createDirectories(home.resolve("conf"));
        Files.createDirectories(home.resolve("lib"));
        Files.createFile(home.resolve("lib/apache-cassandra-5.0.9.jar"));
        Files.writeString(conf.resolve("jvm-server.options"), "-ea\n-Xms512M\n-Xmx512M\n");
        Path commitLog = Files.createDirectory(root.resolve("commitlog"));
        Files.writeString(
                conf.resolve("cassandra.yaml"),
                "commitlog_directory: %s\ndata_file_directories: [%s]\nmax_mutation_size: 512KiB\n"
                        .formatted(commitLog, root));
    }
}
