// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks a {@link HintProcess} for the lifetime hints of files, because the kernel keeps them to
 * itself. The server goes on answering meanwhile. For one thread.
 */
final class HintReader {
    private static final long NOT_SET = 0;
    private static final long PATIENCE_NANOS = 1_000_000_000;

    private final Path root;
    private final LongSupplier nanos;
    private final Process process;
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    /** Files by number, and since when they are asked for: the oldest question first. */
    private final Map<Long, Question> open = new HashMap<>();

    private final Queue<Question> oldest = new ArrayDeque<>();

    private record Question(TreeFile file, long since) {}

    /** The hint of a file: 0 for not set, to 5 for extreme. */
    record Answer(TreeFile file, long hint) {}

    /**
     * Starts the process.
     *
     * @param root where the kernel has the files
     * @param nanos a clock in nanoseconds, of any origin
     */
    HintReader(Path root, LongSupplier nanos) throws IOException {
        this.root = root;
        this.nanos = nanos;
        process = SimulatedDrives.java(HintProcess.class, "-Xmx32m").start();
        Thread reading = new Thread(() -> read(process.inputReader()), "hints"); // owns threads
        reading.setDaemon(true);
        reading.start();
    }

    private void read(BufferedReader answers) {
        try {
            for (String line = answers.readLine(); line != null; line = answers.readLine())
                lines.add(line);
        } catch (IOException e) {
            System.err.println("no more lifetimes: " + e.getMessage());
        }
    }

    /** Asks for the hint of a file that has a name. */
    void ask(TreeFile file) throws IOException {
        Question question = new Question(file, nanos.getAsLong());
        open.put(file.number(), question);
        oldest.add(question);
        Writer questions = process.outputWriter();
        questions.write(file.number() + " " + file.path(root) + "\n");
        questions.flush();
    }

    /** Returns whether there are questions without an answer. */
    boolean isBusy() {
        return !open.isEmpty();
    }

    /**
     * Takes the next answer; null if there is none yet. A file that was renamed is asked for again.
     * One that is gone, or whose hint does not come within a second, has none.
     */
    @Nullable Answer poll() throws IOException {
        for (String line = lines.poll(); line != null; line = lines.poll()) {
            String[] words = line.split(" ", -1);
            Question question = open.remove(Long.valueOf(words[0]));
            if (question == null) continue;
            long hint = Long.parseLong(words[1]);
            TreeFile file = question.file;
            if (hint != HintProcess.UNKNOWN) return new Answer(file, hint);
            if (file.links() == 0) return new Answer(file, NOT_SET);
            ask(file);
        }
        return late();
    }

    private @Nullable Answer late() {
        for (Question first = oldest.peek(); first != null; first = oldest.peek()) {
            if (first.equals(open.get(first.file.number()))) {
                if (nanos.getAsLong() - first.since < PATIENCE_NANOS) return null;
                System.err.println("no lifetime for " + first.file.path(root));
                open.remove(first.file.number());
                return new Answer(first.file, NOT_SET);
            }
            oldest.remove();
        }
        return null;
    }
}
