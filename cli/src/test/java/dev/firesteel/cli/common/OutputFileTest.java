// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.cli.LevelTrace;
import dev.firesteel.cli.Spoken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
    private static final String PAGE = "<!DOCTYPE html><p>new";

    @TempDir Path directory = Path.of("");

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    @Test
    void replacesItsOwnKindAndEmptyFiles() throws IOException {
        Path page = file("page.html", "<!doctype html>old");
        OutputFile.PAGE.requireReplaceable(page, List.of());
        OutputFile.PAGE.requireReplaceable(file("empty", ""), List.of());
        OutputFile.PAGE.requireReplaceable(directory.resolve("none"), List.of());
        OutputFile.PAGE.write(page, PAGE);
        assertThat(page).hasContent(PAGE);
        assertThat(directory).isDirectoryNotContaining("glob:**.new");
        Path picture = file("spare.svg", "<svg old");
        Files.setPosixFilePermissions(picture, PosixFilePermissions.fromString("rw-rw----"));
        OutputFile.PICTURE.requireReplaceable(picture, List.of());
        OutputFile.PICTURE.write(picture, "<svg new");
        assertThat(picture).hasContent("<svg new");
        assertThat(Files.getPosixFilePermissions(picture))
                .isEqualTo(PosixFilePermissions.fromString("rw-rw----"));
    }

    @Test
    void aFileThatCannotBeWrittenIsNamed() {
        for (OutputFile each : OutputFile.values())
            assertThatThrownBy(() -> each.write(Path.of("/dev/full"), PAGE))
                    .hasMessage("/dev/full: No space left on device");
        Path page = directory.resolve("none/page.html");
        assertThatThrownBy(() -> OutputFile.PAGE.write(page, PAGE))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(page.toString());
    }

    @Test
    void refusesInputsAndAnythingElse() throws IOException {
        Path results = file("a.json", "{}");
        Path link = Files.createSymbolicLink(directory.resolve("link"), results);
        assertThatThrownBy(() -> OutputFile.PAGE.requireReplaceable(results, List.of(results)))
                .hasMessage(results + " is also an input: name another file for the report");
        assertThatThrownBy(() -> OutputFile.PAGE.requireReplaceable(link, List.of(results)))
                .hasMessageContaining("is also an input");
        assertThatThrownBy(() -> OutputFile.PICTURE.requireReplaceable(results, List.of()))
                .hasMessage(
                        results
                                + " exists and is not an SVG picture: name another file, or remove it");
        assertThatThrownBy(() -> OutputFile.PAGE.requireReplaceable(directory, List.of()))
                .hasMessageContaining("is a directory");
        assertThat(results).hasContent("{}");
    }

    @Test
    void writesThroughLinks() throws IOException {
        Path page = file("page.html", "<!doctype html>old");
        Path link = Files.createSymbolicLink(directory.resolve("link"), page);
        OutputFile.PAGE.write(link, PAGE);
        assertThat(link).isSymbolicLink();
        assertThat(page).hasContent(PAGE);
        Path dangling =
                Files.createSymbolicLink(directory.resolve("d"), directory.resolve("target"));
        OutputFile.PAGE.write(dangling, PAGE);
        assertThat(dangling).isSymbolicLink();
        assertThat(directory.resolve("target")).hasContent(PAGE);
    }

    @Test
    void writesToPipesAsTheyAre() throws Exception {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        CompletableFuture<String> read =
                CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return Files.readString(pipe);
                            } catch (IOException e) {
                                throw new IllegalStateException(e);
                            }
                        });
        OutputFile.PAGE.requireReplaceable(pipe, List.of());
        OutputFile.PAGE.write(pipe, PAGE);
        assertThat(read.get(20, TimeUnit.SECONDS)).isEqualTo(PAGE);
        assertThat(Files.isRegularFile(pipe)).isFalse();
    }

    @Test
    void noVerbReplacesWhatItReads() throws IOException {
        Path trace = LevelTrace.write(directory.resolve("trace.tsv"));
        byte[] before = Files.readAllBytes(trace);
        Spoken spoken =
                Spoken.by(
                        "endurance",
                        "simulate",
                        trace.toString(),
                        "--drive",
                        "size=36MiB,spare=0.2,block=256KiB",
                        "--svg",
                        trace.toString());
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.err()).contains(trace + " is also an input");
        Path text = file("notes.txt", "mine");
        assertThat(Spoken.by("endurance", "model", "--blocks", "64", "--svg", text.toString()))
                .returns(1, Spoken::exitCode);
        assertThat(text).hasContent("mine");
        assertThat(trace).hasBinaryContent(before);
    }
}
