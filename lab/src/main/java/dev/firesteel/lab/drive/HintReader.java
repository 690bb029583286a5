// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import dev.firesteel.lab.ChildProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks a {@link HintProcess} for the lifetime hints of files, because FUSE does not pass them to
 * its server. The server goes on answering meanwhile. For one thread.
 */
final class HintReader {
    private static final long PATIENCE_NANOS = 1_000_000_000;

    /** Age at which an answer is asked for again: a program may set a lifetime later. */
    private static final long FRESH_NANOS = 10_000_000_000L;

    private final Path root;
    private final LongSupplier nanos;
    private final Process process;

    /** Writes questions, for which the process may let it wait. */
    private final ExecutorService questions;

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    /** Questions without an answer, by the number of their file. */
    private final Map<Long, Question> open = new HashMap<>();

    /** All of these, and some with an answer: the oldest first. */
    private final Queue<Question> oldest = new ArrayDeque<>();

    /** When files were asked for that are still written. */
    private final Map<TreeFile, Long> asked = new WeakHashMap<>();

    private long unread;

    private record Question(TreeFile file, long since) {}

    /** The hint of a file: 0 for not set, to 5 for extreme, or {@link HintProcess#UNKNOWN}. */
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
        process = ChildProgram.of(HintProcess.class, "32m").start();
        daemon(() -> read(process.inputReader())).start();
        questions = Executors.newSingleThreadExecutor(HintReader::daemon);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "hints"); // owns threads
        thread.setDaemon(true);
        return thread;
    }

    private void read(BufferedReader answers) {
        try {
            for (String line = answers.readLine(); line != null; line = answers.readLine())
                lines.add(line);
        } catch (IOException e) {
            System.err.println("no more lifetimes: " + e.getMessage());
        }
    }

    /** Asks for the hint of a file that has a name, unless the last answer is fresh. */
    void ask(TreeFile file) {
        long now = nanos.getAsLong();
        Long last = asked.get(file);
        if (last == null || now - last > FRESH_NANOS) ask(new Question(file, now));
    }

    private void ask(Question question) {
        TreeFile file = question.file;
        asked.put(file, nanos.getAsLong());
        open.put(file.number(), question);
        oldest.add(question);
        String line = file.number() + " " + file.path(root);
        if (line.indexOf('\n') < 0) questions.execute(() -> send(line));
    }

    private void send(String line) {
        try {
            Writer to = process.outputWriter();
            to.write(line + "\n");
            to.flush();
        } catch (IOException e) {
            System.err.println("no lifetime for " + line + ": " + e.getMessage());
        }
    }

    /** Returns the number of hints that did not come within a second. */
    long unread() {
        return unread;
    }

    /** Returns whether there are questions without an answer. */
    boolean isBusy() {
        return !open.isEmpty();
    }

    /**
     * Takes the next answer; null if there is none yet. A file that was renamed is asked for again.
     * The answer is unknown for one that is gone, or whose hint does not come within a second.
     */
    @Nullable Answer poll() {
        for (String line = lines.poll(); line != null; line = lines.poll()) {
            String[] words = line.split(" ", -1);
            Question question = open.remove(Long.valueOf(words[0]));
            if (question == null) continue;
            long hint = Long.parseLong(words[1]);
            TreeFile file = question.file;
            if (hint != HintProcess.UNKNOWN) return new Answer(file, hint);
            if (file.links() == 0) return new Answer(file, HintProcess.UNKNOWN);
            ask(question);
        }
        return late();
    }

    private @Nullable Answer late() {
        for (Question first = oldest.peek(); first != null; first = oldest.peek()) {
            if (first.equals(open.get(first.file.number()))) {
                if (nanos.getAsLong() - first.since < PATIENCE_NANOS) return null;
                System.err.println("no lifetime for " + first.file.path(root));
                open.remove(first.file.number());
                unread++;
                return new Answer(first.file, HintProcess.UNKNOWN);
            }
            oldest.remove();
        }
        return null;
    }
}
