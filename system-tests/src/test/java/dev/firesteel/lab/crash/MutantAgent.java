// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
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

/** The agent with a flaw planted in its journal. */
final class MutantAgent {
    private static final Path AGENT = Path.of("..", "agent", "target", "firesteel-agent.jar");
    private static final Path SCANNER =
            Path.of("..", "journal", "src", "main", "java")
                    .resolve("dev/firesteel/journal/SegmentScanner.java");
    private static final String GOES_ON_BEHIND_A_HOLE =
            """
                            block++;
                            continue;
            """;

    private MutantAgent() {}

    /**
     * An agent whose replay ends a segment at the first block that is no record, as the code of the
     * paper did.
     *
     * @param directory takes its jar
     */
    static Path stoppingAtTheFirstHole(Path directory) throws IOException {
        String source = Files.readString(SCANNER);
        assertThat(source).containsOnlyOnce(GOES_ON_BEHIND_A_HOLE);
        Path mutant = Files.createDirectories(directory.resolve("mutant"));
        Path file = mutant.resolve(SCANNER.getFileName());
        Files.writeString(file, source.replace(GOES_ON_BEHIND_A_HOLE, "return;\n"));
        compile(file, mutant);
        Path jar = Files.copy(AGENT, directory.resolve("mutant-agent.jar"));
        String name = "dev/firesteel/journal/SegmentScanner.class";
        try (FileSystem entries = FileSystems.newFileSystem(jar, Map.of())) {
            Files.copy(
                    mutant.resolve(name),
                    entries.getPath(name),
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
                        "-d",
                        into.toString(),
                        source.toString());
        assertThat(code).as(said.toString(StandardCharsets.UTF_8)).isZero();
    }
}
