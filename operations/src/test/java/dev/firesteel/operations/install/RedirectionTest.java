// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.operations.home.OtherUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Installs as root into directories of another user, who puts links there. */
class RedirectionTest {
    private static final String CONTENT = "root's";
    private static final int ROUNDS = 20;

    /** The group "daemon". */
    private static final int OTHER_GROUP = 1;

    @TempDir Path root = Path.of("");

    private LaidOutHome laidOut;
    private Path secret = Path.of("");
    private Map<String, Object> standing = Map.of();

    @BeforeEach
    void layOut() throws IOException {
        OtherUser.assume(root);
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
        secret = Files.writeString(root.resolve("secret"), CONTENT);
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        standing = OtherUser.standing(secret);
        home("home");
    }

    private void home(String name) throws IOException {
        Path theirs = Files.createDirectory(root.resolve(name));
        laidOut = new LaidOutHome(theirs);
        OtherUser.giveAll(theirs);
    }

    @AfterEach
    void whatIsRootsIsAsItWas() throws IOException {
        assertThat(secret).content().isEqualTo(CONTENT);
        assertThat(OtherUser.standing(secret)).isEqualTo(standing);
    }

    @Test
    void whatIsInstalledThereBelongsToThatUser() throws IOException {
        laidOut.install();
        for (Path each :
                new Path[] {
                    laidOut.journal,
                    laidOut.conf.resolve("firesteel.yaml"),
                    laidOut.conf.resolve("jvm-server.options"),
                    laidOut.home.resolve("lib/firesteel/firesteel-agent.jar")
                }) assertThat(OtherUser.standing(each)).containsEntry("uid", OtherUser.NUMBER);
        assertThat(laidOut.plan().isEmpty()).isTrue();
        laidOut.uninstall();
        assertThat(laidOut.isLoaded()).isFalse();
    }

    /** The user's own files may be in a group that the user is not in. */
    @Test
    void theGroupOfTheDataNeedsNotBeThatUsers() throws IOException {
        Files.setAttribute(laidOut.root.resolve("var/data"), "unix:gid", OTHER_GROUP);
        laidOut.install();
        assertThat(OtherUser.standing(laidOut.journal))
                .containsEntry("uid", OtherUser.NUMBER)
                .containsEntry("gid", OtherUser.NUMBER);
    }

    @Test
    void aGroupThatThatUserCannotGiveIsNamed() throws IOException {
        Files.setAttribute(laidOut.conf.resolve("cassandra.yaml"), "unix:gid", OTHER_GROUP);
        assertThatThrownBy(laidOut::install)
                .hasMessageContaining("firesteel.yaml.firesteel to the group ")
                .hasMessageContaining(", because nobody is not in it");
    }

    @Test
    void aJournalThatThatUserMayNotOpenIsSeen() throws IOException {
        laidOut.install();
        Files.setAttribute(laidOut.journal, "unix:uid", 0);
        InstallationStatus status = laidOut.installation().status();
        assertThat(status.journalState()).isEqualTo(JournalState.CLOSED);
        assertThat(status.journalWhy()).startsWith("nobody may not read and write it; ");
        assertThatThrownBy(laidOut::install).hasMessageContaining("run 'chown nobody ");
        OtherUser.give(laidOut.journal);
        assertThat(laidOut.installation().status().journalState()).isEqualTo(JournalState.CLEAN);
    }

    @Test
    void aDeviceThatThatUserMayNotOpenIsRefused() throws Exception {
        Path device = root.resolve("device");
        Process make =
                new ProcessBuilder("mknod", "-m", "600", device.toString(), "b", "7", "250")
                        .inheritIO()
                        .start();
        assertThat(make.waitFor()).isZero();
        assertThatThrownBy(() -> laidOut.plan(device))
                .hasMessageContaining("nobody, the owner of Cassandra's data, may not read")
                .hasMessageContaining("'KERNEL==\"device\", OWNER=\"nobody\", MODE=\"0600\"'");
    }

    @Test
    void optionsThatAreALinkToRootsFileAreNeitherReadNorWritten() throws IOException {
        Path options = laidOut.conf.resolve("jvm-server.options");
        Files.delete(options);
        Files.createSymbolicLink(options, secret);
        assertThatThrownBy(laidOut::install).hasMessageContaining("permission denied to nobody");
    }

    @Test
    void aJournalThatIsALinkToABlankFileOfRootsIsNotFormatted() throws IOException {
        Path blank = Files.write(root.resolve("blank"), new byte[1 << 20]);
        Files.setPosixFilePermissions(blank, PosixFilePermissions.fromString("rw-------"));
        Map<String, Object> before = OtherUser.standing(blank);
        Files.createSymbolicLink(laidOut.journal, blank);
        assertThatThrownBy(laidOut::install).hasMessageContaining("permission denied");
        assertThat(OtherUser.standing(blank)).isEqualTo(before);
    }

    @Test
    void aLinkInThePlaceOfTheDirectoryOfTheAgentLeadsNowhere() throws IOException {
        Path closed = Files.createDirectory(root.resolve("closed"));
        Files.createSymbolicLink(laidOut.home.resolve("lib/firesteel"), closed);
        assertThatThrownBy(laidOut::install).hasMessageContaining("permission denied to nobody");
        assertThat(closed).isEmptyDirectory();
    }

    @Test
    void aLinkThatIsPutThereMeanwhileLeadsNowhere() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            home("home" + round);
            race(laidOut.root.resolve("journal.firesteel"));
            whatIsRootsIsAsItWas();
        }
    }

    @Test
    void aLinkThatIsPutAmongTheConfigurationMeanwhileLeadsNowhere() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            home("home" + round);
            race(laidOut.conf.resolve("firesteel.yaml.firesteel"));
            whatIsRootsIsAsItWas();
        }
    }

    /** Replaces a file by a link to root's file as soon as the installation has created it. */
    private void race(Path target) throws InterruptedException {
        Thread attacker = new Thread(() -> replace(target)); // owns threads
        attacker.start();
        try {
            laidOut.install();
        } catch (IOException e) {
            // The installation may fail; only its effects matter.
        } finally {
            attacker.interrupt();
            attacker.join();
        }
    }

    private void replace(Path target) {
        Path link = target.resolveSibling("link");
        try {
            Files.createSymbolicLink(link, secret);
            while (!Thread.currentThread().isInterrupted())
                if (Files.exists(target)) {
                    Files.move(link, target, StandardCopyOption.ATOMIC_MOVE);
                    return;
                }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
