// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.operations.home.OtherConfiguration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the process of a running node. Its class path has Cassandra's jar or the configuration of
 * this home, or it reads this configuration, or it has a file of this commit log or the journal
 * open. Ports would match any node, and a PID file would miss a node started by hand.
 *
 * @param processes the kernel's directory of processes, /proc
 */
record NodeSearch(Path processes) {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
    private static final String MAIN = "org.apache.cassandra.service.CassandraDaemon";
    private static final String CONFIG = "-Dcassandra.config=";
    private static final int WRITING = 3; // O_WRONLY and O_RDWR

    /** A line of /proc/locks: number, kind, sort, mode, process, device and file, start, end. */
    private static final int LOCK_WORDS = 8;

    private static final int LOCK_PROCESS = 4;
    private static final int LOCK_FILE = 5;

    /** Returns the process of the node that uses these files, if any. */
    OptionalLong find(Layout layout, Path commitLogDirectory) throws IOException {
        return first(each -> runs(each, layout) || writes(each, commitLogDirectory));
    }

    /**
     * Returns the process that has a journal open for writing. Of another user's Cassandra only the
     * lock of a file can be seen, and none of a device.
     */
    OptionalLong holder(Path journal) throws IOException {
        if (!Files.exists(journal)) return OptionalLong.empty();
        FileKey key = FileKey.of(journal);
        Set<String> locking = locking(key);
        return first(
                each ->
                        isHidden(each)
                                ? locking.contains(name(each)) && words(each).contains(MAIN)
                                : holds(each, key));
    }

    /** Returns the numbers of the processes that have locked a file. */
    private Set<String> locking(FileKey key) throws IOException {
        Path locks = processes.resolve("locks");
        if (!Files.isReadable(locks)) return Set.of();
        try (Stream<String> lines = Files.lines(locks, StandardCharsets.ISO_8859_1)) {
            return lines.map(line -> line.split(" +"))
                    .filter(words -> words.length == LOCK_WORDS && words[1].equals("FLOCK"))
                    .filter(words -> words[LOCK_FILE].equals(key.inLocks()))
                    .map(words -> words[LOCK_PROCESS])
                    .collect(Collectors.toSet());
        }
    }

    private static boolean isHidden(Path process) {
        return !Files.isReadable(process.resolve("fd"));
    }

    /**
     * Returns a Cassandra with a configuration of its own, whose open files this user may not see.
     */
    OptionalLong hidden() throws IOException {
        return first(each -> words(each).contains(MAIN) && config(each) != null && isHidden(each));
    }

    /** Returns the URL of another cassandra.yaml that a process reads, if it names one. */
    Optional<String> otherConfig(long process, Layout layout) {
        Path directory = processes.resolve(Long.toString(process));
        String url = config(directory);
        boolean isName = url == null || OtherConfiguration.isName(url);
        return isName || readsThis(directory, layout) ? Optional.empty() : Optional.ofNullable(url);
    }

