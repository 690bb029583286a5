// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.JsonLine;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The ledger's process, seen from whoever started it. */
final class LedgerRun implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Process process;
    private final Path errors;
    private final BufferedReader output;

    private LedgerRun(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        this.output = process.inputReader();
    }

    /**
     * Starts the process on the JVM and the class path that this one runs on.
     *
     * @param directory takes the file with its settings, and what it complains about
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
        return new LedgerRun(process, errors);
    }

    long pid() {
        return process.pid();
    }

    /** Returns once a write has been acknowledged. */
    void awaitLoad() throws IOException, InterruptedException {
        String line;
        try {
            line =
                    CompletableFuture.supplyAsync(this::readLine)
                            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new CampaignException("The ledger's process got no write through: " + e, e);
        }
        if (!LedgerProcess.UNDER_LOAD.equals(line))
            throw new CampaignException(
                    "The ledger's process got no write through: " + Files.readString(errors));
    }

    /** Lets it write for so long; it must not end by itself. */
    void load(Duration time) throws IOException, InterruptedException {
        if (process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS))
            throw new CampaignException(
                    "The ledger's process ended while the node ran: " + Files.readString(errors));
    }

    /** Tells it to stop, and returns when it has. */
    void stop() throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
            throw new CampaignException("The ledger's process does not stop");
        if (process.exitValue() != 0)
            throw new CampaignException("The ledger's process failed: " + Files.readString(errors));
    }

    /** Kills it if it still runs. */
    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }

    private String readLine() {
        try {
            String line = output.readLine();
            return line == null ? "" : line;
        } catch (IOException e) {
            return e.toString();
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
