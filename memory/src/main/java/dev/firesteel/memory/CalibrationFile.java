// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The file of a {@link Calibration}: JSON lines in UTF-8. The first line holds the shared settings,
 * each other line one {@link Calibration.Run}. docs/lab/memory.md has the fields; unknown fields
 * are ignored. A line without its line feed is ignored, so a killed writer leaves no partial
 * record.
 */
public final class CalibrationFile {
    private static final String FORMAT = "firesteel-memory";
    private static final int VERSION = 1;
    private static final ObjectMapper JSON =
            JsonMapper.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    private final Path path;
    private int line;
    private JsonNode members = JSON.createObjectNode();

    private CalibrationFile(Path path) {
        this.path = path;
    }

    /**
     * Reads a file.
     *
     * @throws MeasurementsException if it is none, or holds anything else: with the line's number
     */
    public static Calibration read(Path path) throws IOException {
        return new CalibrationFile(path).calibration();
    }

    private Calibration calibration() throws IOException {
        List<String> lines = lines();
        if (lines.isEmpty())
            throw new MeasurementsException(
                    path + ": there is no complete line, so no measurement");
        try {
            next(lines.get(0));
            requireFormat();
            String machine = text("machine");
            String cassandra = text("cassandra");
            String workload = text("workload");
            Layout layout = layout();
            return new Calibration(machine, cassandra, workload, layout, runs(lines, layout));
        } catch (IllegalArgumentException e) {
            throw new MeasurementsException(path + ", line " + line + ": " + e.getMessage());
        }
    }

    private List<Calibration.Run> runs(List<String> lines, Layout layout) {
        List<Calibration.Run> runs = new ArrayList<>();
        for (String each : lines.subList(1, lines.size())) {
            if (each.isBlank()) {
                line++;
                continue;
            }
            next(each);
            if (members.has("format"))
                throw new IllegalArgumentException(
                        "a second header: two files were joined, but the measurements of each"
                                + " have their own conditions");
            Calibration.Run run =
                    new Calibration.Run(
                            bytes("memtableBytes"),
                            bytes("cacheBytes"),
                            optional("readSeconds"),
                            optional("writeSeconds"),
                            optional("readPart"));
            if (run.memtableBytes() + run.cacheBytes() > layout.totalBytes())
                throw new IllegalArgumentException(
                        "memtables of %d bytes and caches of %d are more than budgetBytes, %d"
                                .formatted(
                                        run.memtableBytes(),
                                        run.cacheBytes(),
                                        layout.totalBytes()));
            runs.add(run);
        }
        return runs;
    }

    /** Returns the lines without the last one if that is incomplete: an interrupted write. */
    private List<String> lines() throws IOException {
        String text = TextFile.read(path);
        int end = text.lastIndexOf('\n') + 1;
        return (isWhole(text.substring(end)) ? text : text.substring(0, end)).lines().toList();
    }

    private static boolean isWhole(String line) {
        try {
            return JSON.readTree(line).isObject();
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    private void next(String text) {
        line++;
        try {
            members = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not one JSON object: " + problem(e), e);
        }
        if (!members.isObject()) throw new IllegalArgumentException("not one JSON object");
    }

    /** Returns the parser's message without its settings, which follow a colon. */
    private static String problem(JsonProcessingException failure) {
        return failure.getOriginalMessage().split(": ", 2)[0];
    }

    private void requireFormat() {
        if (!FORMAT.equals(members.path("format").textValue()))
            throw new IllegalArgumentException(
                    "no \"format\":\""
                            + FORMAT
                            + "\": these are not results of 'memory calibrate'");
        if (number("version") != VERSION)
            throw new IllegalArgumentException(
                    "its version is %s, but this program reads version %d"
                            .formatted(members.get("version"), VERSION));
    }

    private Layout layout() {
        return new Layout(
                bytes("budgetBytes"),
                MemtableAllocation.of(text("memtableAllocation")),
                number("offheapShare"),
                number("fileCacheShare"),
                bytes("keyCacheBytes"),
                bytes("rowCacheBytes"),
                bytes("heapRestBytes"),
                bytes("journalBytes"),
                bytes("nativeBytes"),
                bytes("systemBytes"));
    }

    private String text(String name) {
        String text = members.path(name).textValue();
        if (text != null) return text;
        throw new IllegalArgumentException("'" + name + "' must be a string");
    }

    private double number(String name) {
        Double number = optional(name);
        if (number != null) return number;
        throw new IllegalArgumentException("'" + name + "' must be a number");
    }

    private @Nullable Double optional(String name) {
        JsonNode value = members.path(name);
        if (value.isMissingNode() || value.isNull()) return null;
        if (value.isNumber()) return value.doubleValue();
        throw new IllegalArgumentException("'" + name + "' must be a number, not " + value);
    }

    private long bytes(String name) {
        double bytes = number(name);
        if (bytes == Math.rint(bytes) && bytes >= 0 && bytes < 1L << 53) return (long) bytes;
        throw new IllegalArgumentException(
                "'" + name + "' must be a whole number of bytes, not " + bytes);
    }

    /** Returns the first line of a file, without its line feed. */
    public static String firstLine(Calibration calibration) {
        Layout layout = calibration.layout();
        return JSON.createObjectNode()
                .put("format", FORMAT)
                .put("version", VERSION)
                .put("machine", calibration.machine())
                .put("cassandra", calibration.cassandra())
                .put("workload", calibration.workload())
                .put("budgetBytes", layout.totalBytes())
                .put("memtableAllocation", layout.allocation().toString())
                .put("offheapShare", layout.offheapShare())
                .put("fileCacheShare", layout.fileCacheShare())
                .put("keyCacheBytes", layout.keyCacheBytes())
                .put("rowCacheBytes", layout.rowCacheBytes())
                .put("heapRestBytes", layout.heapRestBytes())
                .put("journalBytes", layout.journalBytes())
                .put("nativeBytes", layout.nativeBytes())
                .put("systemBytes", layout.systemBytes())
                .toString();
    }

    /** Returns the line of a run, without its line feed. */
    public static String line(Calibration.Run run) {
        return JSON.createObjectNode()
                .put("memtableBytes", run.memtableBytes())
                .put("cacheBytes", run.cacheBytes())
                .put("readSeconds", run.readSeconds())
                .put("writeSeconds", run.writeSeconds())
                .put("readPart", run.readPart())
                .toString();
    }
}
