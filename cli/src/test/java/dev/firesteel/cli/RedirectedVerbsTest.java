// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.operating.DoctorText;
import dev.firesteel.operations.doctor.Doctor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs verbs as root in directories of an unprivileged user, who meanwhile replaces their files by
 * links to root's. Root's files must stay as they are, and their content secret.
 */
class RedirectedVerbsTest {
    private static final int USER = 65534;
    private static final int JOURNAL_BYTES = 16 << 20;
    private static final String SECRET = "known to root alone";
    private static final String JOURNAL = "--journal THEIRS/journal --journal-size 16MiB";

    /** Attacks on each verb: {@code -Dfiresteel.rounds=1000}. */
    private static final int ROUNDS = Integer.getInteger("firesteel.rounds", 5);

    private static final int ROUNDS_OF_THE_CONTROL = 200;

    /** A clock that shortens the time-limited trials of the doctor. */
    private static final int TIMES_FASTER = 200;

    @TempDir Path root;

    private Path secret;
    private Path results;

    @BeforeEach
    void layOut() throws IOException {
        Path agent = new Build().agent();
        assumeTrue(Files.exists(agent), "skipped: the agent is not built, " + agent);
        root = root.toRealPath();
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path probe = Files.createFile(root.resolve("probe"));
        try {
            give(probe);
        } catch (IOException e) {
            assumeTrue(false, "skipped: only root can give files to another user");
        }
        results = SplitResults.write(root.resolve("results.jsonl"));
        Path own = Files.createDirectory(root.resolve("own"));
        secret = closed(Files.writeString(own.resolve("secret"), SECRET + ": " + SECRET + "\n"));
        Path blank = closed(Files.write(own.resolve("blank"), new byte[JOURNAL_BYTES]));
        assertThat(blank).isNotEmptyFile();
        Files.createDirectory(own.resolve("open"));
        Path directory = Files.createDirectory(own.resolve("closed"));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    }

