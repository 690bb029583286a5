// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.firesteel.journal.Journal;
import dev.firesteel.journal.JournalFormat;
import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.JournalListener;
import dev.firesteel.journal.JournalOptions;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.journal.Owner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests journals that a node refuses to start on: the message, and an untouched journal. */
class JournalOpenerTest {
    private static final int COMMIT_LOG_VERSION = 8;
    private static final int SEGMENT_BYTES = 2 << 20;

    @TempDir Path directory;
    private Path journal;
    private Path commitLog;

    @BeforeEach
    void placeNode() throws IOException {
        journal = directory.resolve("journal");
        commitLog = Files.createDirectory(directory.resolve("commitlog"));
    }

    @Test
    void refusesAJournalThatIsNotThere() {
        assertThatThrownBy(() -> startUp(limits(1 << 20)).open())
                .isInstanceOf(Refusal.class)
                .hasMessage(
                        "there is no journal at %s; make one: firesteel journal format --size 4GiB"
                                + " %s",
                        journal, journal);
        assertThat(journal).doesNotExist();
    }

    @Test
    void refusesABlankFile() throws Exception {
        Files.write(journal, new byte[64 << 20]);
        assertRefused(journal + " is blank; format it: firesteel journal format " + journal);
    }

    @Test
    void refusesAFileThatIsSomethingElse() throws Exception {
        byte[] other = "somebody's data. ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        Files.write(journal, other);
        assertRefused(journal + " does not hold a Firesteel journal, but something else");
    }

    @Test
    void refusesTheJournalOfAnotherNode() throws Exception {
        format();
        UUID other = UUID.randomUUID();
        try (Journal open = openAs(other)) {
            append(open, "acknowledged");
        }
        new NodeIdentity(UUID.randomUUID(), Path.of("/flash/journal")).write(commitLog);
        assertRefused(journal + " holds the journal of another owner: other (" + other + ")");
    }

    @Test
    void namesTheLineThatALostFileOfTheNodeNeeds() throws Exception {
        format();
        UUID own = UUID.randomUUID();
        try (Journal open = openAs(own)) {
            append(open, "acknowledged");
        }
        Path file = commitLog.resolve(NodeIdentity.NAME);
        assertRefused("write the line 'owner: " + own + "' into " + file);
        assertThat(file).doesNotExist();
        Files.writeString(file, "owner: " + own + "\n");
        assertThat(NodeIdentity.read(commitLog).mayOwn(JournalReader.inspect(journal))).isTrue();
        assertThatCode(() -> check()).doesNotThrowAnyException();
    }

    @Test
    void refusesAJournalThatAnotherProcessHasOpen() throws Exception {
        format();
        UUID own = UUID.randomUUID();
        new NodeIdentity(own, null).write(commitLog);
        try (Journal open = openAs(own)) {
            assertThat(open.segments()).isNotEmpty();
            assertRefused(journal + " is in use");
        }
    }

    @Test
    void refusesSegmentsThatAreSmallerThanAMutationMayBe() throws Exception {
        format();
        assertRefused(
                limits(4 << 20),
                "a segment of the journal " + journal + " holds mutations of at most 2035KiB",
                ", and max_mutation_size is 4096KiB: lower max_mutation_size",
                "make larger segments: delete "
                        + journal
                        + ", and run firesteel journal format --size 65MiB --segment-size 8MiB "
                        + journal);
        UUID own = UUID.randomUUID();
        try (Journal open = openAs(own)) {
            append(open, "acknowledged");
        }
        new NodeIdentity(own, null).write(commitLog);
        assertRefused(
                limits(4 << 20),
                "larger segments: start with max_mutation_size: 2035KiB and drain");
    }

    /** Follows the steps of the message. */
    @Test
    void theProposedSegmentsHoldTheMutation() throws Exception {
        format();
        String message = catchThrowable(() -> check(4 << 20)).getMessage();
        Matcher sizes =
                Pattern.compile("--size (\\d+)MiB --segment-size (\\d+)MiB").matcher(message);
        assertThat(sizes.find()).as(message).isTrue();
        Files.delete(journal);
        int segmentBytes = Integer.parseInt(sizes.group(2)) << 20;
        new JournalFormat(Long.parseLong(sizes.group(1)) << 20, segmentBytes, 28, 12)
                .write(journal, (written, of) -> {});
        assertThatCode(() -> check(4 << 20)).doesNotThrowAnyException();
    }

    @Test
    void refusesAnotherJournalWhileItsOwnHoldsWrites() throws Exception {
        format();
        new NodeIdentity(UUID.randomUUID(), Path.of("/flash/gone")).write(commitLog);
        new StartGuardFile(commitLog).place();
        assertRefused(
                "the journal "
                        + journal
                        + " is a new one; writes of this node that are in no SSTable are in its"
                        + " journal /flash/gone: bring it back");
    }

