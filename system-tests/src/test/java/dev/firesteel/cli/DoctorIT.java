// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the doctor on real drives and file systems. */
class DoctorIT {
    private static final long IMAGE_BYTES = 400 << 20;
    private static final Path MEMORY = Path.of("/dev/shm");

    @TempDir Path directory;
    private final List<List<String>> undoings = new ArrayList<>();

    /** Other users must be able to reach the program; a test directory may forbid that. */
    @BeforeEach
    void open() throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @AfterEach
    void undo() throws Exception {
        for (int i = undoings.size() - 1; i >= 0; i--) run(undoings.get(i));
    }

    @Test
    void isRightOfABlankDeviceAndOfExt4AndChangesNeither() throws Exception {
        assumeRoot();
        Path image = directory.resolve("image");
        String device = loopDevice(image);
        assertThat(examine(device))
                .satisfies(spoken -> assertThat(spoken.exitCode()).as(spoken.out()).isZero())
                .satisfies(spoken -> assertThat(spoken.out()).contains("1 at once: median"));
        assertThat(Files.mismatch(image, sparse())).isEqualTo(-1);

        assumeTrue(
                run(List.of("mkfs.ext4", "-q", "-b", "4096", device)).exitCode() == 0,
                "skipped: there is no mkfs.ext4");
        Path before = Files.copy(image, directory.resolve("before"));
        assertThat(examine(device).out()).contains("the device is not blank");
        assertThat(examine(device, "--write").out()).contains("1 at once: median");
        assertThat(Files.mismatch(image, before)).isEqualTo(-1);

        Path mounted = mount(device);
        assertHonest(mounted, "ext4", device, image);
        assertThat(names(mounted)).containsExactly("lost+found");
        assertThat(examine(device).out())
                .contains("not measured: the device is mounted as " + mounted);
    }

    @Test
    void isRightOfXfs() throws Exception {
        assumeRoot();
        Path image = directory.resolve("image");
        String device = loopDevice(image);
        assumeTrue(
                run(List.of("mkfs.xfs", "-q", device)).exitCode() == 0,
                "skipped: there is no mkfs.xfs");
        Path mounted = mount(device);
        assertHonest(mounted, "xfs", device, image);
        assertThat(names(mounted)).isEmpty();
    }

    private Path mount(String device) throws Exception {
        Path mounted = Files.createDirectory(directory.resolve("mounted"));
        done("mount", device, mounted.toString());
        undoings.add(List.of("umount", mounted.toString()));
        return mounted;
    }

    private static void assertHonest(Path mounted, String fileSystem, String device, Path image)
            throws Exception {
        Spoken files = examine(mounted.toString());
        assertThat(files.exitCode()).as(files.out()).isZero();
        assertThat(files.out())
                .contains(fileSystem + " on " + Path.of(device).getFileName())
                .contains("Loop device on the file " + image.toRealPath())
                .contains("O_DIRECT is honoured")
                .contains("O_DSYNC is honoured")
                .contains("1 at once: median")
                .contains("no problems");
    }

    @Test
    void doesNotTakeMemoryForADrive() throws Exception {
        assumeTrue(Files.isDirectory(MEMORY), "skipped: there is no " + MEMORY);
        Path files = Files.createTempDirectory(MEMORY, "doctor");
        undoings.add(List.of("rmdir", files.toString()));
        Spoken spoken = examine(files.toString());
        assertThat(spoken.exitCode()).isEqualTo(1);
        // Since Linux 6.6 tmpfs accepts O_DIRECT, without effect.
        assertThat(spoken.out())
                .contains("problem  durability   tmpfs keeps everything in memory")
                .containsAnyOf("accepted but not honoured", "O_DIRECT is refused by tmpfs");
        assertThat(names(files)).isEmpty();
    }

    @Test
    void tellsAUserWithoutRightsWhatIsMissing() throws Exception {
        assumeRoot();
        String device = loopDevice(directory.resolve("image"));
        Path closed = Files.createDirectory(directory.resolve("closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        Path below = Files.createDirectory(closed.resolve("below"));
        assertThat(asNobody(closed.toString()).out())
                .containsPattern("problem  permissions  The user \\S+ may not make files in ")
                .contains("not measured: no file can be made");
        assertThat(asNobody(below.toString()).out()).contains("problem  path", "has no access to");
        Spoken spoken = asNobody(device);
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.out())
                .contains("problem  permissions", "not measured", "permission denied")
                .doesNotContain("Exception");
    }

    private Path sparse() throws IOException {
        Path zeros = directory.resolve("zeros");
        try (RandomAccessFile file = new RandomAccessFile(zeros.toFile(), "rw")) {
            file.setLength(IMAGE_BYTES);
        }
        return zeros;
    }

    private String loopDevice(Path image) throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(IMAGE_BYTES);
        }
        Spoken spoken = run(List.of("losetup", "--find", "--show", image.toString()));
        assumeTrue(spoken.exitCode() == 0, "skipped: no loop device to be had: " + spoken.out());
        String device = spoken.out().strip();
        undoings.add(List.of("losetup", "--detach", device));
        return device;
    }

    private static void assumeRoot() throws Exception {
        assumeTrue(
                run(List.of("id", "-u")).out().strip().equals("0"),
                "skipped: only root can set up a loop device");
    }

    private static Spoken asNobody(String path) throws Exception {
        List<String> command =
                new ArrayList<>(
                        List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
        command.addAll(PackagedProgram.command("doctor", path));
        Spoken spoken = run(command);
        assumeTrue(
                spoken.out().contains("Linux"),
                "skipped: another user cannot run this program here: " + spoken.out());
        return spoken;
    }

    private static Spoken examine(String... arguments) throws Exception {
        List<String> words = new ArrayList<>(List.of("doctor"));
        words.addAll(List.of(arguments));
        return run(PackagedProgram.command(words.toArray(String[]::new)));
    }

    private static void done(String... command) throws Exception {
        Spoken spoken = run(List.of(command));
        assumeTrue(spoken.exitCode() == 0, "skipped: " + command[0] + ": " + spoken.out());
    }

    private static Spoken run(List<String> command) throws Exception {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            String text =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            // Join wrapped lines, so that tests do not depend on line breaks.
            return new Spoken(process.waitFor(), text.replaceAll("\\n {9,}", " "), "");
        } catch (IOException e) {
            return new Spoken(127, String.valueOf(e.getMessage()), "");
        }
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
