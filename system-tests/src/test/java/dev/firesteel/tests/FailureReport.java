// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.tests;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;
import org.junit.jupiter.api.io.TempDir;

/**
 * Prints the data to investigate a failed test: the command that repeats it, its directory, which
 * is kept, and the end of each node log. Registered for every test of this module.
 */
public final class FailureReport implements TestWatcher {
    private static final Set<String> LOGS = Set.of("system.log", "console.log");
    private static final int LINES = 60;

    @Override
    public void testFailed(ExtensionContext context, Throwable cause) {
        Class<?> type = context.getRequiredTestClass();
        String method = context.getRequiredTestMethod().getName();
        System.out.printf(
                "%s.%s failed. Repeat it:%n  mvn verify -pl system-tests -am -Dtest=NoTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dit.test=%s#%s"
                        + " -Dfailsafe.failIfNoSpecifiedTests=false%n",
                type.getSimpleName(), method, type.getSimpleName(), method);
        context.getTestInstance().ifPresent(FailureReport::printDirectories);
    }

    private static void printDirectories(Object test) {
        for (Field field : test.getClass().getDeclaredFields()) {
            if (!field.isAnnotationPresent(TempDir.class)) continue;
            try {
                field.setAccessible(true);
                Path directory = (Path) field.get(test);
                System.out.printf("Its files are kept in %s%n", directory);
                printLogs(directory);
            } catch (IllegalAccessException | IOException e) {
                System.out.printf("%s cannot be shown: %s%n", field.getName(), e);
            }
        }
    }

    private static void printLogs(Path directory) throws IOException {
        List<Path> logs;
        try (Stream<Path> files = Files.walk(directory)) {
            logs = files.filter(file -> LOGS.contains(String.valueOf(file.getFileName()))).toList();
        }
        for (Path log : logs) {
            List<String> lines =
                    Files.readString(log, StandardCharsets.ISO_8859_1).lines().toList();
            System.out.printf("The end of %s:%n", log);
            lines.subList(Math.max(0, lines.size() - LINES), lines.size())
                    .forEach(System.out::println);
        }
    }
}
