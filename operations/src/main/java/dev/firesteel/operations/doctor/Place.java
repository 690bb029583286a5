// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * The existing or intended place of a journal.
 *
 * @param path the path without links
 * @param number the number of the block device, or of the one below the file system: {@code 259:1}
 * @param space the space in the file system; zeros for a block device
 * @param access the permissions of the user
 */
record Place(Path path, Kind kind, String number, Space space, Access access) {
    enum Kind {
        DIRECTORY("directory"),
        FILE("file"),
        BLOCK_DEVICE("block device"),
        OTHER("something else");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * @param usableBytes the free space for users other than root
     * @param blockBytes the block size of the file system
     */
    record Space(long usableBytes, long totalBytes, long blockBytes) {}

    /**
     * @param directoryWritable whether a file can be created in the directory, or beside the file
     * @param worldMode the permissions of others: 4 read, 2 write, 1 enter
     */
    record Access(boolean readable, boolean writable, boolean directoryWritable, int worldMode) {}

    private static final int FILE_TYPE_MASK = 0xF000;
    private static final int BLOCK_DEVICE_TYPE = 0x6000;
    private static final int WORLD_MASK = 7;

    /** Reads the attributes of a place; changes nothing. */
    static Place at(Path given) throws IOException {
        Path path = given.toRealPath();
        int mode = (int) Files.getAttribute(path, "unix:mode", new LinkOption[0]);
        Kind kind = kind(path, mode);
        String number = kind == Kind.BLOCK_DEVICE ? "unix:rdev" : "unix:dev";
        return new Place(
                path,
                kind,
                number((long) Files.getAttribute(path, number, new LinkOption[0])),
                kind == Kind.BLOCK_DEVICE ? new Space(0, 0, 0) : space(path),
                access(path, kind, mode));
    }

    private static Kind kind(Path path, int mode) {
        if (Files.isDirectory(path)) return Kind.DIRECTORY;
        if (Files.isRegularFile(path)) return Kind.FILE;
        return (mode & FILE_TYPE_MASK) == BLOCK_DEVICE_TYPE ? Kind.BLOCK_DEVICE : Kind.OTHER;
    }

    private static Space space(Path path) throws IOException {
        FileStore store = Files.getFileStore(path);
        return new Space(store.getUsableSpace(), store.getTotalSpace(), store.getBlockSize());
    }

    private static Access access(Path path, Kind kind, int mode) {
        boolean writable = Files.isWritable(path);
        Path directory = kind == Kind.DIRECTORY ? path : path.resolveSibling("");
        boolean enterable = Files.isWritable(directory) && Files.isExecutable(directory);
        return new Access(Files.isReadable(path), writable, enterable, mode & WORLD_MASK);
    }

    /** Returns a device number as the kernel writes it. */
    static String number(long device) {
        long major = (device >> 8 & 0xfff) | (device >> 32 & ~0xfffL);
        long minor = (device & 0xff) | (device >> 12 & ~0xffL);
        return major + ":" + minor;
    }

    boolean isRaw() {
        return kind == Kind.BLOCK_DEVICE;
    }

    /** Returns the directory for a temporary file in the same file system. */
    Path directory() {
        return kind == Kind.DIRECTORY ? path : path.resolveSibling("");
    }
}
