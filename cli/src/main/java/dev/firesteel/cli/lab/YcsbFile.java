// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Console;
import dev.firesteel.operations.home.SmallFile;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Reads a workload from YCSB's properties file. */
final class YcsbFile {
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /** The properties that options override. */
    private static final Map<String, String> OPTIONS =
            Map.of(
                    "--rows", "recordcount",
                    "--fields", "fieldcount",
                    "--field-length", "fieldlength",
                    "--distribution", "requestdistribution",
                    "--write-all-fields", "writeallfields");

    private static final List<String> NUMBERS =
            List.of("recordcount", "operationcount", "fieldcount", "fieldlength");

    @Option(
            names = {"-P", "--properties"},
            paramLabel = "FILE",
            description =
                    "A properties file of YCSB's core workload, such as its workloads/workloada:"
                            + " its mix, rows and sizes, unless overridden by an option. Missing"
                            + " keys have YCSB's defaults.")
    @Nullable Path file;

    /**
     * Returns the workload of the file, or that of the options if there is no file.
     *
     * @param options the properties of the options
     */
    Properties over(Properties options, Console console) throws IOException {
        Path path = file;
        if (path == null) return options;
        if (isGiven("--workload", console))
            throw refused(
                    console, "--workload and --properties both set the workload: give one of them");
        Properties properties = read(path, console);
        check(path, properties, console);
        if (isGiven("--seconds", console)) properties.remove("operationcount");
        OPTIONS.forEach(
                (option, key) -> {
                    String value = options.getProperty(key);
                    if (value != null && isGiven(option, console))
                        properties.setProperty(key, value);
                });
        for (String key : NUMBERS)
            properties.setProperty(
                    key, properties.getProperty(key, options.getProperty(key)).strip());
        return properties;
    }

    private static Properties read(Path path, Console console) throws IOException {
        if (Files.isDirectory(path))
            throw refused(console, path + " is a directory: give a properties file");
        Properties properties = new Properties();
        try {
            String text = text(SmallFile.read(path));
            if (text.indexOf('\0') >= 0)
                throw refused(
                        console,
                        path + " is binary, or UTF-16 without a byte order mark: save it as UTF-8");
            properties.load(new StringReader(text));
            return properties;
        } catch (IllegalArgumentException e) {
            throw refused(console, path + " is not a properties file: " + e.getMessage());
        }
    }

    /** Decodes UTF-16 with a byte order mark, UTF-8, or else ISO 8859-1, which accepts any byte. */
    private static String text(byte[] bytes) {
        boolean isUtf16 = startsWith(bytes, 0xFE, 0xFF) || startsWith(bytes, 0xFF, 0xFE);
        String text = isUtf16 ? new String(bytes, StandardCharsets.UTF_16) : decoded(bytes);
        return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    }

    private static boolean startsWith(byte[] bytes, int first, int second) {
        return bytes.length >= 2 && bytes[0] == (byte) first && bytes[1] == (byte) second;
    }

    private static String decoded(byte[] bytes) {
        Charset charset = StandardCharsets.UTF_8;
        try {
            return charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }

    /** Rejects the file with all its problems, and prints notes on unused keys and on shares. */
    private static void check(Path path, Properties properties, Console console) {
        YcsbKeys keys = new YcsbKeys(properties, console.command().getCommandSpec());
        List<String> problems = keys.problems();
        if (!problems.isEmpty())
            throw refused(console, path + ": " + String.join("\n  and ", problems));
        keys.normalize();
        List<String> unused = keys.removeUnused();
        if (!unused.isEmpty())
            console.note(
                    "%s: not used: %s (operations are timed here, not by YCSB)"
                            .formatted(path, String.join(", ", unused)));
        BigDecimal sum = keys.sumOfShares();
        if (sum.compareTo(BigDecimal.ONE) != 0)
            console.note(
                    "%s: the shares add up to %s; each is divided by this sum, as in YCSB"
                            .formatted(path, sum.stripTrailingZeros().toPlainString()));
    }

    /** Returns properties as settings of a result. */
    static Map<String, String> settings(Properties properties) {
        Map<String, String> settings = new TreeMap<>();
        for (String name : properties.stringPropertyNames())
            settings.put(name, properties.getProperty(name));
        return settings;
    }

    /** Returns a property as a whole number. */
    static long number(Properties properties, String key) {
        return Long.parseLong(properties.getProperty(key));
    }

    private static boolean isGiven(String option, Console console) {
        return console.command().getParseResult().hasMatchedOption(option);
    }

    private static ParameterException refused(Console console, String problem) {
        return new ParameterException(console.command(), problem);
    }
}
