// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Images that the real engine left, damaged one way after another: every acknowledged entry comes
 * back, or somebody says that it does not. {@link CorruptionCampaign} does the same for hours.
 */
class CorruptionTest {
    private static Corruptions corruptions = new Corruptions();

    @BeforeAll
    static void makeImages() throws IOException {
        corruptions = Corruptions.ofEveryHistory();
    }

    @Test
    void anUndamagedImageHoldsWhatWasAcknowledged() throws IOException {
        for (EngineImage image : corruptions.images()) {
            Set<ByteBuffer> found = new TreeSet<>();
            for (EngineImage.Entry each : image.entries()) found.add(each.bytes());
            assertThat(found).as(image.name()).containsAll(image.acknowledged());
            assertThat(new CorruptionOracle(image).judgeReading(new Corruption(image.device())))
                    .isEqualTo(CorruptionOracle.Outcome.HARMLESS);
        }
    }

    /** Otherwise a seed would not mean the same image twice. */
    @Test
    void theSameHistoryLeavesTheSameBytes() throws IOException {
        Corruptions again = Corruptions.ofEveryHistory();
        for (int i = 0; i < again.images().size(); i++)
            assertThat(again.images().get(i).device().content())
                    .as(again.images().get(i).name())
                    .isEqualTo(corruptions.images().get(i).device().content());
    }

    @Test
    void everyBlockCanBeLostOrBeFromAnEarlierLap() throws IOException {
        corruptions.loseEveryBlock();
        corruptions.check("every block zeroed, and each of its earlier contents");
    }

    @Test
    void everyByteOfAnImageCanRot() throws IOException {
        corruptions.flipABitOfEveryByte();
        corruptions.check("a bit of every byte");
    }

    @Test
    void tenThousandCorruptionsAreNeverSilent() throws IOException {
        corruptions.drawAndRead(0, 10_000);
        corruptions.check("10 000 drawn corruptions");
    }

    @Test
    void corruptionsAreNeverSilentToARunThatOpensTheJournalEither() throws IOException {
        corruptions.drawAndOpen(0, 400);
        corruptions.check("400 drawn corruptions, opened twice");
    }
}
