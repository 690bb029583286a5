// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.fault.Load;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The parent's handle of the ledger's process. */
final class LedgerRun implements Load, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(100);

    private final Process process;
    private final Path errors;
    private final Path ledger;
    private final BufferedReader output;
    private final Set<String> said = new HashSet<>();
    private CompletableFuture<String> nextLine;

    private LedgerRun(Process process, Path errors, Path ledger) {
        this.process = process;
        this.errors = errors;
        this.ledger = ledger;
        this.output = process.inputReader();
        this.nextLine = CompletableFuture.supplyAsync(this::readLine);
    }

    /**
     * Starts the process with this process's JVM and class path.
     *
     * @param directory the directory for its settings and its error output
     */
    static LedgerRun start(LedgerSettings settings, Path directory) throws IOException {
        Path file = directory.resolve("ledger-settings.json");
        Files.writeString(file, JsonLine.of(settings));
        Path errors = directory.resolve("ledger-errors.log");
        Process process =
                new ProcessBuilder(
                                java(),
                                "-Xmx512m",
                                "-cp",
                                System.getProperty("java.class.path"), // owns settings
                                LedgerProcess.class.getName(),
                                file.toString())
                        .redirectError(errors.toFile())
                        .start();
        return new LedgerRun(process, errors, Path.of(settings.directory()));
    }

    long pid() {
        return process.pid();
    }

    /** Returns once the ledger's process is under load. */
    void awaitLoad() throws IOException, InterruptedException {
        if (!says(LedgerProcess.UNDER_LOAD, PATIENCE))
            throw new CampaignException(
                    "No write of the ledger's process was acknowledged: "
                            + Files.readString(errors));
    }

    @Override
    public void last(Duration time) throws IOException, InterruptedException {
        if (!goesOn(time))
            throw new CampaignException(
                    "The ledger's process ended while the node ran: " + Files.readString(errors));
    }

    @Override
    public boolean goesOn(Duration time) throws InterruptedException {
        return !process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean isRefused(Duration patience) throws InterruptedException {
        return says(LedgerProcess.REFUSED, patience);
    }

    @Override
    public boolean resumes(Duration patience) throws InterruptedException {
        return says(LedgerProcess.RESUMED, patience);
    }

    @Override
    public boolean isServed(Duration patience) throws IOException, InterruptedException {
        LedgerTail tail = LedgerTail.at(ledger);
        for (long left = patience.toMillis(); left > 0; left -= POLL.toMillis()) {
            boolean goesOn = goesOn(POLL);
            if (tail.holdsAWrite()) return true;
            if (!goesOn) return false;
        }
        return false;
    }

    /** Stops the process and waits for its end. Returns the number of refused writes. */
    long stop() throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
            throw new CampaignException("The ledger's process does not stop");
        if (process.exitValue() != 0)
            throw new CampaignException("The ledger's process failed: " + Files.readString(errors));
        return refusals();
    }

    /** Kills the process if it still runs. */
    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Returns whether it has said a line that was not asked for yet, or says it in time. */
    private boolean says(String line, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos(); // owns clock
        try {
            while (!said.remove(line)) {
                long left = end - System.nanoTime(); // owns clock
                String next = nextLine.get(left, TimeUnit.NANOSECONDS);
                if (next.isEmpty() || next.startsWith(LedgerProcess.REFUSALS)) return false;
                said.add(next);
                nextLine = CompletableFuture.supplyAsync(this::readLine);
            }
            return true;
        } catch (TimeoutException e) {
            return false; // it may come later
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the number of refused writes from its last line. */
    private long refusals() throws CampaignException {
        String line = nextLine.join();
        while (!line.isEmpty() && !line.startsWith(LedgerProcess.REFUSALS)) line = readLine();
        if (line.isEmpty())
            throw new CampaignException(
                    "The ledger's process has not reported the number of refused writes");
        return Long.parseLong(line.substring(LedgerProcess.REFUSALS.length()));
    }

    private String readLine() {
        try {
            String line = output.readLine();
            return line == null ? "" : line;
        } catch (IOException e) {
            return "";
        }
    }

    private static String java() {
        return System.getProperty("java.home") // owns settings
                + File.separator
                + "bin"
                + File.separator
                + "java";
    }
}
