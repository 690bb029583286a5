// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.agent.lifetime.LifetimeMap;
import dev.firesteel.journal.JournalOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.cassandra.config.DataStorageSpec;
import org.apache.cassandra.config.DurationSpec;
import org.jspecify.annotations.Nullable;

/**
 * The settings in firesteel.yaml.
 *
 * @param journal the file or block device that holds the journal, absolute
 * @param inMemory whether the journal may be on storage that keeps it in memory
 * @param recordsInFlight the maximum number of records in flight to the device, 1 to 32
 * @param fullWait the maximum time a write waits for space
 * @param reserveSegments the number of free segments kept for start-up
 * @param repliesWait whether writes are deferred until they are durable, instead of blocking a
 *     thread
 * @param lifetimes the write lifetimes of files
 * @param trace the trace of files, or null
 * @param writebackBytes the growth of an SSTable at which the kernel starts writeback, or 0 to
 *     write it at its sync
 * @param syncsFiles whether files that Cassandra relies on are synced where it does not
 * @param prometheus the listen address of the Prometheus endpoint, or null
 */
record Settings(
        Path journal,
        boolean inMemory,
        int recordsInFlight,
        Duration fullWait,
        int reserveSegments,
        boolean repliesWait,
        LifetimeMap lifetimes,
        @Nullable Trace trace,
        long writebackBytes,
        boolean syncsFiles,
        @Nullable InetSocketAddress prometheus) {
    /**
     * The settings of a trace of files.
     *
     * @param directory the absolute path of the trace's directory
     * @param maxBytes the maximum size of the trace
     */
    record Trace(Path directory, long maxBytes) {}

    static final String JOURNAL_PATH = "journal_path";
    static final String IN_MEMORY = "journal_in_memory";
    static final String RECORDS_IN_FLIGHT = "journal_records_in_flight";
    static final String FULL_WAIT = "journal_full_wait";
    static final String RESERVE_SEGMENTS = "journal_reserve_segments";

    static final String WAIT_FOR_FLASH = "journal_wait_for_flash";

    static final String LIFETIMES = "lifetimes";
    static final String TRACE_DIRECTORY = "trace_directory";
    static final String TRACE_SIZE = "trace_size";

    static final String WRITEBACK = "sstable_writeback";
    static final String SYNC_FILES = "sync_files";

    static final String PROMETHEUS_PORT = "prometheus_port";
    static final String PROMETHEUS_ADDRESS = "prometheus_address";

    static final Set<String> KEYS =
            new TreeSet<>(
                    List.of(
                            JOURNAL_PATH,
                            IN_MEMORY,
                            RECORDS_IN_FLIGHT,
                            FULL_WAIT,
                            RESERVE_SEGMENTS,
                            WAIT_FOR_FLASH,
                            LIFETIMES,
                            TRACE_DIRECTORY,
                            TRACE_SIZE,
                            WRITEBACK,
                            SYNC_FILES,
                            PROMETHEUS_PORT,
                            PROMETHEUS_ADDRESS));
    private static final Range IN_FLIGHT = new Range(1, 32);
    private static final Range RESERVE = new Range(JournalOptions.MIN_RESERVE_SEGMENTS, 1024);

    private static final Range PORT = new Range(1, 65535);

    private static final long LEAST_TRACE_BYTES = 1 << 20;

    /**
     * The default step, which a drive writes in a few milliseconds; see
     * docs/internals/decisions.md.
     */
    static final long DEFAULT_WRITEBACK_BYTES = 1 << 20;

    /** The minimum step, one buffer of Cassandra's writers. */
    private static final long LEAST_WRITEBACK_BYTES = 64 << 10;

    private static final String ALLOWED_SIZE = "a size of 1MiB or more, such as 64MiB";
    private static final String ALLOWED_WRITEBACK = "off, or a size of 64KiB or more, such as 1MiB";
    private static final String ALLOWED_PATH = "the absolute path of a file or block device";
    private static final String ALLOWED_DIRECTORY = "the absolute path of a directory";
    private static final String ALLOWED_ADDRESS = "an address of this machine, such as 127.0.0.1";
    private static final String ALLOWED_WAIT = "a duration such as 500ms or 2s";

    private record Range(int least, int most) {}

    /** Checks every key and value. */
    static Settings of(Map<?, ?> yaml) throws Refusal {
        for (Object key : yaml.keySet())
            if (!(key instanceof String) || !KEYS.contains(key))
                throw new Refusal(
                        "firesteel.yaml: unknown key " + shown(key) + "; known keys are " + KEYS);
        return new Settings(
                journal(yaml),
                truth(yaml, IN_MEMORY, false),
                number(
                        yaml,
                        RECORDS_IN_FLIGHT,
                        JournalOptions.DEFAULT_RECORDS_IN_FLIGHT,
                        IN_FLIGHT),
                fullWait(yaml),
                number(yaml, RESERVE_SEGMENTS, JournalOptions.DEFAULT_RESERVE_SEGMENTS, RESERVE),
                repliesWait(yaml),
                LifetimeSettings.of(yaml.containsKey(LIFETIMES), yaml.get(LIFETIMES)),
                trace(yaml),
                writebackBytes(yaml),
                truth(yaml, SYNC_FILES, true),
                prometheus(yaml));
    }

    private static @Nullable InetSocketAddress prometheus(Map<?, ?> yaml) throws Refusal {
        boolean hasAddress = yaml.containsKey(PROMETHEUS_ADDRESS);
        if (!yaml.containsKey(PROMETHEUS_PORT)) {
            if (!hasAddress) return null;
            throw new Refusal(
                    "firesteel.yaml: " + PROMETHEUS_ADDRESS + " needs " + PROMETHEUS_PORT);
        }
        int port = number(yaml, PROMETHEUS_PORT, 0, PORT);
        if (!hasAddress) return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        Object value = yaml.get(PROMETHEUS_ADDRESS);
        if (!(value instanceof String text) || text.isBlank())
            throw refused(PROMETHEUS_ADDRESS, value, ALLOWED_ADDRESS);
        try {
            return new InetSocketAddress(InetAddress.getByName(text), port);
        } catch (UnknownHostException e) {
            throw refused(PROMETHEUS_ADDRESS, value, ALLOWED_ADDRESS);
        }
    }

    private static @Nullable Trace trace(Map<?, ?> yaml) throws Refusal {
        long maxBytes = traceBytes(yaml);
        if (!yaml.containsKey(TRACE_DIRECTORY)) return null;
        Object value = yaml.get(TRACE_DIRECTORY);
        return new Trace(path(TRACE_DIRECTORY, value, ALLOWED_DIRECTORY), maxBytes);
    }

    private static long traceBytes(Map<?, ?> yaml) throws Refusal {
        Object value = yaml.containsKey(TRACE_SIZE) ? yaml.get(TRACE_SIZE) : "64MiB";
        long bytes = bytes(value);
        if (bytes >= LEAST_TRACE_BYTES) return bytes;
        throw refused(TRACE_SIZE, value, ALLOWED_SIZE);
    }

    /** Returns the step, or 0 for off, which YAML parses as false. */
    private static long writebackBytes(Map<?, ?> yaml) throws Refusal {
        if (!yaml.containsKey(WRITEBACK)) return DEFAULT_WRITEBACK_BYTES;
        Object value = yaml.get(WRITEBACK);
        if (Boolean.FALSE.equals(value) || "off".equals(value)) return 0;
        long bytes = bytes(value);
        if (bytes >= LEAST_WRITEBACK_BYTES) return bytes;
        throw refused(WRITEBACK, value, ALLOWED_WRITEBACK);
    }

    /** Parses a size in Cassandra's units; returns -1 if it is not one. */
    private static long bytes(@Nullable Object value) {
        if (!(value instanceof String text)) return -1;
        try {
            return new DataStorageSpec.LongBytesBound(text).toBytes();
        } catch (RuntimeException e) {
            return -1;
        }
    }

    private static boolean repliesWait(Map<?, ?> yaml) throws Refusal {
        Object value = yaml.containsKey(WAIT_FOR_FLASH) ? yaml.get(WAIT_FOR_FLASH) : "reply";
        if ("reply".equals(value)) return true;
        if ("memtable".equals(value)) return false;
        throw refused(WAIT_FOR_FLASH, value, "reply or memtable");
    }

    private static Path journal(Map<?, ?> yaml) throws Refusal {
        Object value = yaml.get(JOURNAL_PATH);
        if (value == null)
            throw new Refusal(
                    "firesteel.yaml: "
                            + JOURNAL_PATH
                            + " is missing; it is the absolute path of the journal's file or"
                            + " block device");
        return path(JOURNAL_PATH, value, ALLOWED_PATH);
    }

    private static boolean truth(Map<?, ?> yaml, String key, boolean byDefault) throws Refusal {
        Object value = yaml.containsKey(key) ? yaml.get(key) : byDefault;
        if (value instanceof Boolean truth) return truth;
        throw refused(key, value, "true or false");
    }

    private static Path path(String key, @Nullable Object value, String allowed) throws Refusal {
        if (!(value instanceof String text) || !text.startsWith("/"))
            throw refused(key, value, allowed);
        try {
            return Path.of(text).normalize();
        } catch (InvalidPathException e) {
            throw refused(key, value, allowed);
        }
    }

    private static int number(Map<?, ?> yaml, String key, int byDefault, Range range)
            throws Refusal {
        Object value = yaml.containsKey(key) ? yaml.get(key) : byDefault;
        if (value instanceof Integer number && number >= range.least && number <= range.most)
            return number;
        throw refused(key, value, "a whole number from " + range.least + " to " + range.most);
    }

    private static Duration fullWait(Map<?, ?> yaml) throws Refusal {
        if (!yaml.containsKey(FULL_WAIT)) return JournalOptions.DEFAULT_FULL_WAIT;
        Object value = yaml.get(FULL_WAIT);
        if (!(value instanceof String text)) throw refused(FULL_WAIT, value, ALLOWED_WAIT);
        try {
            int millis = new DurationSpec.IntMillisecondsBound(text).toMilliseconds();
            return Duration.ofMillis(millis);
        } catch (RuntimeException e) {
            throw refused(FULL_WAIT, value, ALLOWED_WAIT);
        }
    }

    static Refusal refused(String key, @Nullable Object value, String allowed) {
        return new Refusal(
                "firesteel.yaml: " + key + " is " + shown(value) + "; allowed is " + allowed);
    }

    /**
     * Returns the value on one line; lists and maps are omitted, as they may contain themselves.
     */
    private static String shown(@Nullable Object value) {
        if (value instanceof Collection || value instanceof Map) return "a list or map";
        return String.valueOf(value).lines().findFirst().orElse("empty");
    }
}
