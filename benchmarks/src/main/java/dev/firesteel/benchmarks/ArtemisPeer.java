// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.activemq.artemis.core.io.SequentialFile;
import org.apache.activemq.artemis.core.io.SequentialFileFactory;
import org.apache.activemq.artemis.core.io.aio.AIOSequentialFileFactory;
import org.apache.activemq.artemis.core.io.nio.NIOSequentialFileFactory;
import org.apache.activemq.artemis.core.journal.EncoderPersister;
import org.apache.activemq.artemis.core.journal.impl.JournalImpl;
import org.apache.activemq.artemis.core.journal.impl.SimpleWaitIOCallback;
import org.apache.activemq.artemis.core.journal.impl.dataformat.ByteArrayEncoding;

/**
 * The journal of ActiveMQ Artemis, with a broker's defaults: synchronous appends of events, whose
 * files can be reused at once. Its buffer timeout is the duration of a write, measured here as in
 * {@code artemis create}.
 */
final class ArtemisPeer implements Peer {
    private static final int BUFFER_BYTES = 490 << 10;
    private static final int FILE_BYTES = 10 << 20;
    private static final int FEWEST_FILES = 2;
    private static final int POOLED_FILES = 10;
    private static final int COMPACT_FILES = 10;
    private static final int COMPACT_PERCENT = 30;
    private static final int AIO_WRITES_IN_FLIGHT = 4096;
    private static final String NATIVE_CODE = "/lib/linux-x86_64/libartemis-native-64.so";
    private static final byte ENTRY = 1;

    private static final int PROBE_BYTES = 4096;
    private static final int PROBES = 250;

    private final JournalImpl journal;
    private final AtomicLong number = new AtomicLong();

    private ArtemisPeer(SequentialFileFactory files) throws Exception {
        journal =
                new JournalImpl(
                        FILE_BYTES,
                        FEWEST_FILES,
                        POOLED_FILES,
                        COMPACT_FILES,
                        COMPACT_PERCENT,
                        files,
                        "activemq-data",
                        "amq",
                        files.getMaxIO());
        journal.start();
        journal.load(new ArrayList<>(), new ArrayList<>(), null);
    }

    /**
     * Returns whether libaio is available. Artemis looks for its native code on the library path
     * only.
     *
     * @param directory the library path
     */
    static boolean hasAio(Path directory) throws IOException {
        try (InputStream code = ArtemisPeer.class.getResourceAsStream(NATIVE_CODE)) {
            if (code == null) return false;
            Files.copy(code, directory.resolve(Path.of(NATIVE_CODE).getFileName()));
        }
        return AIOSequentialFileFactory.isSupported();
    }

    /** Opens the journal over libaio, past the page cache. */
    static ArtemisPeer overAio(Path directory) throws Exception {
        return new ArtemisPeer(aio(directory, probe(aio(directory, 1))));
    }

    /** Opens the journal over a {@code FileChannel} that is forced. */
    static ArtemisPeer overNio(Path directory) throws Exception {
        return new ArtemisPeer(nio(directory, probe(nio(directory, 1))));
    }

    private static SequentialFileFactory aio(Path directory, int timeoutNanos) {
        return new AIOSequentialFileFactory(
                directory.toFile(), BUFFER_BYTES, timeoutNanos, AIO_WRITES_IN_FLIGHT, false);
    }

    private static SequentialFileFactory nio(Path directory, int timeoutNanos) {
        return new NIOSequentialFileFactory(
                directory.toFile(), true, BUFFER_BYTES, timeoutNanos, 1, false, null, null);
    }

    /** Returns the mean duration of a durable write, in nanoseconds. */
    private static int probe(SequentialFileFactory files) throws Exception {
        files.start();
        SequentialFile file = files.createSequentialFile("probe.tmp");
        file.open();
        file.fill(PROBE_BYTES * PROBES);
        file.position(0);
        long start = System.nanoTime(); // owns clock
        for (int i = 0; i < PROBES; i++) {
            ByteBuffer block = files.newBuffer(PROBE_BYTES);
            SimpleWaitIOCallback written = new SimpleWaitIOCallback();
            file.writeDirect(block, true, written);
            written.waitCompletion();
        }
        long nanos = System.nanoTime() - start; // owns clock
        file.close();
        file.delete();
        files.stop();
        return Math.toIntExact(nanos / PROBES);
    }

    @Override
    public Appender appender(byte[] payload) {
        ByteArrayEncoding entry = new ByteArrayEncoding(payload);
        return () -> append(entry);
    }

    private void append(ByteArrayEncoding entry) throws Exception {
        SimpleWaitIOCallback durable = new SimpleWaitIOCallback();
        journal.appendAddEvent(
                number.incrementAndGet(),
                ENTRY,
                EncoderPersister.getInstance(),
                entry,
                true,
                durable);
        durable.waitCompletion();
    }

    @Override
    public void close() throws Exception {
        journal.stop();
    }
}