    private OptionalLong first(Predicate<Path> matches) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.list(processes)) {
            all = files.filter(each -> NUMBER.matcher(name(each)).matches()).toList();
        }
        for (Path each : all)
            if (matches.test(each)) return OptionalLong.of(Long.parseLong(name(each)));
        return OptionalLong.empty();
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    private static boolean runs(Path process, Layout layout) {
        List<String> words = words(process);
        if (!words.contains(MAIN)) return false;
        if (readsThis(process, layout)) return true;
        for (int i = 1; i < words.size(); i++) {
            boolean isClassPath =
                    List.of("-cp", "-classpath", "--class-path").contains(words.get(i - 1));
            if (!isClassPath) continue;
            for (String each : words.get(i).split(":", -1))
                if (isSame(process, each, layout.conf())
                        || isSame(process, each, layout.cassandra().file())) return true;
        }
        return false;
    }

    private static boolean readsThis(Path process, Layout layout) {
        String url = config(process);
        Path file = url == null ? null : OtherConfiguration.file(url);
        return file != null && isSame(process, file.toString(), layout.yaml());
    }

    private static @Nullable String config(Path process) {
        return words(process).stream()
                .filter(each -> each.startsWith(CONFIG))
                .map(each -> each.substring(CONFIG.length()))
                .reduce((earlier, last) -> last)
                .orElse(null);
    }

    private static List<String> words(Path process) {
        try {
            byte[] line = Files.readAllBytes(process.resolve("cmdline"));
            return List.of(new String(line, StandardCharsets.UTF_8).split("\0", -1));
        } catch (IOException e) {
            return List.of(); // it has ended
        }
    }

    /**
     * Returns whether a name denotes this file for a process, in its own directory and container.
     * Without access to these, the path here counts, or for a relative one an equal file name.
     */
    private static boolean isSame(Path process, String name, Path file) {
        if (name.isEmpty()) return false;
        try {
            Path path = Path.of(name);
            Path from = process.resolve(path.isAbsolute() ? "root" : "cwd");
            if (Files.isReadable(from)) {
                Path seen = from.resolve(path.isAbsolute() ? name.substring(1) : name);
                return Files.exists(seen) && Files.isSameFile(seen, file);
            }
            if (path.isAbsolute()) return Files.exists(path) && Files.isSameFile(path, file);
            return name(path).equals(name(file));
        } catch (IOException | InvalidPathException e) {
            return false;
        }
    }

    /** Work on an open file of a process, which may be closed meanwhile. */
    private interface OpenFile {
        boolean matches(Path descriptor) throws IOException;
    }

    /** Returns whether an open file of a process matches; false if this user may not see them. */
    private static boolean hasOpen(Path process, OpenFile file) {
        List<Path> open;
        try (Stream<Path> files = Files.list(process.resolve("fd"))) {
            open = files.toList();
        } catch (IOException | UncheckedIOException e) {
            return false; // it has ended, or belongs to another user
        }
        for (Path each : open) if (isMatched(file, each)) return true;
        return false;
    }

    private static boolean isMatched(OpenFile file, Path descriptor) {
        try {
            return file.matches(descriptor);
        } catch (IOException e) {
            return false; // it was closed meanwhile
        }
    }

    /** Returns whether a process has a segment open, as while it is written. */
    private static boolean writes(Path process, Path commitLogDirectory) {
        return hasOpen(
                process,
                each -> {
                    Path target = Files.readSymbolicLink(each);
                    return target.startsWith(commitLogDirectory)
                            && name(target).startsWith("CommitLog-");
                });
    }

    private static boolean holds(Path process, FileKey journal) {
        return hasOpen(
                process,
                each -> {
                    Path info = process.resolve("fdinfo").resolve(name(each));
                    return FileKey.of(each).equals(journal) && isForWriting(info);
                });
    }

    private static boolean isForWriting(Path info) throws IOException {
        for (String line : Files.readAllLines(info, StandardCharsets.ISO_8859_1))
            if (line.startsWith("flags:"))
                return (Long.parseLong(line.substring(6).strip(), 8) & WRITING) != 0;
        return false;
    }

    /**
     * The identity of a file on every path and in every container; of a device, that of the drive.
     *
     * @param device the number of the drive, or of the file system
     * @param file the number in the file system; 0 of a device
     */
    private record FileKey(long device, long file) {
        private static final int TYPE = 0xF000;
        private static final int BLOCK_DEVICE = 0x6000;

        static FileKey of(Path path) throws IOException {
            Map<String, Object> attributes = Files.readAttributes(path, "unix:mode,dev,ino,rdev");
            boolean isDevice = (number(attributes, "mode") & TYPE) == BLOCK_DEVICE;
            return isDevice
                    ? new FileKey(number(attributes, "rdev"), 0)
                    : new FileKey(number(attributes, "dev"), number(attributes, "ino"));
        }

        /** Returns the name in /proc/locks. */
        String inLocks() {
            long major = (device >> 8 & 0xfff) | (device >> 32 & ~0xfffL);
            long minor = (device & 0xff) | (device >> 12 & ~0xffL & 0xffffffffL);
            return "%02x:%02x:%d".formatted(major, minor, file);
        }

        private static long number(Map<String, Object> attributes, String name) {
            return attributes.get(name) instanceof Number number ? number.longValue() : 0;
        }
    }
}
