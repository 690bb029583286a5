// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class PathRightsTest {
    private static final int ANOTHER = 12345;

    /**
     * The capabilities of root to open, change and give away other users' files: the lowest five
     * bits.
     */
    private static final long FILE_CAPABILITIES = 0x1f;

    @TempDir Path root = Path.of("");

    private Path secret = Path.of("");
    private Path theirs = Path.of("");

    @BeforeEach
    void layOut() throws IOException {
        root = root.toRealPath();
        OtherUser.assume(root);
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
        secret = Files.writeString(root.resolve("secret"), "secret");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        theirs = OtherUser.give(Files.createDirectory(root.resolve("theirs")));
    }

    private Path link(Path link, Path target) throws IOException {
        return Files.createSymbolicLink(link, target);
    }

    @Test
    @Timeout(20)
    void aPipeIsRefusedAndNotWaitedFor() throws Exception {
        Path pipe = root.resolve("cassandra.yaml");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        assertThatThrownBy(() -> PathRights.read(pipe))
                .hasMessage(pipe + ": is a pipe or a device, not a file");
    }

    @Test
    void whoOwnsADirectoryOfThePathCanRedirectIt() throws IOException {
        assertThat(PathUsers.of(secret)).isEmpty();
        assertThat(PathUsers.of(theirs)).isEmpty(); // root's directory is above it
        assertThat(PathUsers.of(theirs.resolve("x"))).containsExactly(OtherUser.NUMBER);
        Path deep = Files.createDirectory(theirs.resolve("deep"));
        assertThat(PathUsers.of(deep.resolve("x"))).containsExactly(OtherUser.NUMBER);
        assertThat(PathUsers.of(deep.resolve("../../secret"))).containsExactly(OtherUser.NUMBER);
    }

    @Test
    void whoOwnsTheDirectoryOfALinkCanRedirectIt() throws IOException {
        assertThat(PathUsers.of(link(theirs.resolve("link"), secret)))
                .containsExactly(OtherUser.NUMBER);
        assertThat(PathUsers.of(link(root.resolve("link"), theirs.resolve("x"))))
                .containsExactly(OtherUser.NUMBER);
        assertThat(PathUsers.of(link(root.resolve("safe"), Path.of("secret")))).isEmpty();
        Path loop = link(root.resolve("loop"), Path.of("loop"));
        assertThatThrownBy(() -> PathUsers.of(loop)).hasMessageContaining("too many links");
    }

    @Test
    void whoOwnsAnEntryOfADirectoryThatIsOpenToAllCanReplaceIt() throws IOException {
        Path open = Files.createDirectory(root.resolve("open"));
        Files.setAttribute(open, "unix:mode", 01777);
        assertThat(PathUsers.of(OtherUser.give(link(open.resolve("link"), secret))))
                .containsExactly(OtherUser.NUMBER);
        assertThat(PathUsers.of(Files.createDirectory(open.resolve("mine")))).isEmpty();
        Files.createFile(open.resolve("moved"));
        for (String each : List.of("new", "moved"))
            assertThatThrownBy(() -> PathUsers.of(open.resolve(each)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("users other than root can make files in " + open);
    }

    @Test
    void rootUsesNoDirectoryThatUnknownUsersCanChange() throws IOException {
        for (int mode : List.of(0775, 0757)) {
            Path open = Files.createDirectory(root.resolve("open" + mode));
            Files.setAttribute(open, "unix:mode", mode);
            Path file = Files.createFile(open.resolve("file"));
            assertThatThrownBy(() -> PathRights.call(file, () -> "done"))
                    .hasMessageContaining("root does not use it");
        }
    }

    @Test
    void rootUsesNoPathThatSeveralUsersCanRedirect() throws IOException {
        Path deep = Files.createDirectory(theirs.resolve("deep"));
        Files.setAttribute(deep, "unix:uid", ANOTHER);
        assertThatThrownBy(() -> PathRights.call(deep.resolve("x"), () -> "done"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("users [12345, 65534]");
    }

    @Test
    void whatRootMakesInADirectoryOfAnotherUserBelongsToThatUser() throws IOException {
        Path made = theirs.resolve("made");
        PathRights.run(made, () -> Files.writeString(made, "x"));
        assertThat(OtherUser.standing(made)).containsEntry("uid", OtherUser.NUMBER);
        // The calling thread keeps its rights.
        assertThat(OtherUser.standing(Files.createFile(theirs.resolve("roots"))))
                .containsEntry("uid", 0);
    }

    @Test
    void rootFollowsALinkNoFurtherThanItsOwnerCould() throws IOException {
        Path link = link(theirs.resolve("link"), secret);
        assertThatThrownBy(() -> PathRights.call(link, () -> Files.readString(link)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("permission denied to nobody");
        assertThatThrownBy(() -> PathRights.run(link, () -> Files.writeString(link, "x")))
                .hasMessageContaining("permission denied to nobody");
        assertThat(secret).content().isEqualTo("secret");
        assertThat(PathRights.<String, IOException>call(secret, () -> Files.readString(secret)))
                .isEqualTo("secret");
    }

    @Test
    void theThreadHasNeitherRootsCapabilitiesNorItsGroups() throws IOException {
        List<String> status =
                PathRights.<List<String>, IOException>call(
                        theirs.resolve("x"),
                        () -> Files.readAllLines(Path.of("/proc/thread-self/status")));
        assertThat(status).contains("Uid:\t0\t0\t0\t65534", "Gid:\t0\t0\t0\t65534");
        assertThat(status)
                .filteredOn(line -> line.startsWith("Groups:"))
                .allMatch(line -> line.matches("Groups:\\s*(65534\\s*)?"));
        assertThat(status)
                .filteredOn(line -> line.startsWith("CapEff:"))
                .allSatisfy(
                        line ->
                                assertThat(
                                                Long.parseUnsignedLong(
                                                                line.substring(8).strip(), 16)
                                                        & FILE_CAPABILITIES)
                                        .isZero());
    }

    @Test
    void whatTheWorkThrowsIsThrown() {
        Path file = theirs.resolve("x");
        assertThatThrownBy(
                        () ->
                                PathRights.call(
                                        file,
                                        () -> {
                                            throw new SettingsException("no");
                                        }))
                .isInstanceOf(SettingsException.class)
                .hasMessage("no");
    }

    @Test
    void whatIsNotDoneWithTheRightsOfOthersIsRefused() throws IOException {
        PathRights.requireOwn(secret);
        assertThatThrownBy(() -> PathRights.requireOwn(theirs.resolve("x")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nobody could put a link into the path");
    }

    @Test
    void aDirectoryForFilesOfRootsIsTakenWhereOnlyTrustedUsersCanRedirectIt() throws IOException {
        Path program = root;
        Path own = root.resolve("own/data");
        PathRights.requireOwnDirectory(own, program);
        assertThat(own).doesNotExist(); // no other could make it first
        Path open = Files.createDirectory(root.resolve("open"));
        Files.setAttribute(open, "unix:mode", 01777);
        PathRights.requireOwnDirectory(open.resolve("data"), program);
        assertThat(open.resolve("data")).isEmptyDirectory();

        Path inTheirs = theirs.resolve("deep/data");
        assertThatThrownBy(() -> PathRights.requireOwnDirectory(inTheirs, program))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nobody could put a link into the path");
        assertThat(theirs).isEmptyDirectory();
        Path early = OtherUser.give(Files.createDirectory(open.resolve("early")));
        assertThatThrownBy(() -> PathRights.requireOwnDirectory(early, program))
                .hasMessageContaining("nobody could put a link into the path");
        // Who can change the program needs no link.
        PathRights.requireOwnDirectory(inTheirs, theirs);
    }
}
