// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import dev.firesteel.flash.replay.Extents;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A file or a directory of a {@link FileTree}. It may have several names, or none while open. */
final class TreeFile {
    /** A name of the file. */
    record Name(TreeFile directory, String name) {}

    /** No stream so far. */
    static final int UNKNOWN = -1;

    private final long number;
    private final boolean isDirectory;
    private final List<Name> names = new ArrayList<>();
    private final Map<String, TreeFile> children = new TreeMap<>();
    private final Extents extents = new Extents();
    private @Nullable RandomAccessFile data;
    private int opens;
    private int stream = UNKNOWN;

    TreeFile(long number, boolean isDirectory) {
        this.number = number;
        this.isDirectory = isDirectory;
    }

    long number() {
        return number;
    }

    boolean isDirectory() {
        return isDirectory;
    }

    /** Returns the files of a directory by name, which the caller may change. */
    Map<String, TreeFile> children() {
        return children;
    }

    /** Returns the pages on its drive. */
    Extents extents() {
        return extents;
    }

    /** Returns the stream of what is written to it, or {@link #UNKNOWN}. */
    int stream() {
        return stream;
    }

    void place(int newStream) {
        stream = newStream;
    }

    /** Returns the number of its names. */
    int links() {
        return names.size();
    }

    void addName(TreeFile directory, String name) {
        directory.children.put(name, this);
        names.add(new Name(directory, name));
    }

    void removeName(TreeFile directory, String name) {
        directory.children.remove(name);
        names.remove(new Name(directory, name));
    }

    /** Returns whether it is gone: without a name, and no longer open. */
    boolean isGone() {
        return names.isEmpty() && opens == 0;
    }

    /**
     * Returns one of its paths.
     *
     * @param root the path of the directory without a name
     */
    Path path(Path root) {
        if (names.isEmpty()) return root;
        Name name = names.get(0);
        return name.directory.path(root).resolve(name.name);
    }

    /** Opens it once more. */
    void open(Path root) throws IOException {
        if (data == null) data = new RandomAccessFile(path(root).toFile(), "rw");
        opens++;
    }

    /** Closes it once. */
    void close() throws IOException {
        if (--opens > 0 || data == null) return;
        data.close();
        data = null;
    }

    /** Returns its content. It must be open. */
    RandomAccessFile data() {
        if (data == null) throw new IllegalStateException("file " + number + " is not open");
        return data;
    }
}
