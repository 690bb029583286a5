// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/** Starts a node and kills it while it replays what the last kill left. */
final class StartUpKill {
    private static final String REPLAY = " Replaying ";
    private static final int POLL_MILLIS = 10;
    private static final int LONGEST_REPLAY_MILLIS = 800;
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final LongSupplier nanos;
    private final SplittableRandom random;

    StartUpKill(SplittableRandom random, LongSupplier nanos) {
        this.random = random;
        this.nanos = nanos;
    }

    /** Kills a node at random after it first spoke of a replay. Returns how long it had run. */
    double kill(NodeSettings settings, NodeStarter starter)
            throws IOException, InterruptedException {
        Path log = settings.directory().log();
        long logged = Files.exists(log) ? Files.size(log) : 0;
        long start = nanos.getAsLong();
        CassandraNode node = starter.start(settings);
        while (!speaksOfReplay(log, logged) && nanos.getAsLong() - start < PATIENCE_NANOS)
            if (ends(node, POLL_MILLIS))
                throw new CampaignException(
                        "The node ended by itself with exit code "
                                + node.exitCode()
                                + "; see "
                                + log);
        ends(node, random.nextInt(LONGEST_REPLAY_MILLIS));
        node.kill();
        return (nanos.getAsLong() - start) / 1e9;
    }

    private static boolean ends(CassandraNode node, int millis) throws InterruptedException {
        try {
            node.onExit().get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether the log says so beyond what it said before. A log that shrank was begun anew. */
    private static boolean speaksOfReplay(Path log, long from) throws IOException {
        if (!Files.exists(log)) return false;
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            file.seek(file.length() < from ? 0 : from);
            byte[] news = new byte[(int) (file.length() - file.getFilePointer())];
            file.readFully(news);
            return new String(news, StandardCharsets.UTF_8).contains(REPLAY);
        }
    }

    /** Starts a node and remembers it, so that it ends with the campaign. */
    @FunctionalInterface
    interface NodeStarter {
        CassandraNode start(NodeSettings settings) throws IOException;
    }
}
