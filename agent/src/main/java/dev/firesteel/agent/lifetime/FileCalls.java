// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.spi.FileSystemProvider;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Methods that some classes of Cassandra call instead of those of the same names in the JDK. They
 * do the same, and report to {@link Lifetimes}; before {@link #tell}, they report nothing.
 */
public final class FileCalls {
    /** The only static state: changed code in Cassandra has no other access to Firesteel. */
    private static final AtomicReference<@Nullable Lifetimes> LIFETIMES = new AtomicReference<>();

    private FileCalls() {}

    /** Sets the receiver of later calls. */
    public static void tell(Lifetimes lifetimes) {
        LIFETIMES.set(lifetimes);
    }

    /** Returns the receiver, or null. */
    static @Nullable Lifetimes lifetimes() {
        return LIFETIMES.get();
    }

    public static FileChannel open(Path path, OpenOption... options) throws IOException {
        FileChannel channel = FileChannel.open(path, options);
        opened(path, List.of(options));
        return channel;
    }

    public static FileChannel open(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        FileChannel channel = FileChannel.open(path, options, attributes);
        opened(path, options);
        return channel;
    }

    public static FileChannel newFileChannel(
            FileSystemProvider provider,
            Path path,
            Set<? extends OpenOption> options,
            FileAttribute<?>... attributes)
            throws IOException {
        FileChannel channel = provider.newFileChannel(path, options, attributes);
        opened(path, options);
        return channel;
    }

    public static OutputStream newOutputStream(Path path, OpenOption... options)
            throws IOException {
        OutputStream stream = Files.newOutputStream(path, options);
        Lifetimes lifetimes = LIFETIMES.get();
        if (lifetimes != null) {
            boolean truncates =
                    options.length == 0
                            || List.of(options).contains(StandardOpenOption.TRUNCATE_EXISTING);
            lifetimes.guarded(() -> lifetimes.opened(path, truncates));
        }
        return stream;
    }

    /** Creates an empty file as Guava does; SAI marks completion by one. */
    public static void touch(File file) throws IOException {
        boolean isNew = file.createNewFile();
        long now = System.currentTimeMillis(); // owns clock
        if (!isNew && !file.setLastModified(now)) throw new IOException("cannot touch " + file);
        Lifetimes lifetimes = LIFETIMES.get();
        if (lifetimes != null && isNew)
            lifetimes.guarded(() -> lifetimes.opened(file.toPath(), false));
    }

    public static Path move(Path from, Path to, CopyOption... options) throws IOException {
        Path moved = Files.move(from, to, options);
        Lifetimes lifetimes = LIFETIMES.get();
        if (lifetimes != null) lifetimes.guarded(() -> lifetimes.renamed(from, to));
        return moved;
    }

    public static void delete(Path path) throws IOException {
        Lifetimes lifetimes = LIFETIMES.get();
        long bytes = lifetimes == null ? -1 : bytes(path);
        Files.delete(path);
        if (lifetimes != null) lifetimes.guarded(() -> lifetimes.deleted(path, bytes));
    }

    /** Returns a file's size before its deletion, to count its last writes; -1 if unknown. */
    private static long bytes(Path path) {
        try {
            return Files.size(path);
        } catch (IOException | RuntimeException e) {
            return -1;
        }
    }

    private static void opened(Path path, Collection<? extends OpenOption> options) {
        Lifetimes lifetimes = LIFETIMES.get();
        if (lifetimes == null || !isForWriting(options)) return;
        boolean truncated = options.contains(StandardOpenOption.TRUNCATE_EXISTING);
        lifetimes.guarded(() -> lifetimes.opened(path, truncated));
    }

    private static boolean isForWriting(Collection<? extends OpenOption> options) {
        return options.contains(StandardOpenOption.WRITE)
                || options.contains(StandardOpenOption.APPEND);
    }
}
