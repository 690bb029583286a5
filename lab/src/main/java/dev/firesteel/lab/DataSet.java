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
 * The files of a node that has rows and was drained. Every measurement begins with a copy of them,
 * which takes no time and no room: SSTables are never changed, so they are linked.
 */
public final class DataSet {
    private static final String CONTENT = "content";

    private final Path directory;

    /**
     * Does nothing yet.
     *
     * @param directory nothing else is to be in it
     */
    public DataSet(Path directory) {
        this.directory = directory;
    }

    /** Where the node is that is loaded. */
    public Path root() {
        return directory.resolve("loaded");
    }

    /** Kills the node that is being loaded: what a program that was killed has left. */
    public void endLeft() throws NodeException {
        RunningNode.killIn(root());
    }

    /** Whether it is complete, and the one that is wanted. */
    public boolean is(String content) throws IOException {
        try {
            return Files.readString(directory.resolve(CONTENT)).equals(content);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** It is complete: the node has ended. */
    public void complete(String content) throws IOException {
        Files.writeString(directory.resolve(CONTENT), content);
    }

    /** The bytes of its SSTables. */
    public long bytes() throws IOException {
        return bytes("");
    }

    /** The bytes of those of its files whose names end so. */
    public long bytes(String ending) throws IOException {
        long bytes = 0;
        for (Path file : files(data(root())))
            if (file.toString().endsWith(ending)) bytes += Files.size(file);
        return bytes;
    }

    /** Gives a node that has not been started yet the same rows. */
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

    /** Removes it. */
    public void delete() throws IOException {
        Files.deleteIfExists(directory.resolve(CONTENT)); // first: what is left is not complete
        FileTree.delete(directory);
    }
}
