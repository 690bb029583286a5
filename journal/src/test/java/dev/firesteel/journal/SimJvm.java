// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A separate JVM for the simulation: the newest one next to the JVM that runs the tests. With
 * continuations, a history takes a tenth of the time.
 */
final class SimJvm {
    private static final int FIRST_WITH_CONTINUATIONS = 21;
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

    private SimJvm() {}

    /** Returns whether there is a JVM with continuations. */
    static boolean hasContinuations() throws IOException {
        return newest().isPresent();
    }

    /** Runs a program there and prints its output. Returns its exit code. */
    static int run(Class<?> program, Object... arguments) throws IOException, InterruptedException {
        return run("-XX:+TieredCompilation", program, arguments);
    }

    /** Runs a short program, for which the optimizing compiler does not pay off. */
    static int runBriefly(Class<?> program, Object... arguments)
            throws IOException, InterruptedException {
        return run("-XX:TieredStopAtLevel=1", program, arguments);
    }

    private static int run(String compiler, Class<?> program, Object... arguments)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                newest().orElseThrow().toString(),
                                "-XX:+UseSerialGC",
                                compiler,
                                "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"), // owns settings
                                program.getName()));
        for (Object argument : arguments) command.add(argument.toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        // Not inherited: this JVM's standard output may be a protocol of the test runner.
        try (BufferedReader lines = process.inputReader()) {
            lines.lines().forEach(System.out::println);
        }
        return process.waitFor();
    }

    private static Optional<Path> newest() throws IOException {
        Path home = Path.of(System.getProperty("java.home")); // owns settings
        Path parent = home.toRealPath().getParent();
        if (parent == null) return Optional.empty();
        List<Path> homes;
        try (Stream<Path> beside = Files.list(parent)) {
            homes = beside.sorted().toList();
        }
        Optional<Path> newest = Optional.empty();
        int newestVersion = FIRST_WITH_CONTINUATIONS - 1;
        for (Path each : homes) {
            Path java = each.resolve("bin/java");
            int version = version(each.resolve("release"));
            if (version > newestVersion && Files.isExecutable(java)) {
                newest = Optional.of(java);
                newestVersion = version;
            }
        }
        return newest;
    }

    private static int version(Path release) throws IOException {
        if (!Files.isReadable(release)) return 0;
        Matcher version = VERSION.matcher(Files.readString(release));
        return version.find() ? Integer.parseInt(version.group(1)) : 0;
    }
}
