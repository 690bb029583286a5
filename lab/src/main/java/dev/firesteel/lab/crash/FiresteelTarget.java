// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.journal.SegmentInfo;
import dev.firesteel.journal.VolatileStorage;
import dev.firesteel.lab.fault.DamageReport;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.KeyStoreFile;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Cassandra with Firesteel's agent and a journal. */
public final class FiresteelTarget implements Target {
    static final String NAME = "firesteel";

    /** Guard file with which the agent keeps a stock Cassandra from starting; not a commit log. */
    private static final String POISON = "CommitLog-7-1.log";

    /** Digits that identify a build. */
    private static final int SHOWN_DIGITS = 12;

    private static final int KIB = 1024;
    private static final int DEFAULT_MUTATION_BYTES = 16 << 20;

    private static final String KEY_ALIAS = "campaign";

    private final Path agent;
    private final Path journal;
    private final @Nullable Path keyStore;
    private final @Nullable Integer recordsInFlight;
    private int maxEntryBytes;

    /**
     * Creates a target.
     *
     * @param agent the agent's jar
     * @param journal the file or block device of the journal, formatted
     */
    public FiresteelTarget(Path agent, Path journal) {
        this(agent, journal, null, null);
    }

    private FiresteelTarget(
            Path agent, Path journal, @Nullable Path keyStore, @Nullable Integer recordsInFlight) {
        this.agent = agent.toAbsolutePath();
        this.journal = journal.toAbsolutePath();
        this.keyStore = keyStore;
        this.recordsInFlight = recordsInFlight;
    }

    /**
     * Returns the same target with an encrypted journal.
     *
     * @param keys the key store, which is made if it is missing
     */
    public FiresteelTarget encrypted(Path keys) {
        return new FiresteelTarget(agent, journal, keys, recordsInFlight);
    }

    /** Returns the same target with this number of concurrent records in flight. */
    public FiresteelTarget withRecordsInFlight(int records) {
        return new FiresteelTarget(agent, journal, keyStore, records);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void prepare() throws IOException {
        if (!Files.exists(agent))
            throw new CampaignException(
                    "There is no agent at "
                            + agent
                            + ": build it with 'mvn -pl agent -am package'");
        if (!Files.exists(journal))
            throw new CampaignException(
                    "There is no journal at " + journal + ": 'firesteel journal format' makes one");
        maxEntryBytes = JournalReader.inspect(journal).maxEntryBytes();
        if (keyStore != null && !Files.exists(keyStore)) KeyStoreFile.write(keyStore, KEY_ALIAS);
    }

    @Override
    public String build() throws IOException {
        return "the agent "
                + sha256(Files.readAllBytes(agent)).substring(0, SHOWN_DIGITS)
                + (keyStore == null ? "" : ", encrypted")
                + (recordsInFlight == null ? "" : ", records in flight: " + recordsInFlight)
                + VolatileStorage.of(journal).map(", journal in memory (%s)"::formatted).orElse("");
    }

    private static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JVM has SHA-256", e);
        }
    }

    @Override
    public void configure(NodeSettings settings) {
        settings.agent(agent).firesteel("journal_path", journal.toString());
        if (VolatileStorage.of(journal).isPresent()) settings.firesteel("journal_in_memory", true);
        if (recordsInFlight != null)
            settings.firesteel("journal_records_in_flight", recordsInFlight);
        // A small journal has small segments, which cannot hold the largest entries of Cassandra.
        if (maxEntryBytes < DEFAULT_MUTATION_BYTES)
            settings.setting("max_mutation_size", maxEntryBytes / KIB + "KiB");
        if (keyStore != null)
            settings.setting(
                    "transparent_data_encryption_options",
                    KeyStoreFile.at(keyStore).options(KEY_ALIAS));
    }

    @Override
    public String damageMessage() {
        return DamageReport.OF_JOURNAL;
    }

    /** Checks that there is no stock commit log, which would have a segment at once. */
    @Override
    public void requireGenuine(CassandraNode node, CqlSession session) throws IOException {
        List<Path> stock = stockSegments(commitLog(node, session));
        if (!stock.isEmpty())
            throw new CampaignException(
                    "The node writes a stock commit log, "
                            + stock.get(0)
                            + ": is the agent there?");
        if (keyStore != null
                && JournalReader.inspect(journal).segments().stream()
                        .noneMatch(SegmentInfo::isEncrypted))
            throw new CampaignException("The journal %s is not encrypted".formatted(journal));
    }

    private static Path commitLog(CassandraNode node, CqlSession session) {
        Row row =
                session.execute(
                                "SELECT value FROM system_views.settings"
                                        + " WHERE name = 'commitlog_directory'")
                        .one();
        String set = row == null ? null : row.getString("value");
        return set == null ? node.settings().directory().commitLog() : Path.of(set);
    }

    private static List<Path> stockSegments(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) return List.of();
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> isStock(file.getFileName().toString())).toList();
        }
    }

    private static boolean isStock(String name) {
        return name.startsWith("CommitLog-") && !name.equals(POISON);
    }
}
