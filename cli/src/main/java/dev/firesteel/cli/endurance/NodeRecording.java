// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Json;
import dev.firesteel.cli.common.Size;
import dev.firesteel.flash.trace.Trace;
import dev.firesteel.lab.ShutdownHook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/** A recording by a running node, from its begin to its end. */
final class NodeRecording {
    /** The agent's MBean name; a test compares both. */
    private static final String NAME = "dev.firesteel:type=FileTrace";

    private static final long NOTE_SECONDS = 10;

    private final MBeanServerConnection node;
    private final Console console;
    private final LongSupplier nanos;
    private final AtomicBoolean isEnded = new AtomicBoolean();
    private final CountDownLatch interrupted = new CountDownLatch(1);

    @GuardedBy("this")
    private boolean isTold;

    /**
     * Creates a recording without starting it.
     *
     * @param nanos a monotonic clock
     */
    NodeRecording(MBeanServerConnection node, Console console, LongSupplier nanos) {
        this.node = node;
        this.console = console;
        this.nanos = nanos;
    }

    /** Records on the node for some seconds; null means until this process receives a signal. */
    void run(Path directory, long maxBytes, @Nullable Long seconds, boolean isJson)
            throws IOException, InterruptedException {
        if (isRecording())
            throw new IOException(
                    "the node records already; 'firesteel endurance record --stop' ends the"
                            + " recording");
        invoke("start", new Object[] {directory.toString(), maxBytes}, "java.lang.String", "long");
        console.note("Recording to " + directory + (seconds == null ? "; Ctrl-C ends it" : ""));
        Runnable onSignal = () -> endBySignal(directory, isJson);
        try (ShutdownHook hook = new ShutdownHook("end-recording", onSignal)) {
            await(directory, seconds);
        } finally {
            end();
        }
        tell(directory, isJson);
    }

    /** Stops the node's recording, whichever process started it. */
    void stop() throws IOException {
        if (!isRecording()) throw new IOException("the node is not recording");
        invoke("stop", new Object[0]);
        console.say("Stopped.");
    }

    private void await(Path directory, @Nullable Long seconds)
            throws IOException, InterruptedException {
        long start = nanos.getAsLong();
        long end = seconds == null ? Long.MAX_VALUE : TimeUnit.SECONDS.toNanos(seconds);
        for (long past = 0; past < end; past = nanos.getAsLong() - start) {
            long wait = Math.min(end - past, TimeUnit.SECONDS.toNanos(NOTE_SECONDS));
            if (interrupted.await(wait, TimeUnit.NANOSECONDS)) return;
            if (!isEnded.get() && !isRecording())
                throw new IOException("the node has ended the recording; its log has the reason");
            long now = TimeUnit.NANOSECONDS.toSeconds(nanos.getAsLong() - start);
            if (end - past > wait) console.note(now + " s: " + new Size(bytes(directory)));
        }
    }

    /** Ends the recording after a signal, prints its summary, and exits: a signal is no failure. */
    private void endBySignal(Path directory, boolean isJson) {
        int code = 0;
        try {
            end();
            tell(directory, isJson);
        } catch (IOException e) {
            console.note("firesteel: " + e.getMessage());
            code = 1;
        }
        Runtime.getRuntime().halt(code); // owns exit
    }

    private void end() throws IOException {
        if (!isEnded.getAndSet(true)) invoke("stop", new Object[0]);
        interrupted.countDown();
    }

    /** Prints the summary once: a signal may arrive when the time is over. */
    private synchronized void tell(Path directory, boolean isJson) throws IOException {
        if (isTold) return;
        isTold = true;
        TraceSummary summary = new TraceSummary();
        Trace.of(directory).read(summary);
        if (isJson) console.say(Json.write(summary.fields(bytes(directory))));
        else summary.lines(bytes(directory)).forEach(console::say);
    }

    private static long bytes(Path directory) throws IOException {
        long bytes = 0;
        try (Stream<Path> parts = Files.list(directory)) {
            for (Path part : parts.toList()) if (Files.exists(part)) bytes += Files.size(part);
        }
        return bytes;
    }

    private boolean isRecording() throws IOException {
        try {
            return (boolean) node.getAttribute(new ObjectName(NAME), "Recording");
        } catch (JMException e) {
            throw told(e);
        }
    }

    private void invoke(String operation, Object[] arguments, String... types) throws IOException {
        try {
            Object nothing = node.invoke(new ObjectName(NAME), operation, arguments, types);
            if (nothing != null) throw new IOException("unexpected answer of the node: " + nothing);
        } catch (JMException e) {
            throw told(e);
        }
    }

    private static IOException told(JMException e) {
        if (e instanceof InstanceNotFoundException)
            return new IOException(
                    "this process cannot record: it does not run Firesteel's agent, or has"
                            + " 'lifetimes: off' in its firesteel.yaml, or has not started yet",
                    e);
        Throwable cause = e instanceof MBeanException && e.getCause() != null ? e.getCause() : e;
        return new IOException("the node cannot record: " + cause.getMessage(), e);
    }
}
