// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The packaged command line, run as the launcher runs it. */
final class PackagedProgram implements AutoCloseable {
    private final Process process;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> reader;

    PackagedProgram(Path directory, String... arguments) throws IOException {
        this(directory, Map.of(), arguments);
    }

    /**
     * Starts the program.
     *
     * @param environment additional variables
     */
    PackagedProgram(Path directory, Map<String, String> environment, String... arguments)
            throws IOException {
        // A build in the background of a script ignores SIGINT, and its children inherit that.
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
        command.addAll(command(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        process = builder.start();
        reader = CompletableFuture.runAsync(this::read);
    }

    /** Returns the command line that runs it. */
    static List<String> command(String... arguments) {
        Path target = Path.of("..", "cli", "target").toAbsolutePath();
        List<String> command = new ArrayList<>();
        command.add(
                Path.of(System.getProperty("java.home"), "bin", "java")
                        .toString()); // owns settings
        command.add("-cp");
        command.add(target.resolve("firesteel-cli.jar") + ":" + target.resolve("lib") + "/*");
        command.add(Firesteel.class.getName());
        command.addAll(List.of(arguments));
        return command;
    }

    /** Waits until it has printed a line. Fails if it ends before. */
    void awaitLine(Duration atMost, Predicate<String> line) {
        await().atMost(atMost).until(() -> !isAlive() || lines.stream().anyMatch(line));
        assertThat(isAlive()).as("%s", lines).isTrue();
    }

    /** Returns the lines printed so far, on either stream. */
    List<String> lines() {
        return lines;
    }

    /** Returns its child processes and their descendants. */
    List<ProcessHandle> children() {
        return process.descendants().toList();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Sends the SIGINT of Ctrl-C. */
    void interrupt() throws Exception {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    }

    int awaitExitCode() throws Exception {
        if (!process.waitFor(5, TimeUnit.MINUTES)) throw new AssertionError("still runs: " + lines);
        reader.join();
        return process.exitValue();
    }

    /** Kills it and its remaining nodes, and waits for their end. */
    @Override
    public void close() {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(each -> each.onExit().orTimeout(1, TimeUnit.MINUTES).join());
    }

    private void read() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            reader.lines().forEach(lines::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
