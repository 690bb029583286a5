// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.Mutation;
import org.apache.cassandra.db.commitlog.CommitLogDescriptor;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.db.commitlog.CommitLogReadHandler;
import org.apache.cassandra.db.commitlog.CommitLogReader;
import org.apache.cassandra.io.util.File;

/**
 * Reads segment files with Cassandra's own reader, without its tolerance. Prints a line for each
 * mutation, also of tables that it does not know: those of src/test/cqlite, without the tables.
 */
final class StockSegments extends CommitLogReader implements CommitLogReadHandler {
    static final String MUTATION = "mutation ";

    private StockSegments() {}

    /**
     * Reads the files of the directory in the argument; the system property cassandra.config names
     * the configuration.
     */
    public static void main(String[] args) {
        int exitCode = 0;
        try {
            DatabaseDescriptor.toolInitialization();
            for (Path each : files(Path.of(args[0]))) {
                StockSegments reader = new StockSegments();
                reader.readCommitLogSegment(reader, new File(each), ALL_MUTATIONS, false);
            }
        } catch (Throwable e) { // also Cassandra's AssertionErrors
            e.printStackTrace();
            exitCode = 1;
        }
        System.exit(exitCode); // Cassandra's threads would keep running
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    @Override
    protected void readMutation(
            CommitLogReadHandler handler,
            byte[] buffer,
            int size,
            CommitLogPosition from,
            int entryLocation,
            CommitLogDescriptor descriptor) {
        System.out.println(
                MUTATION + line(descriptor.id, entryLocation, Arrays.copyOf(buffer, size)));
    }

    /** Returns the segment, the end of the entry in it, and length and hash of the mutation. */
    static String line(long segment, int end, byte[] mutation) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            String hash = HexFormat.of().formatHex(digest.digest(mutation));
            return "%d %d %d %s".formatted(segment, end, mutation.length, hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void handleMutation(
            Mutation mutation, int size, int entryLocation, CommitLogDescriptor descriptor) {
        throw new IllegalStateException("no mutation is deserialized here");
    }

    @Override
    public boolean shouldSkipSegmentOnError(CommitLogReadException exception) throws IOException {
        throw exception;
    }

    @Override
    public void handleUnrecoverableError(CommitLogReadException exception) throws IOException {
        throw exception;
    }
}
