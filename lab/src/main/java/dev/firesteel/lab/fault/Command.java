// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A system command that runs to its end. */
final class Command {
    private final List<String> words;

    private Command(List<String> words) {
        this.words = words;
    }

    static Command of(String... words) {
        return new Command(List.of(words));
    }

    /** Runs it. Returns its output, without the last line break. */
    String run() throws IOException {
        Result result = result();
        if (result.code != 0)
            throw new FaultException(
                    "'%s' failed with exit code %d: %s"
                            .formatted(String.join(" ", words), result.code, result.output));
        return result.output;
    }

    /** Runs it. Returns whether it succeeded. */
    boolean succeeds() throws IOException {
        return result().code == 0;
    }

    private Result result() throws IOException {
        Process process;
        try {
            process = new ProcessBuilder(words).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new FaultException("There is no program '" + words.get(0) + "' here");
        }
        String output =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return new Result(process.onExit().join().exitValue(), output);
    }

    private record Result(int code, String output) {}
}
