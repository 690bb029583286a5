// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.firesteel.cli.EncryptedSettings;
import dev.firesteel.cli.Spoken;
import dev.firesteel.journal.Journal;
import dev.firesteel.journal.JournalKey;
import dev.firesteel.journal.JournalListener;
import dev.firesteel.journal.JournalOptions;
import dev.firesteel.journal.Owner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalVerbTest {
    private static final int SEGMENT_BYTES = 1 << 20;

    @TempDir Path directory;
    String file = "";

    @BeforeEach
    void create() {
        file = directory.resolve("journal").toString();
        Spoken spoken = format();
        assertThat(spoken.exitCode()).as(spoken.err()).isZero();
    }

    private Spoken format() {
        return Spoken.by("journal", "format", "--size", "16MiB", "--segment-size", "1MiB", file);
    }

    @Test
    void tellsPeopleAndMachinesWhatAJournalSaysOfItself() {
        assertThat(Spoken.by("journal", "info", file).out())
                .contains("segments of 1MiB")
                .contains("owner       none yet")
                .contains("state       new, never opened")
                .contains("in use      0 of ");
        assertThat(Spoken.by("journal", "info", "--json", file).out())
                .startsWith("{\"journal\":\"")
                .contains("\"segmentBytes\":" + SEGMENT_BYTES)
                .contains("\"clean\":true,\"openings\":0")
                .endsWith("\"segments\":[]}" + System.lineSeparator());
    }

    @Test
    void saysWhetherAJournalIsCleanOrOpen() throws IOException {
        append();
        assertThat(Spoken.by("journal", "info", file).out())
                .contains("state       clean: all its writes are in SSTables");
        try (Journal open = Journal.open(Path.of(file), options(0, null), JournalListener.none())) {
            String process = Long.toString(ProcessHandle.current().pid());
            assertThat(Spoken.by("journal", "info", file).out())
                    .contains("state       open, by process " + process);
            assertThat(Spoken.by("journal", "info", "--json", file).out())
                    .contains("\"process\":" + process);
            String isOpen = "process %s has the journal %s open".formatted(process, file);
            assertThat(Spoken.by("journal", "verify", file).err()).contains(isOpen);
            Spoken dump = Spoken.by("journal", "dump", file);
            assertThat(dump.err()).contains(isOpen);
            assertThat(dump.out()).isEmpty();
            open.append(ByteBuffer.wrap(new byte[9]), (segment, offset) -> {});
        }
        assertThat(Spoken.by("journal", "info", file).out())
                .contains(
                        "state       dirty: 1 segment may hold writes that are in no SSTable;",
                        "            the next start of its node replays them");
        assertThat(Spoken.by("journal", "info", "--json", file).out())
                .contains("\"clean\":false,")
                .doesNotContain("process");
        // What would be formatted over is named, too.
        assertThat(format().err()).contains("it is the journal of test, and 1 of its segments may");
    }

    /** Matches the advice of docs/concepts/durability.md for the fault full. */
    @Test
    void choosesSmallSegmentsForASmallJournal() {
        String small = directory.resolve("small").toString();
        Spoken spoken = Spoken.by("journal", "format", "--size", "33MiB", small);
        assertThat(spoken.exitCode()).as(spoken.err()).isZero();
        assertThat(Spoken.by("journal", "info", small).out()).contains("segments of 4MiB");
    }

    @Test
    void makesNoJournalInMemoryUnlessItIsAskedFor() throws IOException {
        Path memory = Path.of("/dev/shm");
        assumeTrue(Files.isDirectory(memory) && Files.getFileStore(memory).type().equals("tmpfs"));
        Path journal = memory.resolve("firesteel-" + UUID.randomUUID());
        String[] format = {"journal", "format", "--size", "16MiB", journal.toString()};
        Spoken refused = Spoken.by(format);
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).startsWith("firesteel: " + journal + " is on tmpfs, which keeps");
        assertThat(journal).doesNotExist();
        Spoken run = Spoken.by("run", "--data", directory + "/d", "--journal", journal.toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("firesteel: " + journal + " is on tmpfs, which keeps");
        for (String bench : List.of("commitlog", "replay")) {
            Spoken measured = Spoken.by("bench", bench, "--device", journal.toString());
            assertThat(measured.exitCode()).isEqualTo(1);
            assertThat(measured.err())
                    .startsWith("firesteel: The journal would be in memory (tmpfs)")
                    .contains("give --device on a drive");
        }
        assertThat(journal).doesNotExist();
    }

    /** It would be a file in memory. */
    @Test
    void makesNoFileInPlaceOfADeviceThatIsMissing() {
        Path device = Path.of("/dev/firesteel-no-such-device");
        Spoken refused = Spoken.by("journal", "format", "--size", "16MiB", device.toString());
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).contains("there is no device " + device);
        assertThat(device).doesNotExist();
    }

    @Test
    void listsTheEntriesThatARestartWouldReplay() throws IOException {
        append("spark", "flint");
        assertThat(Spoken.by("journal", "dump", file).out().lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("segment ").endsWith("in hex"),
                        line -> assertThat(line).endsWith("  737061726b"),
                        line -> assertThat(line).endsWith("  666c696e74"));
        assertThat(Spoken.by("journal", "dump", "--json", file).out().lines())
                .hasSize(2)
                .allMatch(line -> line.contains("\"bytes\":5,\"encrypted\":false,\"hex\":\""));
        assertThat(Spoken.by("journal", "verify", file))
                .satisfies(verified -> assertThat(verified.exitCode()).isZero())
                .satisfies(verified -> assertThat(verified.out()).contains("entries     2, 10B"));
    }

    @Test
    void dumpsAllBytesOnRequestOnly() throws IOException {
        append("x".repeat(100));
        assertThat(Spoken.by("journal", "dump", file).out()).doesNotContain("78".repeat(25));
        assertThat(Spoken.by("journal", "dump", "--all", file).out()).contains("78".repeat(100));
    }

    @Test
    void refusesToFormatWhatIsNotBlankAndChangesNothing() throws IOException {
        append("precious");
        byte[] before = Files.readAllBytes(Path.of(file));
        Spoken spoken = format();
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.err()).startsWith("firesteel: ").contains("not blank");
        assertThat(Files.readAllBytes(Path.of(file))).isEqualTo(before);
    }

    /** Creates a directory of the user "nobody". */
    private Path theirs() throws IOException {
        Path theirs = Files.createDirectory(directory.resolve("theirs"));
        try {
            Files.setAttribute(theirs, "unix:uid", 65534);
        } catch (IOException e) {
            assumeTrue(false, "skipped: only root can give a directory to nobody, " + e);
        }
        return theirs;
    }

    @Test
    void rootFormatsNoBlankFileThroughALinkOfAnotherUser() throws IOException {
        byte[] zeros = new byte[1 << 20];
        Path blank = Files.write(directory.resolve("blank"), zeros);
        Path link = Files.createSymbolicLink(theirs().resolve("journal"), blank);
        Spoken spoken = Spoken.by("journal", "format", "--size", "16MiB", link.toString());
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(blank).hasBinaryContent(zeros);
    }

    @Test
    void rootExportsNothingToADirectoryOfAnotherUser() throws IOException {
        append(8, "a mutation of some table");
        Path exported = theirs().resolve("exported");
        Spoken spoken = Spoken.by("journal", "export", file, exported.toString());
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.err()).contains("nobody could put a link into the path");
        assertThat(exported).doesNotExist();
    }

    @Test
    void exportsAStockCommitLogAndSaysWhatToDoWithIt() throws IOException {
        append(8, "a mutation of some table");
        String exported = directory.resolve("exported").toString();
        Spoken spoken = Spoken.by("journal", "export", file, exported);
        assertThat(spoken.exitCode()).as(spoken.err()).isZero();
        assertThat(spoken.out())
                .contains("entries     1, 24B", "files       1, 64B, in " + exported)
                .contains("move CommitLog-7-1.log", "remove the -javaagent option")
                .doesNotContain("fillers");
        assertThat(directory.resolve("exported"))
                .isDirectoryContaining("glob:**/CommitLog-8-*.log");
        Spoken again = Spoken.by("journal", "export", file, exported);
        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(again.out()).isEmpty();
        assertThat(again.err().lines())
                .singleElement()
                .satisfies(line -> assertThat(line).contains("already holds files"));
        String other = directory.resolve("other").toString();
        assertThat(Spoken.by("journal", "export", "--json", file, other).out())
                .startsWith("{\"segments\":1,")
                .contains("\"exported\":true,\"files\":[\"" + other + "/CommitLog-8-")
                .contains("\"fileBytes\":64,\"fillers\":0,");
    }

    @Test
    void exportsNothingOfADamagedJournalUnlessToldTo() throws IOException {
        append(8, "the mutation that rots", "a mutation that does not");
        byte[] content = Files.readAllBytes(Path.of(file));
        int at = new String(content, StandardCharsets.ISO_8859_1).indexOf("rots");
        content[at] ^= 1;
        Files.write(Path.of(file), content);
        String exported = directory.resolve("exported").toString();
        Spoken refused = Spoken.by("journal", "export", file, exported);
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.out()).contains("damage      1", "B_DAMAGED_BODY");
        assertThat(refused.err().lines())
                .singleElement()
                .satisfies(line -> assertThat(line).contains("--despite-damage"));
        assertThat(directory.resolve("exported")).doesNotExist();
        Spoken spoken = Spoken.by("journal", "export", "--despite-damage", file, exported);
        assertThat(spoken.exitCode()).as(spoken.err()).isZero();
        assertThat(spoken.out()).contains("B_DAMAGED_BODY", "fillers     1, in place of");
    }

    @Test
    void saysInOneLineWhatIsWrongWithADevice() throws IOException {
        Path missing = directory.resolve("missing");
        for (String verb : new String[] {"info", "verify", "dump"}) {
            Spoken spoken = Spoken.by("journal", verb, missing.toString());
            assertThat(spoken.exitCode()).isEqualTo(1);
            assertThat(spoken.err().lines()).hasSize(1).allMatch(line -> line.contains("missing"));
        }
        assertThat(missing).doesNotExist();
    }

    @Test
    void whatIsEncryptedIsCheckedWithoutTheKeyAndShownWithIt() throws IOException {
        append(8, EncryptedSettings.KEY, "a mutation of some table");
        Path yaml = directory.resolve("cassandra.yaml");
        EncryptedSettings.write(yaml);
        String key = EncryptedSettings.KEY.toString();
        String entry = "61206d75746174696f6e206f6620736f6d65207461626c65";
        assertThat(Spoken.by("journal", "info", file).out())
                .contains(" in slot 0, encrypted with " + key);
        assertThat(Spoken.by("journal", "info", "--json", file).out())
                .contains("\"" + key.replace(" ", "\":\"") + "\"");
        assertThat(Spoken.by("journal", "verify", file))
                .satisfies(verified -> assertThat(verified.exitCode()).isZero())
                .satisfies(verified -> assertThat(verified.out()).contains("entries     1, 24B"));
        Spoken raw = Spoken.by("journal", "dump", file);
        assertThat(raw.exitCode()).isZero();
        assertThat(raw.out()).doesNotContain(entry);
        assertThat(raw.err()).contains("entries are encrypted; give --key-of to decrypt");
        Spoken shown = Spoken.by("journal", "dump", "--key-of", yaml.toString(), file);
        assertThat(shown.out()).contains(entry);
        assertThat(shown.err()).isEmpty();
        assertThat(Spoken.by("journal", "dump", "--json", file).out())
                .contains("\"encrypted\":true");
        assertThat(Spoken.by("journal", "dump", "--json", "--key-of", yaml.toString(), file).out())
                .contains("\"encrypted\":false", entry);
        String exported = directory.resolve("exported").toString();
        Spoken refused = Spoken.by("journal", "export", file, exported);
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err().lines())
                .singleElement()
                .satisfies(
                        line ->
                                assertThat(line)
                                        .endsWith(key + ", and no key was given: give --key-of"));
        assertThat(directory.resolve("exported")).doesNotExist();
        Spoken spoken = Spoken.by("journal", "export", "--key-of", yaml.toString(), file, exported);
        assertThat(spoken.exitCode()).as(spoken.err()).isZero();
        assertThat(spoken.err()).contains("the files are not encrypted");
    }

    private void append(String... entries) throws IOException {
        append(0, entries);
    }

    private void append(int contentVersion, String... entries) throws IOException {
        append(contentVersion, null, entries);
    }

    private void append(int contentVersion, @Nullable JournalKey key, String... entries)
            throws IOException {
        JournalOptions options = options(contentVersion, key);
        try (Journal journal = Journal.open(Path.of(file), options, JournalListener.none())) {
            for (String entry : entries)
                journal.append(
                        ByteBuffer.wrap(entry.getBytes(StandardCharsets.UTF_8)),
                        (segment, offset) -> {});
        }
    }

    private static JournalOptions options(int contentVersion, @Nullable JournalKey key) {
        return new JournalOptions(
                        new Owner(UUID.randomUUID(), "test"),
                        contentVersion,
                        0,
                        JournalOptions.DEFAULT_RECORDS_IN_FLIGHT,
                        JournalOptions.DEFAULT_FULL_WAIT,
                        JournalOptions.DEFAULT_RESERVE_SEGMENTS)
                .encryptedWith(key);
    }
}
