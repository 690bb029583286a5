// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.LabSession;
import dev.firesteel.lab.history.HistoryLog;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The process that keeps the ledger while a node runs. It survives the node, and ends when its
 * standard input ends, and so never survives its parent process.
 *
 * <p>Prints lines on its standard output, each once. {@link #UNDER_LOAD}: a write was acknowledged,
 * a reader, if there are any, has read a row, and conditional and mixed clients, if there are any,
 * have changed something. {@link #REFUSED}: the node has refused a write. {@link #RESUMED}: a write
 * sent after that was acknowledged. At the end, {@link #REFUSALS} with the number of refused
 * writes.
 */
public final class LedgerProcess {
    static final String UNDER_LOAD = "under load";
    static final String REFUSED = "refused";
    static final String RESUMED = "resumed";
    static final String REFUSALS = "refusals: ";

    private final LedgerSettings settings;
    private final LedgerLoad load;
    private final PrintStream out;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final AtomicBoolean underLoad = new AtomicBoolean();
    private volatile boolean hasAcknowledged;
    private volatile boolean hasSeen;
    private volatile boolean hasApplied;
    private volatile boolean hasMixed;
    private final AtomicBoolean resumed = new AtomicBoolean();
    private final AtomicLong refusals = new AtomicLong();

    LedgerProcess(LedgerSettings settings, PrintStream out) {
        this.settings = settings;
        this.load = settings.load();
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

    /** Writes, and reads rows being written, until the node is gone or the process must stop. */
    void run() throws IOException, InterruptedException, ExecutionException {
        InetSocketAddress node = new InetSocketAddress(settings.host(), settings.port());
        try (Ledger ledger = Ledger.open(logs().ledger(), load.shape());
                CqlSession session = LabSession.open(node)) {
            LedgerTable table = LedgerTable.open(session, load.shape(), load.consistency());
            List<LedgerLog> logs = ledger.beginRun(load.threads() + load.readers());
            KeysInFlight keys = new KeysInFlight(load.threads());
            List<Callable<Void>> others = new ArrayList<>();
            others.addAll(readers(logs.subList(load.threads(), logs.size()), table, keys));
            if (load.conditional() > 0) others.addAll(conditional(session));
            if (load.mixed() > 0) others.addAll(mixed(session));
            if (load.mixed() > 0) others.add(schema(node));
            work(writers(logs.subList(0, load.threads()), table, ledger.state(), keys), others);
        }
    }

    private List<LedgerWriter> writers(
            List<LedgerLog> logs, LedgerTable table, LedgerState state, KeysInFlight keys) {
        List<LedgerWriter> writers = new ArrayList<>();
        Outcomes outcomes = new Outcomes();
        for (int i = 0; i < logs.size(); i++) {
            int writer = i;
            writers.add(
                    new LedgerWriter(
                            table,
                            logs.get(writer),
                            state,
                            choice(state, writer),
                            key -> keys.set(writer, key),
                            stopping,
                            outcomes));
        }
        return writers;
    }

    private KeyChoice choice(LedgerState state, int writer) {
        return new KeyChoice(
                state, writer, load.threads(), settings.insertShare(), settings.seed());
    }

    private List<LedgerReader> readers(List<LedgerLog> logs, LedgerTable table, KeysInFlight keys) {
        List<LedgerReader> readers = new ArrayList<>();
        SplittableRandom seeds = new SplittableRandom(~settings.seed());
        for (LedgerLog log : logs) {
            SplittableRandom random = seeds.split();
            readers.add(
                    new LedgerReader(
                            table::read, log, () -> keys.any(random), this::seen, stopping));
        }
        return readers;
    }

    private List<RegisterClient> conditional(CqlSession session) throws IOException {
        RegisterTable table = new RegisterTable(session, load.consistency());
        Histories.Run run = logs().histories().begin(load.conditional());
        SplittableRandom seeds = new SplittableRandom(settings.seed());
        List<RegisterClient> clients = new ArrayList<>();
        for (HistoryLog log : run.logs())
            clients.add(
                    new RegisterClient(
                            run.firstKey(),
                            log,
                            called -> table.run(called, System::nanoTime),
                            System::nanoTime,
                            seeds.split(),
                            this::applied,
                            stopping));
        return clients;
    }

    private List<MixedClient> mixed(CqlSession session) throws IOException {
        MixedTables table = new MixedTables(session, load.consistency());
        SplittableRandom seeds = new SplittableRandom(settings.seed());
        List<MixedClient> clients = new ArrayList<>();
        for (Changes.Client each : logs().changes().begin(load.mixed()))
            clients.add(
                    new MixedClient(
                            each.keys(),
                            each.log(),
                            table::make,
                            seeds.split(),
                            this::mixed,
                            stopping,
                            System::nanoTime));
        return clients;
    }

    private SchemaClient schema(InetSocketAddress node) throws IOException {
        return new SchemaClient(
                        logs().schemaChanges().begin(),
                        new ScratchSchema(node, load.consistency()),
                        stopping)
                .begin();
    }

    private CampaignLogs logs() {
        return new CampaignLogs(Path.of(settings.directory()));
    }

    /** Runs all clients. The others run as long as writers. */
    private void work(List<LedgerWriter> writers, List<Callable<Void>> others)
            throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(writers.size() + others.size());
        try {
            List<Future<Void>> running = new ArrayList<>();
            List<Future<Void>> writing = new ArrayList<>();
            for (Callable<Void> other : others) running.add(pool.submit(other));
            for (LedgerWriter writer : writers) writing.add(pool.submit(writer));
            for (Future<Void> writer : writing) writer.get();
            stopping.set(true);
            for (Future<Void> other : running) other.get();
            out.println(REFUSALS + refusals);
        } finally {
            stopping.set(true);
            pool.shutdown();
        }
    }

    private void sayOnce(AtomicBoolean said, String what) {
        if (!said.get() && said.compareAndSet(false, true)) out.println(what);
    }

    private void seen() {
        hasSeen = true;
        sayUnderLoad();
    }

    private void applied() {
        hasApplied = true;
        sayUnderLoad();
    }

    private void mixed() {
        hasMixed = true;
        sayUnderLoad();
    }

    private void sayUnderLoad() {
        boolean isRead = hasSeen || load.readers() == 0;
        boolean isApplied = hasApplied || load.conditional() == 0;
        boolean isMixed = hasMixed || load.mixed() == 0;
        if (hasAcknowledged && isRead && isApplied && isMixed) sayOnce(underLoad, UNDER_LOAD);
    }

    private void stopAtEndOf(InputStream in) {
        try {
            in.transferTo(PrintStream.nullOutputStream());
        } catch (IOException e) {
            // Treated as the end.
        }
        stopping.set(true);
    }

    /** Handles the outcomes of single writes. */
    private final class Outcomes implements LedgerWriter.Outcomes {
        @Override
        public boolean refusedBefore() {
            return refusals.get() > 0;
        }

        @Override
        public void acknowledged(boolean refusedBefore) {
            hasAcknowledged = true;
            sayUnderLoad();
            if (refusedBefore) sayOnce(resumed, RESUMED);
        }

        @Override
        public void refused() {
            if (refusals.getAndIncrement() == 0) out.println(REFUSED);
        }
    }
}
