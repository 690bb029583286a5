// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import com.sun.jna.LastErrorException;
import dev.firesteel.lab.fuse.Libc;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Reads the lifetime hints of files, in a process of its own. If the server opened its own files, a
 * close could wait for the server itself, and {@code kill -9} could not end it.
 *
 * <p>Each line of its standard input is the number of a file and its path. It prints the number and
 * the hint, or {@link #UNKNOWN} if there is another file or none by now. It ends with its input.
 */
public final class HintProcess {
    /** Answers that the file is not there. */
    static final long UNKNOWN = -1;

    private HintProcess() {}

    /** Answers until the input ends. */
    public static void main(String[] arguments) throws IOException {
        ExecutorService closing = Executors.newCachedThreadPool(); // each close may wait long
        BufferedReader questions =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            int end = line.indexOf(' ');
            long number = Long.parseLong(line.substring(0, end));
            answer(number, line.substring(end + 1), closing);
        }
        Runtime.getRuntime().halt(0); // owns exit
    }

    private static void answer(long number, String path, ExecutorService closing) {
        long hint = UNKNOWN;
        try {
            int descriptor = Libc.open(path, Libc.O_CLOEXEC);
            if (isNumber(descriptor, number)) hint = Libc.lifetimeHint(descriptor);
            closing.execute(() -> close(descriptor));
        } catch (LastErrorException | IOException e) {
            // It was renamed or deleted meanwhile.
        }
        System.out.println(number + " " + hint);
    }

    /** Returns whether an open file is that of the number, and no other of the same name. */
    private static boolean isNumber(int descriptor, long number) throws IOException {
        Path open = Path.of("/proc/self/fd/" + descriptor);
        return Files.getAttribute(open, "unix:ino").equals(number);
    }

    private static void close(int descriptor) {
        try {
            Libc.close(descriptor);
        } catch (LastErrorException e) {
            // fsync of the writer returns this error, too.
        }
    }
}
