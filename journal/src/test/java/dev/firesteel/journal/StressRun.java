// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs jcstress on the tests of the module whose tests come first on the class path. */
final class StressRun {
    private static final String MODE =
            System.getProperty("firesteel.stress", "default"); // owns settings

    /** The tests to run: all whose names contain this. */
    private static final Pattern TESTS =
            Pattern.compile(System.getProperty("firesteel.stress.tests", "")); // owns settings

    private static final Pattern OK = Pattern.compile("\\[OK] (dev\\.firesteel\\.\\S+)");
    private static final Pattern NOT_OK =
            Pattern.compile("\\[(FAILED|TIMEOUT)] |" + StressScheduler.NOT_WOKEN);

    private StressRun() {}

    /** Runs the tests, and checks that each passes. */
    static void allTests() throws IOException, InterruptedException {
        Set<String> kept = new TreeSet<>();
        List<String> broken = new ArrayList<>();
        Process jcstress =
                jcstress(
                        System.getProperty("java.class.path"), // owns settings
                        "-v",
                        "-m",
                        MODE,
                        "-t",
                        TESTS.pattern(),
                        "-r",
                        "jcstress");
        try (BufferedReader output = jcstress.inputReader()) {
            for (String line; (line = output.readLine()) != null; ) {
                System.out.println(line);
                Matcher ok = OK.matcher(line);
                if (ok.find()) kept.add(ok.group(1));
                if (line.contains("[ERROR] dev.firesteel.") || NOT_OK.matcher(line).find())
                    broken.add(line);
            }
        }
        assertThat(broken).isEmpty();
        assertThat(jcstress.waitFor()).isZero();
        // jcstress silently leaves out a test that needs more processors than the machine has.
        assertThat(kept).isNotEmpty().hasSameElementsAs(tests());
    }

    private static List<String> tests() throws IOException {
        Process list = jcstress(System.getProperty("java.class.path"), "-l"); // owns settings
        try (BufferedReader output = list.inputReader()) {
            return output.lines()
                    .filter(line -> line.startsWith("dev.firesteel.") && TESTS.matcher(line).find())
                    .toList();
        }
    }

    /** Checks that a test finds a flaw. */
    static void finds(Plant plant, Path directory) throws IOException, InterruptedException {
        Process jcstress =
                jcstress(
                        plant.flaw().classPath(directory),
                        "-m",
                        "quick",
                        "-t",
                        plant.test(),
                        "-r",
                        directory.toString());
        long start = System.nanoTime(); // owns clock
        boolean found = false;
        try (BufferedReader output = jcstress.inputReader()) {
            for (String line; !found && (line = output.readLine()) != null; )
                found = NOT_OK.matcher(line).find();
        } finally {
            jcstress.descendants().forEach(ProcessHandle::destroyForcibly);
            jcstress.destroyForcibly().waitFor();
        }
        System.out.printf(
                "%-95s %s after %d s%n",
                plant,
                found ? "found" : "NOT found",
                (System.nanoTime() - start) / 1_000_000_000); // owns clock
        assertThat(found).isTrue();
    }

    private static Process jcstress(String classPath, String... arguments) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java"); // owns settings
        List<String> command =
                new ArrayList<>(
                        List.of(java.toString(), "-cp", classPath, "org.openjdk.jcstress.Main"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(new File("target")) // the place of its raw results
                .redirectErrorStream(true)
                .start();
    }
}
