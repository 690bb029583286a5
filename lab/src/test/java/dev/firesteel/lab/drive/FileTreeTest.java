// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.lab.fuse.FuseAttributes;
import dev.firesteel.lab.fuse.FuseError;
import dev.firesteel.lab.fuse.FuseReply;
import dev.firesteel.lab.fuse.Libc;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTreeTest {
    private static final int MODE = 0x81A4; // -rw-r--r--
    private static final int DIRECTORY_MODE = 0x41ED; // drwxr-xr-x

    @TempDir Path directory;
    private @Nullable FileTree read;
    private TreeFile root = new TreeFile(0, true);

    @BeforeEach
    void read() throws IOException {
        read = new FileTree(directory);
        root = read.file(FuseReply.ROOT);
    }

    private FileTree tree() {
        return Objects.requireNonNull(read);
    }

    private TreeFile create(TreeFile parent, String name, String content) throws IOException {
        TreeFile file = tree().create(parent, name, MODE);
        file.data().write(content.getBytes(StandardCharsets.US_ASCII));
        tree().close(file);
        return file;
    }

    private static void assertFails(int number, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        FuseError.class, e -> assertThat(e.number()).isEqualTo(number));
    }

    @Test
    void findsTheFilesOfADirectoryAgain() throws Exception {
        TreeFile folder = tree().createDirectory(root, "folder", DIRECTORY_MODE);
        TreeFile file = create(folder, "file", "abc");
        tree().link(file, root, "link");
        read();
        TreeFile found = tree().find(tree().find(root, "folder"), "file");
        assertThat(tree().find(root, "link")).isSameAs(found);
        assertThat(found.links()).isEqualTo(2);
        FuseAttributes attributes = tree().attributes(found);
        assertThat(attributes.bytes()).isEqualTo(3);
        assertThat(attributes.links()).isEqualTo(2);
        assertThat(attributes.mode()).isEqualTo(MODE);
        assertThat(tree().files()).hasSize(3);
    }

    @Test
    void keepsAFileUntilItsLastNameAndUserAreGone() throws Exception {
        TreeFile file = create(root, "file", "abc");
        tree().link(file, root, "link");
        assertThat(tree().remove(root, "file", false).isGone()).isFalse();
        tree().open(tree().find(root, "link"));
        assertThat(tree().remove(root, "link", false).isGone()).isFalse();
        assertThat(tree().attributes(file).bytes()).isEqualTo(3);
        assertThat(tree().attributes(file).links()).isZero();
        assertThat(directory).isEmptyDirectory();
        tree().resize(file, 1);
        assertThat(tree().attributes(file).bytes()).isEqualTo(1);
        assertFails(Libc.ENOENT, () -> tree().setMode(file, 0));
        tree().close(file);
        assertThat(file.isGone()).isTrue();
        assertFails(Libc.ENOENT, () -> tree().file(file.number()));
    }

    @Test
    void renamesOverAFile() throws Exception {
        TreeFile file = create(root, "file", "new");
        TreeFile old =
                create(tree().createDirectory(root, "folder", DIRECTORY_MODE), "file", "old");
        TreeFile folder = tree().find(root, "folder");
        assertFails(Libc.EEXIST, () -> tree().rename(root, "file", folder, "file", false));
        assertFails(Libc.EISDIR, () -> tree().rename(root, "file", root, "folder", true));
        assertFails(Libc.ENOTDIR, () -> tree().rename(root, "folder", root, "file", true));
        assertThat(tree().rename(root, "file", root, "file", true)).isSameAs(file);
        assertThat(tree().rename(root, "file", folder, "file", true)).isSameAs(old);
        assertThat(old.isGone()).isTrue();
        assertThat(directory.resolve("folder/file")).hasContent("new");
        tree().rename(root, "folder", root, "moved", true);
        tree().open(file);
        assertThat(file.data().length()).isEqualTo(3);
        assertThat(directory.resolve("moved/file")).exists();
    }

    @Test
    void failsAsAKernelWould() throws Exception {
        TreeFile folder = tree().createDirectory(root, "folder", DIRECTORY_MODE);
        create(folder, "file", "");
        assertFails(Libc.EEXIST, () -> tree().createDirectory(root, "folder", DIRECTORY_MODE));
        assertFails(Libc.EISDIR, () -> tree().create(root, "folder", MODE));
        assertFails(Libc.ENOTEMPTY, () -> tree().remove(root, "folder", true));
        assertFails(Libc.EISDIR, () -> tree().remove(root, "folder", false));
        assertFails(Libc.ENOTDIR, () -> tree().remove(folder, "file", true));
        assertFails(Libc.ENOENT, () -> tree().remove(folder, "other", false));
        assertFails(Libc.ENOENT, () -> tree().find(root, "other"));
        assertFails(Libc.ENAMETOOLONG, () -> tree().create(root, "x".repeat(256), MODE));
        assertThat(root.children()).hasSize(1);
        assertFails(Libc.EEXIST, () -> tree().link(tree().find(folder, "file"), root, "folder"));
        tree().remove(folder, "file", false);
        tree().remove(root, "folder", true);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void refusesOtherKindsOfFiles() throws Exception {
        Files.createSymbolicLink(directory.resolve("link"), Path.of("elsewhere"));
        assertThatThrownBy(this::read)
                .isInstanceOf(IOException.class)
                .hasMessage(
                        directory.resolve("link")
                                + " is neither a file nor a directory: remove it");
    }
}
