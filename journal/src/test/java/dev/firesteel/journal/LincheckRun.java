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
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/** Runs a Lincheck test in a process of its own, with a flawed class before the engine's. */
final class LincheckRun {
    static final int SCENARIOS = Integer.getInteger("firesteel.scenarios", 3); // owns settings

    private static final int FOUND = 3;

    private LincheckRun() {}

    /** Three threads of two operations each, with nothing before them and one operation after. */
    static ModelCheckingOptions modelChecking(int invocations) {
        return new ModelCheckingOptions()
                .iterations(SCENARIOS)
                .invocationsPerIteration(invocations)
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(0) // a record that is full or sealed shows nothing
                .actorsAfter(1);
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
                                plant.flaw().classPath(directory),
                                LincheckRun.class.getName(),
                                plant.test())
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

    /** Runs the test that the argument names, as {@link Plant#test} does. */
    public static void main(String[] args) throws ReflectiveOperationException {
        String[] names = args[0].split("\\.", 2);
        Class<?> tests = Class.forName(LincheckRun.class.getPackageName() + '.' + names[0]);
        Constructor<?> constructor = tests.getDeclaredConstructor();
        constructor.setAccessible(true);
        Method test = tests.getDeclaredMethod(names[1]);
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
