// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.cli.Firesteel;
import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.node.NodeDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class LocalJournalTest {
    private static final Size SMALL = Size.parse("320MiB");
    private static final long MAX_MUTATION = 16 << 20;

    @TempDir Path root;
    NodeDirectory node;
    LocalJournal journal;
    Console console;

    @BeforeEach
    void create() {
        node = new NodeDirectory(root.resolve("node1"));
        journal = LocalJournal.in(node);
        console = new Console(Firesteel.commandLine());
    }

    @Test
    void isMadeWithItsDirectoryForANodeThatIsNew() throws IOException {
        journal.makeIfNew(node, SMALL, MAX_MUTATION, console);
        assertThat(JournalReader.inspect(journal.path()).segmentBytes()).isEqualTo(32 << 20);
        assertThat(journal.describe()).contains(journal.path().toString(), " segments");
    }

    @ParameterizedTest
    @CsvSource({"257MiB, 16, 32, 8", "256MiB, 8, 16, 15", "9MiB, 0, 1, 8"})
    void hasSmallerSegmentsWhereThereIsNoRoomForEight(
            String size, long maxMutation, int segmentMebibytes, int segments) throws IOException {
        journal.makeIfNew(node, Size.parse(size), maxMutation << 20, console);
        JournalInfo info = JournalReader.inspect(journal.path());
        assertThat(info.segmentBytes()).isEqualTo(segmentMebibytes << 20);
        assertThat(info.slots()).isEqualTo(segments);
    }

    /** The node would refuse it. */
    @Test
    void isNotMadeTooSmallForTheMutationsOfTheNode() {
        assertThatThrownBy(
                        () -> journal.makeIfNew(node, Size.parse("256MiB"), MAX_MUTATION, console))
                .hasMessageContaining("256MiB is too small for max_mutation_size")
                .hasMessageContaining("at least 257MiB");
        assertThat(journal.path().getParent()).doesNotExist();
    }

    @Test
    void anotherSizeThanAnExistingOneHasIsNoted() throws IOException {
        assertThat(LocalJournal.noteOnSize(journal.path(), SMALL)).isEmpty();
        journal.makeIfNew(node, SMALL, MAX_MUTATION, console);
        // It has whole segments: 289 MiB.
        assertThat(LocalJournal.noteOnSize(journal.path(), SMALL)).isEmpty();
        assertThat(LocalJournal.noteOnSize(journal.path(), Size.parse("1GiB")))
                .hasValue(
                        "firesteel: %1$s exists, and keeps its size, 289MiB.%nFor another size: drain the node, delete the file, and run%n'firesteel journal format --size 1GiB %1$s'"
                                .formatted(journal.path()));
        assertThat(LocalJournal.noteOnSize(journal.path(), Size.parse("288MiB"))).isPresent();
        assertThat(LocalJournal.noteOnSize(Path.of("/dev/null"), SMALL))
                .hasValue(
                        "firesteel: /dev/null is a device, and used whole: --journal-size has no effect");
        Files.writeString(journal.path(), "no journal");
        assertThat(LocalJournal.noteOnSize(journal.path(), SMALL)).isEmpty();
    }

    @Test
    void saysHowMuchOfTheDiskItTakes() throws IOException {
        StringWriter err = new StringWriter();
        CommandLine line = Firesteel.commandLine().setErr(new PrintWriter(err, true));
        journal.makeIfNew(node, SMALL, MAX_MUTATION, new Console(line));
        assertThat(err.toString())
                .startsWith("Making the journal %s:%n320MiB of ".formatted(journal.path()))
                .contains(" that are free; --journal-size changes that");
    }

    /** A program was killed while it formatted. */
    @Test
    void isMadeAnewWhereHalfOfItWasMade() throws IOException {
        Path half = journal.path().resolveSibling("journal.firesteel-new");
        Files.createDirectories(half.resolveSibling(""));
        try (RandomAccessFile file = new RandomAccessFile(half.toFile(), "rw")) {
            file.setLength(1 << 20);
        }
        journal.makeIfNew(node, SMALL, MAX_MUTATION, console);
        assertThat(half).doesNotExist();
        assertThat(JournalReader.inspect(journal.path()).segments()).isEmpty();
    }

    @Test
    void isLeftAloneWhereThereIsOne() throws IOException {
        journal.makeIfNew(node, SMALL, MAX_MUTATION, console);
        var made = JournalReader.inspect(journal.path()).journalId();
        journal.makeIfNew(node, SMALL, MAX_MUTATION, console);
        assertThat(JournalReader.inspect(journal.path()).journalId()).isEqualTo(made);
    }

    @Test
    void isNotReplacedByAnEmptyOneWhereTheNodeHadOne() throws IOException {
        Files.createDirectories(node.commitLog());
        Files.writeString(
                node.commitLog().resolve("firesteel.node"),
                "owner: 2c1b9c5e-4b4c-4b0e-8d3f-3b8a6c1f7f10\njournal: /mnt/lost/journal\n");
        journal.makeIfNew(node, SMALL, MAX_MUTATION, console);
        assertThat(journal.path()).doesNotExist();
    }

    @Test
    void isRefusedWhereItDoesNotFit() {
        assertThatThrownBy(
                        () -> journal.makeIfNew(node, Size.parse("8000TiB"), MAX_MUTATION, console))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("8000TiB does not fit")
                .hasMessageContaining("--journal-size");
        assertThat(journal.path()).doesNotExist();
    }

    @Test
    void severalAreRefusedWhereTheyDoNotFitTogether() throws IOException {
        Size half = new Size(Files.getFileStore(root).getUsableSpace() / 3 * 2);
        journal.requireRoom(1, half, "--size", 1);
        assertThatThrownBy(() -> journal.requireRoom(2, half, "--size", 1))
                .hasMessageStartingWith("2 journals of " + half + " do not fit into " + root)
                .hasMessageEndingWith(" are free: give a smaller --size");
        assertThatThrownBy(() -> journal.requireRoom(2, half, "--size", 1L << 53))
                .hasMessageEndingWith(" are free: free at least 16384TiB, for the smallest");
        assertThat(journal.isToBeMade(node)).isTrue();
    }

    @Test
    void isRefusedWhereItsDirectoryIsMissingIfItWasNamed() throws IOException {
        Path named = root.resolve("mnt/f");
        assertThatThrownBy(() -> LocalJournal.requireFolder(named))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no directory " + root.resolve("mnt"));
        assertThat(root.resolve("mnt")).doesNotExist();
        LocalJournal.requireFolder(root.resolve("f"));
        LocalJournal.requireFolder(Path.of("f"));
    }

    @Test
    void isNotMadeInPlaceOfADeviceThatIsMissing() {
        LocalJournal device = new LocalJournal(Path.of("/dev/firesteel-has-no-such-device"));
        assertThatThrownBy(() -> device.makeIfNew(node, SMALL, MAX_MUTATION, console))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no device /dev/firesteel-has-no-such-device");
        assertThat(device.path()).doesNotExist();
    }
}