    private static Path closed(Path file) throws IOException {
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private static void give(Path file) throws IOException {
        Files.setAttribute(file, "unix:uid", USER, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(file, "unix:gid", USER, LinkOption.NOFOLLOW_LINKS);
    }

    /** The commands are separated by semicolons; the last one is attacked. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "install HOME " + JOURNAL + " --yes",
                "install HOME " + JOURNAL + " --yes; uninstall HOME --yes",
                "install HOME " + JOURNAL + " --yes; status HOME",
                "doctor THEIRS/home",
                "journal format THEIRS/journal --size 16MiB",
                "journal format THEIRS/journal --size 16MiB; journal info THEIRS/journal",
                "journal format THEIRS/journal --size 16MiB; journal verify THEIRS/journal",
                "journal format THEIRS/journal --size 16MiB; journal dump THEIRS/journal",
                "journal format THEIRS/journal --size 16MiB; journal export THEIRS/journal MINE",
                "memory apply RESULTS --cassandra HOME --yes",
                "memory apply RESULTS --cassandra HOME --yes;"
                        + " memory apply RESULTS --cassandra HOME --budget 3900MiB --yes",
                "memory apply RESULTS --cassandra HOME --yes;"
                        + " memory apply --cassandra HOME --revert --yes",
            })
    void noLinkLeadsRootAstray(String commands) throws IOException {
        String[] each = commands.split("; *", -1);
        Map<String, String> before = standing();
        List<Path> names = names(each);
        for (int round = 0; round < ROUNDS; round++) {
            Path theirs = scene(round);
            for (int i = 0; i < each.length - 1; i++)
                assertThat(speak(each[i], theirs)).doesNotContain("firesteel: ");
            SplittableRandom random = new SplittableRandom(31L * commands.hashCode() + round);
            Path target = theirs.resolve(names.get(random.nextInt(names.size())));
            String spoken;
            try (Redirector attack = new Redirector(target, payload(random), random)) {
                spoken = speak(each[each.length - 1], theirs);
                spoken += "\n" + attack;
            }
            requireUntouched(before, theirs, "round " + round + ": " + spoken);
            assertThat(spoken).doesNotContain(SECRET);
            delete(theirs);
        }
    }

    /** These links were followed once. */
    @ParameterizedTest
    @CsvSource({
        "home/conf/firesteel-memory-backup/written, secret, permission denied, memory apply RESULTS --cassandra HOME"
                + " --budget 3900MiB --yes",
        "home, open, no file can be made in, doctor THEIRS/home",
        "commitlog/firesteel.node, secret, permission denied, status HOME",
    })
    void aLinkThatIsThereBeforeIsNotFollowed(
            String name, String payload, String answer, String command) throws IOException {
        Path theirs = scene(0);
        assertThat(speak("memory apply RESULTS --cassandra HOME --yes", theirs))
                .contains("\nwritten; ");
        Path link = theirs.resolve(name);
        if (Files.exists(link)) Files.move(link, theirs.resolve("aside"));
        give(Files.createSymbolicLink(link, secret.resolveSibling(payload)));
        Map<String, String> before = standing();
        String spoken = speak(command, theirs);
        assertThat(spoken).contains(answer).doesNotContain(SECRET);
        requireUntouched(before, theirs, spoken);
    }

    /** Root's own program that follows links must be found. */
    @Test
    void findsAProgramThatFollowsLinks() throws IOException {
        Map<String, String> before = standing();
        assertThatThrownBy(
                        () -> {
                            for (int round = 0; round < ROUNDS_OF_THE_CONTROL; round++) {
                                Path theirs = scene(round);
                                Path file = theirs.resolve("home/conf/cassandra.yaml");
                                String attacked;
                                try (Redirector attack =
                                        new Redirector(file, secret, new SplittableRandom(round))) {
                                    Files.writeString(file, "written\n");
                                    attacked = attack.toString();
                                }
                                requireUntouched(before, theirs, attacked);
                                delete(theirs);
                            }
                        })
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("led to " + secret);
    }

    /** Returns the names that exist before or after the last command, and those of new versions. */
    private List<Path> names(String... commands) throws IOException {
        TreeSet<Path> names = new TreeSet<>();
        Path theirs = scene(-1);
        for (String each : commands) {
            names.addAll(tree(theirs));
            speak(each, theirs);
        }
        names.addAll(tree(theirs));
        names.remove(Path.of(""));
        for (Path each : List.copyOf(names))
            for (String suffix : List.of(".firesteel", ".new"))
                names.add(each.resolveSibling(each.getFileName() + suffix));
        delete(theirs);
        return List.copyOf(names);
    }

    private static List<Path> tree(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.map(directory::relativize).toList();
        }
    }

    private Path payload(SplittableRandom random) {
        List<String> names =
                List.of("secret", "secret", "secret", "blank", "closed", "closed/new", "open/new");
        return secret.resolveSibling(names.get(random.nextInt(names.size())));
    }

    /** Makes the user's directory, with a home of Cassandra. */
    private Path scene(int round) throws IOException {
        Path theirs = Files.createDirectory(root.resolve("theirs" + round));
        Path conf = Files.createDirectories(theirs.resolve("home/conf"));
        Files.createDirectories(theirs.resolve("home/lib"));
        Files.createDirectories(theirs.resolve("commitlog"));
        Files.createDirectories(theirs.resolve("data"));
        Files.createFile(theirs.resolve("home/lib/apache-cassandra-5.0.9.jar"));
        Files.writeString(conf.resolve("jvm-server.options"), "-ea\n");
        Files.writeString(
                conf.resolve("cassandra.yaml"),
                "commitlog_directory: %1$s/commitlog\ndata_file_directories: [%1$s/data]\nmax_mutation_size: 512KiB\n"
                        .formatted(theirs));
        for (Path each : tree(theirs)) give(theirs.resolve(each));
        return theirs;
    }

    /** Runs a command, and returns everything that it prints. */
    private String speak(String command, Path theirs) throws IOException {
        Path mine = root.resolve("mine");
        List<String> words = new ArrayList<>();
        for (String each : command.split(" ", -1))
            words.add(
                    each.replace("THEIRS", theirs.toString())
                            .replace("HOME", theirs + "/home")
                            .replace("RESULTS", results.toString())
                            .replace("MINE", mine.toString()));
        if (words.get(0).equals("doctor")) return examined(Path.of(words.get(1)));
        Spoken spoken = Spoken.by(words.toArray(String[]::new));
        if (Files.exists(mine)) delete(mine);
        return spoken.out() + spoken.err();
    }

    private static String examined(Path directory) {
        Doctor doctor = new Doctor(() -> System.nanoTime() * TIMES_FASTER);
        return String.join("\n", DoctorText.lines(doctor.examine(directory, false)));
    }

    private void requireUntouched(Map<String, String> before, Path theirs, String description)
            throws IOException {
        assertThat(standing()).as(description).isEqualTo(before);
        for (Path each : tree(theirs)) {
            Path file = theirs.resolve(each);
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    && Files.size(file) < JOURNAL_BYTES)
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as("%s after %s", file, description)
                        .doesNotContain(SECRET);
        }
    }

    /** Returns name, owner, mode, size and last change of everything that is root's. */
    private Map<String, String> standing() throws IOException {
        Map<String, String> all = new TreeMap<>();
        Path own = secret.resolveSibling("");
        for (Path each : tree(own))
            all.put(
                    each.toString(),
                    new TreeMap<>(
                                    Files.readAttributes(
                                            own.resolve(each), "unix:uid,gid,mode,size,ctime"))
                            .toString());
        return all;
    }

    private static void delete(Path directory) throws IOException {
        List<Path> files = new ArrayList<>(tree(directory));
        for (int i = files.size() - 1; i >= 0; i--) Files.delete(directory.resolve(files.get(i)));
    }
}
