// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.firesteel.agent.filesync.FileSyncs;
import dev.firesteel.agent.lifetime.FileCalls;
import dev.firesteel.agent.lifetime.Lifetimes;
import dev.firesteel.agent.lifetime.TraceRecorder;
import dev.firesteel.agent.writeback.EarlyWriteback;
import dev.firesteel.journal.JournalKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import org.apache.cassandra.concurrent.NamedThreadFactory;
import org.apache.cassandra.config.CassandraRelevantProperties;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.commitlog.CommitLog;
import org.apache.cassandra.db.commitlog.CommitLogDescriptor;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.utils.FBUtilities;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the journal in a running Cassandra, or logs the reason and ends the process. */
public final class CommitLogBootstrap {
    private static final Logger logger = LoggerFactory.getLogger(CommitLogBootstrap.class);

    private final String argument;
    private volatile boolean threadsNeedNotWait;

    /**
     * Stores the location of firesteel.yaml; does nothing yet.
     *
     * @param argument the agent's argument, or empty
     */
    public CommitLogBootstrap(String argument) {
        this.argument = argument;
    }

    /** Opens the journal that firesteel.yaml names. */
    public NodeJournal open(CommitLog commitLog) {
        try {
            Settings settings = SettingsFile.locate(argument, CassandraYaml.location()).read();
            ArchiveCommand archive = archive(commitLog);
            ConfigurationCheck.run(archive != null, hasPointInTime(commitLog));
            JournalKey key =
                    EncryptionKey.read(
                            DatabaseDescriptor.getEncryptionContext()
                                    .getTransparentDataEncryptionOptions());
            new StorageCheck().check(settings);
            kernelCheck().check(settings.journal());
            threadsNeedNotWait = settings.repliesWait();
            if (settings.writebackBytes() > 0) EarlyWriteback.begin(settings.writebackBytes());
            FileSyncs.turnOn(settings.syncsFiles());
            return new JournalOpener(
                            settings,
                            limits(),
                            nanos -> commitLog.metrics.waitingOnFlush.update(nanos, NANOSECONDS),
                            new NamedThreadFactory("Firesteel"),
                            archive,
                            cdc(),
                            key,
                            lifetimes(settings))
                    .open();
        } catch (Refusal e) {
            throw end(e);
        }
    }

    /** Returns whether {@code restore_point_in_time} is set: later writes are not replayed. */
    public static boolean hasPointInTime(CommitLog commitLog) {
        return commitLog.getRestorePointInTime() != Long.MAX_VALUE;
    }

    /** Returns whether firesteel.yaml defers writes; valid after {@link #open}. */
    public boolean threadsNeedNotWait() {
        return threadsNeedNotWait;
    }

    /** Returns the archive command, or null. */
    private static @Nullable ArchiveCommand archive(CommitLog commitLog) throws Refusal {
        String command = commitLog.getArchiveCommand();
        if (command == null || command.isBlank()) return null;
        ArchiveCommand archive = new ArchiveCommand(command);
        String directory = DatabaseDescriptor.getCommitLogLocation();
        if (archive.writesInto(Path.of(directory)))
            throw new Refusal(
                    "archive_command, '"
                            + command
                            + "', writes into commitlog_directory, "
                            + directory
                            + ": Cassandra replays and deletes the files there. Give it a directory"
                            + " elsewhere");
        String path = System.getenv("PATH"); // owns settings
        for (String problem : archive.problems(path == null ? "" : path))
            logger.warn("Firesteel: archive_command is '{}': {}", command, problem);
        return archive;
    }

    /** Returns the settings of change data capture, or null. */
    private static @Nullable CdcSettings cdc() throws Refusal {
        if (!DatabaseDescriptor.isCDCEnabled()) return null;
        Path directory = Path.of(DatabaseDescriptor.getCDCLogLocation());
        CdcSettings.requireApart(directory, Path.of(DatabaseDescriptor.getCommitLogLocation()));
        return new CdcSettings(
                directory,
                DatabaseDescriptor.getCDCTotalSpace(),
                DatabaseDescriptor::getCDCBlockWrites,
                Math.max(1, DatabaseDescriptor.getCDCDiskCheckInterval()));
    }