    /** The file that guards the writes may have been deleted by hand. */
    @Test
    void refusesAnotherJournalWhileTheLastOneHoldsWrites() throws Exception {
        Path last = changeJournal();
        Path file = commitLog.resolve(NodeIdentity.NAME);
        String before = Files.readString(file);
        assertRefused(
                "the last journal of this node, "
                        + last
                        + ", holds 1 writes that may be in no SSTable",
                "To bring them back, set journal_path to " + last,
                "delete the lines 'journal: ' and 'journal id: ' from " + file);
        assertThat(file).hasContent(before);
        Files.writeString(file, before.replaceAll("(?m)^journal.*\n", ""));
        assertThatCode(() -> check()).doesNotThrowAnyException();
    }

    /** Leaves a journal with a write, and returns its path; the node is to open another one. */
    private Path changeJournal() throws Exception {
        UUID own = UUID.randomUUID();
        format();
        try (Journal open = openAs(own)) {
            append(open, "acknowledged");
        }
        Path last = Files.move(journal, journal.resolveSibling("last"));
        new NodeIdentity(own, last).with(last, JournalReader.inspect(last)).write(commitLog);
        format();
        return last;
    }

    @Test
    void takesAnotherJournalOnceTheLastOneIsGoneOrReplaced() throws Exception {
        Path last = changeJournal();
        Files.delete(last);
        assertThatCode(() -> check()).doesNotThrowAnyException();
        Files.copy(journal, last); // another identifier than the node remembers
        assertThatCode(() -> check()).doesNotThrowAnyException();
    }

    @Test
    void takesTheEmptyJournalOfAnotherOwner() throws Exception {
        format();
        openAs(UUID.randomUUID()).close();
        assertThat(JournalReader.inspect(journal).segments()).isEmpty();
        assertThatCode(() -> check()).doesNotThrowAnyException();
    }

    /** A start without Firesteel that ignores replay errors deletes the file. */
    @Test
    void warnsWhereTheFileThatGuardsTheWritesIsMissing() throws Exception {
        format();
        UUID own = UUID.randomUUID();
        openAs(own).close();
        assertThat(warning(own)).isNull();
        try (Journal open = openAs(own)) {
            append(open, "acknowledged");
        }
        assertThat(warning(own))
                .contains(
                        commitLog.resolve(StartGuardFile.NAME) + " is missing",
                        journal + " holds 1 writes that may be in no SSTable: this start replays");
        new StartGuardFile(commitLog).place();
        assertThat(warning(own)).isNull();
    }

    private @Nullable String warning(UUID own) throws Exception {
        JournalInfo info = JournalReader.inspect(journal);
        NodeIdentity identity = new NodeIdentity(own, journal).with(journal, info);
        return new RefusedJournal(journal, identity, new StartGuardFile(commitLog))
                .warningOfLostGuard(info);
    }

    @Test
    void writesSizesAsSettingsHaveThem() {
        assertThat(JournalOpener.size(32 << 20)).isEqualTo("32MiB");
        assertThat(JournalOpener.size(3 << 19)).isEqualTo("1536KiB");
    }

    private void check() throws Exception {
        check(1 << 20);
    }

    private void check(int maxMutationBytes) throws Exception {
        new JournalCheck(journal, limits(maxMutationBytes))
                .check(
                        JournalReader.inspect(journal),
                        new RefusedJournal(
                                journal,
                                NodeIdentity.read(commitLog),
                                new StartGuardFile(commitLog)));
    }

    private static void append(Journal journal, String text) throws Exception {
        journal.append(
                ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), (segment, offset) -> {});
    }

    @Test
    void refusesWhenItNoLongerKnowsWhoseTheJournalIs() throws Exception {
        format();
        new StartGuardFile(commitLog).place();
        assertRefused(
                commitLog.resolve("firesteel.node")
                        + ", which names the journal's owner, is missing");
    }

    private void format() throws IOException {
        new JournalFormat((1L << 20) + 8L * SEGMENT_BYTES, SEGMENT_BYTES, 28, 12)
                .write(journal, (written, of) -> {});
    }

    private Journal openAs(UUID id) throws IOException {
        JournalOptions options =
                new JournalOptions(
                        new Owner(id, "other"),
                        COMMIT_LOG_VERSION,
                        0,
                        1,
                        Duration.ofSeconds(1),
                        JournalOptions.DEFAULT_RESERVE_SEGMENTS);
        return Journal.open(journal, options, JournalListener.none());
    }

    private CassandraLimits limits(int maxMutationBytes) {
        return new CassandraLimits(
                commitLog, "node", COMMIT_LOG_VERSION, 0, maxMutationBytes, 8L << 30);
    }

    private JournalOpener startUp(CassandraLimits limits) throws Refusal {
        return new JournalOpener(
                Settings.of(Map.of(Settings.JOURNAL_PATH, journal.toString())),
                limits,
                nanos -> {},
                task -> {
                    throw new AssertionError("a node that is refused starts no threads");
                },
                null,
                null,
                null,
                null);
    }

    private void assertRefused(String... parts) throws Exception {
        assertRefused(limits(1 << 20), parts);
    }

    private void assertRefused(CassandraLimits limits, String... parts) throws Exception {
        byte[] before = Files.readAllBytes(journal);
        assertThatThrownBy(() -> startUp(limits).open())
                .isInstanceOf(Refusal.class)
                .message()
                .contains(parts)
                .doesNotContain("Exception");
        assertThat(Arrays.equals(Files.readAllBytes(journal), before)).isTrue();
    }
}
