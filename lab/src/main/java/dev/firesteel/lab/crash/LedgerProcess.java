// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.LabSession;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The process that keeps the ledger while a node runs. It outlives the node, and ends when its
 * standard input does: so it never outlives whoever started it.
 *
 * <p>Says on its standard output, each once: {@link #UNDER_LOAD} when a write is acknowledged,
 * {@link #REFUSED} when the node refuses one, {@link #RESUMED} when one that was sent later is
 * acknowledged; and at its end {@link #REFUSALS} and how many writes were refused.
 */
public final class LedgerProcess {
    static final String UNDER_LOAD = "under load";
    static final String REFUSED = "refused";
    static final String RESUMED = "resumed";
    static final String REFUSALS = "refusals: ";

    private final LedgerSettings settings;
    private final PrintStream out;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final AtomicBoolean underLoad = new AtomicBoolean();
    private final AtomicBoolean resumed = new AtomicBoolean();
    private final AtomicLong refusals = new AtomicLong();

    LedgerProcess(LedgerSettings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
    }

    /**
     * Keeps a ledger.
     *
     * @param arguments one: the file with the {@link LedgerSettings} in JSON
     */
    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[0]);
        LedgerSettings settings = JsonLine.read(Files.readString(file), LedgerSettings.class);
        LedgerProcess process = new LedgerProcess(settings, System.out);
        Thread listener = new Thread(() -> process.stopAtEndOf(System.in), "stop"); // owns threads
        listener.setDaemon(true);
        listener.start();
        process.run();
    }

    /** Writes until the node is gone or the process is told to stop. */
    void run() throws IOException, InterruptedException, ExecutionException {
        InetSocketAddress node = new InetSocketAddress(settings.host(), settings.port());
        try (Ledger ledger = Ledger.open(Path.of(settings.directory()), settings.shape());
                CqlSession session = LabSession.open(node)) {
            LedgerTable table = LedgerTable.open(session, settings.shape());
            write(writers(ledger, table));
        }
    }

    private List<LedgerWriter> writers(Ledger ledger, LedgerTable table) throws IOException {
        List<LedgerWriter> writers = new ArrayList<>();
        Outcomes outcomes = new Outcomes();
        for (LedgerLog log : ledger.beginRun(settings.threads()))
            writers.add(
                    new LedgerWriter(
                            table,
                            log,
                            ledger.state(),
                            choice(ledger.state(), writers.size()),
                            stopping,
                            outcomes));
        return writers;
    }

    private KeyChoice choice(LedgerState state, int thread) {
        return new KeyChoice(
                state, thread, settings.threads(), settings.insertShare(), settings.seed());
    }

    private void write(List<LedgerWriter> writers) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(writers.size());
        try {
            List<Future<Void>> running = new ArrayList<>();
            for (LedgerWriter writer : writers) running.add(pool.submit(writer));
            for (Future<Void> writer : running) writer.get();
            out.println(REFUSALS + refusals);
        } finally {
            stopping.set(true);
            pool.shutdown();
        }
    }

    private void sayOnce(AtomicBoolean said, String what) {
        if (!said.get() && said.compareAndSet(false, true)) out.println(what);
    }

    private void stopAtEndOf(InputStream in) {
        try {
            in.transferTo(PrintStream.nullOutputStream());
        } catch (IOException e) {
            // As good as its end.
        }
        stopping.set(true);
    }

    /** How single writes went. */
    private final class Outcomes implements LedgerWriter.Outcomes {
        @Override
        public boolean refusedBefore() {
            return refusals.get() > 0;
        }

        @Override
        public void acknowledged(boolean refusedBefore) {
            sayOnce(underLoad, UNDER_LOAD);
            if (refusedBefore) sayOnce(resumed, RESUMED);
        }

        @Override
        public void refused() {
            if (refusals.getAndIncrement() == 0) out.println(REFUSED);
        }
    }
}
