// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the repair of damage that an interrupted campaign has left. */
class DamageNoteTest {
    @TempDir Path campaign;

    @Test
    void undoesWhatIsThereAndLeavesWhatTheNodeHasMended() throws IOException {
        Path journal = Files.writeString(campaign.resolve("journal"), "one two three");
        DamageNote note = DamageNote.in(campaign);
        note.keep(journal, List.of(block(0, "ONE", "xxx"), block(8, "THREE", "yyyyy")));
        Files.writeString(journal, "xxx two three");
        Faults.undoInterrupted(campaign);
        assertThat(journal).hasContent("ONE two three");
        assertThat(campaign.resolve("damage.txt")).doesNotExist();
        Faults.undoInterrupted(campaign);
        assertThat(journal).hasContent("ONE two three");
    }

    @Test
    void isNothingOnceItWasDropped() throws IOException {
        Path journal = Files.writeString(campaign.resolve("journal"), "xxx");
        DamageNote note = DamageNote.in(campaign);
        note.keep(journal, List.of(block(0, "ONE", "xxx")));
        note.drop();
        Faults.undoInterrupted(campaign);
        assertThat(journal).hasContent("xxx");
        assertThat(campaign).isDirectoryContaining("glob:**/journal");
        assertThat(campaign.resolve("damage.txt")).doesNotExist();
    }

    private static DamageNote.Block block(long offset, String before, String after) {
        return new DamageNote.Block(offset, bytes(before), bytes(after));
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }
}