    /**
     * Checks that no segment is pending for the archive.
     *
     * @throws IOException if one is pending: a restore from the archive would lack it
     */
    public static void requireAllArchived() throws IOException {
        SegmentArchive.requireNoneWaiting(Path.of(DatabaseDescriptor.getCommitLogLocation()));
    }

    /**
     * Restores archived segments into the commit log directory.
     *
     * @param directories {@code restore_directories}, not blank
     * @param command {@code restore_command}, or null
     * @param headers reads the headers of segments
     * @throws IOException if a directory holds anything else, or the command fails
     */
    public static void restore(
            String directories, @Nullable String command, ArchiveRestore.Headers headers)
            throws IOException {
        ArchiveRestore restore =
                new ArchiveRestore(
                        Path.of(DatabaseDescriptor.getCommitLogLocation()),
                        command == null ? "" : command,
                        headers);
        for (String directory : directories.split(",", -1))
            if (!directory.isEmpty()) restore.restore(Path.of(directory));
    }

    /** Returns null if files get no write lifetime, and no trace is recorded. */
    private static @Nullable Lifetimes lifetimes(Settings settings) {
        Settings.Trace trace = settings.trace();
        if (settings.lifetimes().isEmpty() && trace == null) return null;
        Lifetimes lifetimes =
                new Lifetimes(settings.lifetimes(), trace == null ? null : recorder(trace));
        FileCalls.tell(lifetimes);
        return lifetimes;
    }

    private static TraceRecorder recorder(Settings.Trace trace) {
        return new TraceRecorder(
                trace.directory(),
                trace.maxBytes(),
                Executors.newSingleThreadScheduledExecutor(
                        new NamedThreadFactory("FiresteelTrace", Thread.MIN_PRIORITY)));
    }

    /** Returns the stock commit log files that Cassandra has written, oldest first. */
    public static File[] stockFiles() {
        File[] files =
                new File(DatabaseDescriptor.getCommitLogLocation())
                        .tryList((directory, name) -> isStock(name));
        if (files == null) return new File[0];
        Arrays.sort(
                files,
                (one, other) ->
                        Long.compare(
                                CommitLogDescriptor.idFromFileName(one.name()),
                                CommitLogDescriptor.idFromFileName(other.name())));
        return files;
    }

    /** Returns the files that may hold writes: all but {@link SegmentIdFloorFile}s. */
    public static File[] withoutOwn(File[] files) throws IOException {
        List<File> kept = new ArrayList<>();
        for (File file : files) if (!OwnFiles.isFloor(file.toPath())) kept.add(file);
        return kept.toArray(new File[0]);
    }

    private static boolean isStock(String name) {
        return CommitLogDescriptor.isValid(name) && !name.equals(StartGuardFile.NAME);
    }

    private static CassandraLimits limits() {
        return new CassandraLimits(
                Path.of(DatabaseDescriptor.getCommitLogLocation()),
                "node "
                        + FBUtilities.getBroadcastAddressAndPort().getHostAddressAndPort()
                        + " of cluster "
                        + DatabaseDescriptor.getClusterName(),
                CommitLogDescriptor.current_version,
                newestIdentifier(stockFiles()),
                DatabaseDescriptor.getMaxMutationSize(),
                DatabaseDescriptor.getTotalCommitlogSpaceInMiB() << 20);
    }

    private static long newestIdentifier(File[] files) {
        if (files.length == 0) return 0;
        return CommitLogDescriptor.idFromFileName(files[files.length - 1].name());
    }

    private static KernelCheck kernelCheck() {
        return new KernelCheck(
                System.getProperty("os.version", ""), // owns settings
                CassandraRelevantProperties.IGNORE_KERNEL_BUG_1057843_CHECK.getBoolean());
    }

    /** Logs the reason and halts: {@code System.exit} hooks wait for a half-started node. */
    private static IllegalStateException end(Refusal refusal) {
        logger.error("Firesteel: {}", refusal.getMessage());
        System.err.println("Firesteel: " + refusal.getMessage());
        Runtime.getRuntime().halt(Refusal.EXIT_CODE); // owns exit
        return new IllegalStateException(refusal);
    }
}
