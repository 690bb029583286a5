// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** A workload as YCSB's own properties files say it. */
final class YcsbFile {
    /** Whoever has the workload from elsewhere must not be given another. */
    private static final List<String> WORKLOADS =
            List.of("site.ycsb.workloads.CoreWorkload", "com.yahoo.ycsb.workloads.CoreWorkload");

    /** What an option says that is given beside the file. */
    private static final Map<String, String> OPTIONS =
            Map.of(
                    "--rows", "recordcount",
                    "--fields", "fieldcount",
                    "--field-length", "fieldlength",
                    "--distribution", "requestdistribution",
                    "--write-all-fields", "writeallfields");

    /** What is not done as the file says, and what to do. */
    private static final Map<String, String> UNKNOWN =
            Map.of(
                    "insertstart", "all rows are loaded, and used",
                    "insertcount", "all rows are loaded, and used",
                    "dataintegrity", "content is not verified",
                    "table", "rows are in ycsb.usertable",
                    "target", "give --rate",
                    "threadcount", "give --threads",
                    "maxexecutiontime", "give --seconds");

    private static final List<String> NUMBERS =
            List.of("recordcount", "operationcount", "fieldcount", "fieldlength");

    @Option(
            names = {"-P", "--properties"},
            paramLabel = "FILE",
            description =
                    "A properties file of YCSB's core workload, such as its workloads/workloada: its"
                            + " mix, rows and sizes, unless an option says otherwise. What it leaves"
                            + " open is as YCSB has it.")
    @Nullable Path file;

    /**
     * The workload of the file, or that of options, if there is no file.
     *
     * @param options what YCSB is told without a file
     */
    Properties over(Properties options, Console console) throws IOException {
        Path path = file;
        if (path == null) return options;
        if (isGiven("--workload", console))
            throw refused(
                    console,
                    "--workload and --properties: only one of them can say what clients do");
        Properties properties = read(path, console);
        requireKnown(path, properties, console);
        if (isGiven("--seconds", console)) properties.remove("operationcount");
        OPTIONS.forEach(
                (option, key) -> {
                    String value = options.getProperty(key);
                    if (value != null && isGiven(option, console))
                        properties.setProperty(key, value);
                });
        for (String key : NUMBERS) {
            String value = properties.getProperty(key, options.getProperty(key));
            properties.setProperty(key, value.strip());
            number(properties, key, console);
        }
        return properties;
    }

    private static Properties read(Path path, Console console) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
            properties.load(reader);
            return properties;
        } catch (IllegalArgumentException e) {
            throw refused(console, path + " is no properties file: " + e.getMessage());
        }
    }

    private static void requireKnown(Path path, Properties properties, Console console) {
        String workload = properties.getProperty("workload");
        if (workload != null && !WORKLOADS.contains(workload.strip()))
            throw refused(
                    console,
                    "%s is of the workload %s, and only YCSB's core workload is known: %s"
                            .formatted(path, workload, WORKLOADS.get(0)));
        UNKNOWN.forEach(
                (key, advice) -> {
                    if (properties.getProperty(key) != null)
                        throw refused(
                                console,
                                "%s has %s, which is not taken from a file: %s, and take it out"
                                        .formatted(path, key, advice));
                });
        for (String key : properties.stringPropertyNames())
            if (key.endsWith("proportion")) requireShare(properties, key, console);
    }

    /** A whole number that YCSB is told. */
    static long number(Properties properties, String key, Console console) {
        String value = properties.getProperty(key, "");
        try {
            long number = Long.parseLong(value);
            if (number >= 0) return number;
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw refused(console, "%s must be a whole number, not '%s'".formatted(key, value));
    }

    private static void requireShare(Properties properties, String key, Console console) {
        String value = properties.getProperty(key);
        try {
            double share = Double.parseDouble(value);
            if (share >= 0 && share <= 1) return;
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw refused(console, "%s must be 0 to 1, not '%s'".formatted(key, value));
    }

    private static boolean isGiven(String option, Console console) {
        return console.command().getParseResult().hasMatchedOption(option);
    }

    private static ParameterException refused(Console console, String problem) {
        return new ParameterException(console.command(), problem);
    }
}
