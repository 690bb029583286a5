// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.firesteel.journal.DeviceRefusedException;
import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.journal.Owner;
import dev.firesteel.journal.SegmentInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the choice of a journal for a node with writes that are in no SSTable yet. */
class RefusedJournalTest {
    private static final Path JOURNAL = Path.of("/flash/journal");
    private static final UUID NODE = UUID.randomUUID();
    private static final UUID LAST = UUID.randomUUID();

    @TempDir Path directory;

    @Test
    void theOneThatItLastHadWillDo() throws IOException {
        RefusedJournal refused = afterACrash(7);
        assertThatCode(() -> refused.checkSame(info(LAST, NODE, 7))).doesNotThrowAnyException();
        assertThatCode(() -> refused.checkSame(info(LAST, NODE, 8))).doesNotThrowAnyException();
    }

    @Test
    void oneThatItHadBeforeDoesNot() throws IOException {
        RefusedJournal refused = afterACrash(7);
        assertThatThrownBy(() -> refused.checkSame(info(UUID.randomUUID(), NODE, 9)))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("is not the one that this node last had")
                .hasMessageContaining("bring it back");
    }

    @Test
    void anOldCopyDoesNot() throws IOException {
        RefusedJournal refused = afterACrash(7);
        assertThatThrownBy(() -> refused.checkSame(info(LAST, NODE, 6)))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("an old copy, opened 6 times and not 7");
    }

    @Test
    void aNewOneDoesNot() throws IOException {
        RefusedJournal refused = afterACrash(7);
        assertThatThrownBy(() -> refused.checkSame(info(UUID.randomUUID(), null, 0)))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("is a new one");
    }

    @Test
    void afterADrainAnyWillDo() {
        RefusedJournal refused = refused(7);
        assertThatCode(() -> refused.checkSame(info(UUID.randomUUID(), null, 0)))
                .doesNotThrowAnyException();
    }

    /** Rows deleted since the copy was made could come back. */
    @Test
    void afterADrainAnOldCopyWithWritesDoesNot() {
        RefusedJournal refused = refused(7);
        SegmentInfo segment = new SegmentInfo(50, 0, 8, true, 0, 0, 32 << 20, 0);
        assertThatThrownBy(() -> refused.checkSame(info(LAST, NODE, 6, List.of(segment))))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("an old copy, opened 6 times and not 7, and holds writes")
                .hasMessageContaining("set journal_path to the journal itself");
        assertThatCode(() -> refused.checkSame(info(LAST, NODE, 6))).doesNotThrowAnyException();
        assertThatCode(() -> refused.checkSame(info(LAST, NODE, 7, List.of(segment))))
                .doesNotThrowAnyException();
    }

    @Test
    void whatCannotBeLookedAtIsNotSaidToBeMissing() throws IOException {
        Path below = Files.createFile(directory.resolve("file")).resolve("journal");
        assertThat(unreachable(below))
                .contains("the journal cannot be accessed: " + below)
                .doesNotContain("make one");
        assertThat(unreachable(directory.resolve("gone")))
                .contains("there is no journal at", "make one");
    }

    private String unreachable(Path journal) {
        NodeIdentity identity = new NodeIdentity(NODE, null);
        DeviceRefusedException refused =
                catchThrowableOfType(
                        DeviceRefusedException.class, () -> JournalReader.inspect(journal));
        return String.valueOf(
                new RefusedJournal(journal, identity, new StartGuardFile(directory))
                        .explain(refused)
                        .getMessage());
    }

    private RefusedJournal afterACrash(long opened) throws IOException {
        new StartGuardFile(directory).place();
        return refused(opened);
    }

    private RefusedJournal refused(long opened) {
        NodeIdentity identity = new NodeIdentity(NODE, JOURNAL, LAST, opened);
        return new RefusedJournal(JOURNAL, identity, new StartGuardFile(directory));
    }

    private static JournalInfo info(UUID journal, @Nullable UUID owner, long opened) {
        return info(journal, owner, opened, List.of());
    }

    private static JournalInfo info(
            UUID journal, @Nullable UUID owner, long opened, List<SegmentInfo> segments) {
        return new JournalInfo(
                journal,
                1,
                owner == null ? null : new Owner(owner, "node"),
                Instant.EPOCH,
                opened,
                4096,
                32 << 20,
                8,
                257 << 20,
                28,
                12,
                1 << 20,
                4,
                List.of(),
                segments);
    }
}
