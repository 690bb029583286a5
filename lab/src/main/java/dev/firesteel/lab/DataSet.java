// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import dev.firesteel.node.NodeDirectory;
import dev.firesteel.node.NodeException;
import dev.firesteel.node.RunningNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files of a drained node with rows. Every measurement begins with a copy of them, which takes
 * almost no time and space: SSTables never change, and are hard-linked.
 */
public final class DataSet {
    private static final String CONTENT = "content";

    private final Path directory;

    /**
     * Creates the object; changes no files.
     *
     * @param directory must not contain other files
     */
    public DataSet(Path directory) {
        this.directory = directory;
    }

    /** Returns the directory of the node that is loaded. */
    public Path root() {
        return directory.resolve("loaded");
    }

    /** Kills the node that a killed program was loading. */
    public void endLeft() throws NodeException {
        RunningNode.killIn(root());
    }

    /** Returns whether the files are complete, with the given content. */
    public boolean is(String content) throws IOException {
        try {
            return Files.readString(directory.resolve(CONTENT)).equals(content);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Marks the files as complete. The node must have ended. */
    public void complete(String content) throws IOException {
        Files.writeString(directory.resolve(CONTENT), content);
    }

    /** Returns the bytes of its files. */
    public long bytes() throws IOException {
        return bytes("");
    }

    /** Returns the bytes of its files whose names have this ending. */
    public long bytes(String ending) throws IOException {
        long bytes = 0;
        for (Path file : files(data(root())))
            if (file.toString().endsWith(ending)) bytes += Files.size(file);
        return bytes;
    }

    /** Copies the rows to a node that has not been started yet. */
    public void copyTo(Path node) throws IOException {
        Path from = data(root());
        Path to = data(node);
        for (Path file : files(from)) {
            Path target = to.resolve(from.relativize(file));
            Files.createDirectories(target.resolveSibling(""));
            if (file.toString().endsWith(".db")) Files.createLink(target, file);
            else Files.copy(file, target);
        }
    }

    private static Path data(Path node) {
        return new NodeDirectory(node).data();
    }

    private static List<Path> files(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    /** Deletes the files. */
    public void delete() throws IOException {
        Files.deleteIfExists(directory.resolve(CONTENT)); // first: what remains is incomplete
        FileTree.delete(directory);
    }
}
