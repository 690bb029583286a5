// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Starts and stops recordings of a running node's files. */
public final class FileTrace implements FileTraceMBean {
    /** The name of the MBean. */
    public static final String NAME = "dev.firesteel:type=FileTrace";

    private static final long LEAST_BYTES = 1 << 20;

    private final Lifetimes lifetimes;
    private final Supplier<ScheduledExecutorService> threads;

    /**
     * Does nothing yet.
     *
     * @param threads creates a low-priority thread for each recording
     */
    public FileTrace(Lifetimes lifetimes, Supplier<ScheduledExecutorService> threads) {
        this.lifetimes = lifetimes;
        this.threads = threads;
    }

    /** Registers this MBean with the JVM's platform server. */
    void register() {
        register(ManagementFactory.getPlatformMBeanServer());
    }

    /** Registers this MBean. */
    public void register(MBeanServer server) {
        try {
            server.registerMBean(this, new ObjectName(NAME));
        } catch (JMException e) {
            throw new IllegalStateException("the MBean that records files cannot be registered", e);
        }
    }

    @Override
    public synchronized boolean isRecording() {
        TraceRecorder recorder = lifetimes.recorder();
        return recorder != null && recorder.isRecording();
    }

    @Override
    public synchronized void start(String directory, long maxBytes) throws IOException {
        if (isRecording()) throw new IOException("files are being recorded already");
        if (maxBytes < LEAST_BYTES)
            throw new IOException("a trace needs 1MiB or more, not " + maxBytes + " bytes");
        Path path = Path.of(directory);
        if (!path.isAbsolute()) throw new IOException(path + " is not absolute");
        Files.createDirectories(path);
        if (!Files.isWritable(path)) throw new IOException("the node cannot write to " + path);
        TraceRecorder recorder = new TraceRecorder(path, maxBytes, threads.get());
        lifetimes.record(recorder);
        recorder.awaitBegin();
    }

    @Override
    public synchronized void stop() throws IOException {
        TraceRecorder recorder = lifetimes.recorder();
        if (recorder != null && recorder.isRecording()) recorder.end();
    }
}
