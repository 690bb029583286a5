// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jetbrains.lincheck.LincheckAssertionError;

/** Runs a Lincheck test in a process of its own, with a flawed class before the engine's. */
final class LincheckRun {
    private static final int FOUND = 3;

    private LincheckRun() {}

    /** A flaw, and the method of a test class that must find it. */
    record Plant(Class<?> tests, String test, SimMutant flaw) {
        @Override
        public String toString() {
            return flaw + ": " + test;
        }
    }

    /** Checks that a test finds a flaw. */
    static void finds(Plant plant, Path directory) throws Exception {
        Path output = directory.resolve("output");
        Path java = Path.of(System.getProperty("java.home"), "bin", "java"); // owns settings
        Process process =
                new ProcessBuilder(
                                java.toString(),
                                "-Dfiresteel.scenarios=30",
                                "-cp",
                                plant.flaw.classPath(directory),
                                LincheckRun.class.getName(),
                                plant.tests.getName(),
                                plant.test)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        int exitCode = process.waitFor();
        try (Stream<String> lines = Files.lines(output)) {
            System.out.printf(
                    "%s: %s%n",
                    plant, lines.filter(line -> line.startsWith("= ")).findFirst().orElse("-"));
        }
        assertThat(exitCode).as(plant.toString()).isEqualTo(FOUND);
    }

    /** Runs a method of a test class; both are named. */
    public static void main(String[] args) throws ReflectiveOperationException {
        Class<?> tests = Class.forName(args[0]);
        Constructor<?> constructor = tests.getDeclaredConstructor();
        constructor.setAccessible(true);
        Method test = tests.getDeclaredMethod(args[1]);
        test.setAccessible(true);
        try {
            test.invoke(constructor.newInstance());
        } catch (InvocationTargetException e) {
            if (!(e.getCause() instanceof LincheckAssertionError)) throw e;
            System.out.println(e.getCause().getMessage());
            System.exit(FOUND); // owns exit
        }
        System.exit(0); // owns exit
    }
}
