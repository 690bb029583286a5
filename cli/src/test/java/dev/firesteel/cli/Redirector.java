// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.operations.home.PathRights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * An unprivileged user who puts a link in the place of a file or directory while root works there.
 */
final class Redirector implements AutoCloseable {
    private static final int LONGEST_DELAY_MICROS = 30_000;
    private static final int LONGEST_STAY_NANOS = 200_000;

    /** When the link is put there. */
    private enum Moment {
        BEFORE,
        ONCE_SEEN,
        AFTER_A_TIME,
        BY_TURNS
    }

    private final Path target;
    private final Path payload;
    private final SplittableRandom random;
    private final Moment moment;
    private final Thread thread;
    private volatile boolean isOver;
    private volatile @Nullable Throwable failure;

    /**
     * Starts; a link that is to be there before is there when this returns.
     *
     * @param target the file or directory, in a directory of the user's
     * @param payload a file or directory of root's, or a name for one
     */
    Redirector(Path target, Path payload, SplittableRandom random) {
        this.target = target;
        this.payload = payload;
        this.random = random;
        moment = Moment.values()[random.nextInt(Moment.values().length)];
        thread = new Thread(this::attack, "redirector"); // owns threads
        thread.start();
        if (moment == Moment.BEFORE) join();
    }

    private void attack() {
        try {
            // With the rights of the user who owns the directory.
            PathRights.run(
                    target,
                    () -> {
                        switch (moment) {
                            case BEFORE -> replace();
                            case ONCE_SEEN -> {
                                while (!isOver && !isThere()) Thread.onSpinWait();
                                replace();
                            }
                            case AFTER_A_TIME -> {
                                pause(random.nextInt(LONGEST_DELAY_MICROS) * 1000L);
                                replace();
                            }
                            case BY_TURNS -> {
                                while (!isOver) takeTurns();
                            }
                        }
                    });
        } catch (IOException e) {
            // The directory may be gone; only the effects matter.
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    private boolean isThere() {
        return Files.exists(target, LinkOption.NOFOLLOW_LINKS);
    }

    private void replace() throws IOException {
        if (isOver) return;
        if (Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS))
            Files.move(target, beside("aside"));
        Path link = Files.createSymbolicLink(beside("link"), payload);
        Files.move(link, target, StandardCopyOption.ATOMIC_MOVE);
    }

    private void takeTurns() {
        try {
            if (isThere()) Files.move(target, beside("aside"));
            Files.createSymbolicLink(target, payload);
            pause(random.nextInt(LONGEST_STAY_NANOS));
            Files.delete(target);
            Files.move(beside("aside"), target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // Root has come in between.
        }
        pause(random.nextInt(LONGEST_STAY_NANOS));
    }

    private Path beside(String suffix) {
        return target.resolveSibling(target.getFileName() + "." + suffix);
    }

    private static void pause(long nanos) {
        LockSupport.parkNanos(nanos);
    }

    /** Ends the attack. */
    @Override
    public void close() {
        isOver = true;
        join();
        if (failure != null) throw new AssertionError("the attack failed", failure);
    }

    private void join() {
        try {
            thread.join(TimeUnit.MINUTES.toMillis(1));
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    @Override
    public String toString() {
        return target + " led to " + payload + ", " + moment;
    }
}
