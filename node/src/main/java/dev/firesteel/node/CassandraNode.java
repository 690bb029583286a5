// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.management.remote.JMXConnector;

/**
 * A Cassandra process on this machine.
 *
 * <pre>{@code
 * CassandraNode node = CassandraNode.at(directory).heap("1G").start();
 * node.awaitReady(Duration.ofMinutes(2));
 * node.drainAndStop(Duration.ofMinutes(1));
 * }</pre>
 */
public final class CassandraNode implements AutoCloseable {
    private static final int POLL_MILLIS = 100;

    /** The text that StorageService.drain logs for an exception thrown in it. */
    private static final String DRAIN_FAILED = "Caught an exception while draining";

    /** The exit codes of a JVM whose shutdown hooks have run for SIGHUP, SIGINT or SIGTERM. */
    private static final Set<Integer> REQUESTED = Set.of(128 + 1, 128 + 2, 128 + 15);

    private final NodeSettings settings;
    private final FailureExcerpt lastWords;
    private final Process process;

    private CassandraNode(NodeSettings settings, FailureExcerpt lastWords, Process process) {
        this.settings = settings;
        this.lastWords = lastWords;
        this.process = process;
    }

    /** Returns settings for a node that keeps everything below a directory, new or used. */
    public static NodeSettings at(Path directory) {
        return new NodeSettings(directory);
    }

    static CassandraNode start(NodeSettings settings) throws NodeException {
        FailureExcerpt lastWords = new FailureExcerpt(settings.directory);
        return new CassandraNode(settings, lastWords, new LaunchCommand(settings).start());
    }

    /** Returns the identifier of the process, for {@code kill}. */
    public long pid() {
        return process.pid();
    }

    /** Returns whether the process runs, suspended or not. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Returns the exit code; 128 plus the signal's number if a signal ended the process.
     *
     * @throws IllegalThreadStateException if it still runs
     */
    public int exitCode() {
        return process.exitValue();
    }

    /**
     * Returns a future that completes with this node when the process has ended, for any reason.
     */
    public CompletableFuture<CassandraNode> onExit() {
        return process.onExit().thenApply(ended -> this);
    }

    /** Returns the address for CQL clients. */
    public InetSocketAddress contactPoint() {
        return new InetSocketAddress(settings.address, settings.cqlPort());
    }

    /** Returns the settings that the node was started with. */
    public NodeSettings settings() {
        return settings;
    }

    /** Returns Cassandra's message log, which exists once it has begun to start. */
    public Path logFile() {
        return settings.directory.log();
    }

    /**
     * Waits until the node answers CQL.
     *
     * @throws NodeException if it ends first, or does not answer in time; the message contains the
     *     errors it logged
     */
    public CassandraNode awaitReady(Duration timeout) throws NodeException {
        Deadline deadline = Deadline.in(timeout);
        while (!isReady()) {
            if (awaitExit(POLL_MILLIS))
                throw failed("ended with exit code " + exitCode() + " before it was ready");
            if (deadline.hasPassed())
                throw failed("was not ready within " + timeout.toSeconds() + " s");
        }
        return this;
    }

    /** Checks the listening process as well: another process may have taken the address first. */
    private boolean isReady() {
        return Cql.answers(contactPoint(), 2_000) && PortCheck.is(pid(), contactPoint());
    }

    /**
     * Requests the process to end and waits for it. Cassandra's own shutdown hook drains: it stops
     * taking requests, flushes every memtable and closes its commit log.
     *
     * @throws NodeException if it has not ended in time; the process is then left as it is. Also if
     *     it ended for another reason, or without completing the drain, so that its commit log is
     *     not closed
     */
    public void drainAndStop(Duration timeout) throws NodeException {
        beginToDrain();
        awaitDrained(timeout, Deadline.in(timeout));
    }

    /**
     * Waits for the end of a node that drains.
     *
     * @param timeout the time that it was given, for messages
     * @param deadline its end
     */
    void awaitDrained(Duration timeout, Deadline deadline) throws NodeException {
        if (!awaitExit(deadline.millisLeft()))
            throw failed("has not drained within " + timeout.toSeconds() + " s");
        if (!REQUESTED.contains(exitCode()))
            throw failed("has ended with exit code %d instead of draining".formatted(exitCode()));
        // A failed drain does not change the exit code.
        if (lastWords.hold(DRAIN_FAILED)) throw failed("has ended without draining");
    }

    void beginToDrain() {
        process.destroy();
    }

    /** Kills the process with SIGKILL, without shutdown hooks. Returns when it is gone. */
    public void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Suspends the process. It runs nothing more when this returns. */
    public void suspend() throws NodeException {
        SuspendedProcess unused = SuspendedProcess.suspend(pid());
    }

    /** Resumes a suspended process with SIGCONT. */
    public void resume() throws NodeException {
        new SuspendedProcess(pid()).resume();
    }

    /**
     * Returns a connection to the node's MBeans. The caller closes it. Only a thread in the node's
     * network namespace can use it.
     */
    public JMXConnector management() throws NodeException {
        return Management.connect(pid());
    }

    /** Kills the process if it still runs. */
    @Override
    public void close() {
        kill();
    }

    private boolean awaitExit(long millis) throws NodeException {
        try {
            return process.waitFor(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static NodeException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new NodeException("Interrupted while waiting for a node", e);
    }

    private NodeException failed(String what) {
        String words = lastWords.text();
        return new NodeException(
                "The node on %s %s. %s%nThe full log is %s"
                        .formatted(
                                settings.address,
                                what,
                                words.isEmpty()
                                        ? "It left no messages."
                                        : "Its last messages:%n%s".formatted(words),
                                logFile()));
    }
}
