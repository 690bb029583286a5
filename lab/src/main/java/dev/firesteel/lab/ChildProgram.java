// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Programs of this class path, each in a JVM of its own. */
public final class ChildProgram {
    /** Ctrl-C is for the caller, which ends the program once nothing needs it any more. */
    private static final List<String> IGNORING_THE_TERMINAL =
            List.of("sh", "-c", "trap '' INT HUP QUIT; exec \"$@\"", "firesteel");

    private ChildProgram() {}

    /**
     * Returns a program, which writes its errors where this one does.
     *
     * @param program has the method main
     * @param heap the largest heap, such as {@code 64m}
     */
    public static ProcessBuilder of(Class<?> program, String heap, String... arguments) {
        List<String> command = new ArrayList<>(IGNORING_THE_TERMINAL);
        command.addAll(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java") // owns settings
                                .toString(),
                        "-Xmx" + heap,
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"), // owns settings
                        program.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LC_ALL", "C.UTF-8"); // for names of files
        return builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    }
}
