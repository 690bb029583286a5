// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.firesteel.node.CassandraRelease;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** The agent with a flaw planted in one class. */
enum MutantAgent {
    /**
     * Ends the replay of a segment at the first block that is no record, as the paper's code did.
     */
    STOPS_AT_THE_FIRST_HOLE(
            "journal",
            "dev/firesteel/journal/SegmentScanner",
            """
                            block++;
                            continue;
            """,
            """
                            return;
            """),

    /** Shows writes to readers at once, and acknowledges them when they are on flash. */
    SHOWS_WRITES_AT_ONCE(
            "agent",
            "dev/firesteel/agent/DeferredWrites",
            """
                    append.whenSettled(
                            failure -> {
                                write.durableAfter(System.nanoTime() - since); // owns clock
                                if (failure == null) enqueue(write);
            """,
            """
                    apply(write);
                    append.whenSettled(
                            failure -> {
                                write.durableAfter(System.nanoTime() - since); // owns clock
                                if (failure == null) end(write);
            """);

    private static final Path AGENT = Path.of("..", "agent", "target", "firesteel-agent.jar");

    private final String module;
    private final String name;
    private final String right;
    private final String wrong;

    MutantAgent(String module, String name, String right, String wrong) {
        this.module = module;
        this.name = name;
        this.right = right;
        this.wrong = wrong;
    }

    /**
     * Creates the jar of the agent.
     *
     * @param directory the directory for the jar
     */
    Path jar(Path directory) throws IOException {
        assumeTrue(Files.exists(AGENT), "skipped: the agent is not built, " + AGENT);
        Path sourceFile = Path.of("..", module, "src", "main", "java").resolve(name + ".java");
        String source = Files.readString(sourceFile);
        assertThat(source).containsOnlyOnce(right);
        Path mutant = Files.createDirectories(directory.resolve("mutant"));
        Path file = mutant.resolve(sourceFile.getFileName());
        Files.writeString(file, source.replace(right, wrong));
        compile(file, mutant);
        Path jar = Files.copy(AGENT, directory.resolve("mutant-agent.jar"));
        try (FileSystem entries = FileSystems.newFileSystem(jar, Map.of())) {
            Files.copy(
                    mutant.resolve(name + ".class"),
                    entries.getPath(name + ".class"),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        return jar;
    }

    private static void compile(Path source, Path into) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int code =
                compiler.run(
                        null,
                        said,
                        said,
                        "-proc:none",
                        "--release",
                        "17",
                        "-cp",
                        System.getProperty("java.class.path")
                                + File.pathSeparator
                                + CassandraRelease.newest().lib().resolve("*"),
                        "-d",
                        into.toString(),
                        source.toString());
        assertThat(code).as(said.toString(StandardCharsets.UTF_8)).isZero();
    }
}
