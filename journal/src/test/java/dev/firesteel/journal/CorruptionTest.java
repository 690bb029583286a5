// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Damages images of the real engine in many ways: every acknowledged entry must come back or be
 * reported as lost. {@link CorruptionCampaign} does the same for hours.
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

    /** Otherwise a seed would not always mean the same image. */
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
    @Tag("verify")
    void everyEighthByteOfAnImageCanBeCorrupt() throws IOException {
        corruptions.flipABitOfEveryEighthByte();
        corruptions.check("a bit of every eighth byte");
    }

    @Test
    @Tag("full")
    void everyByteOfAnImageCanBeCorrupt() throws IOException {
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

    /** Checks the checker: a reader that stops at the first damage. */
    @Test
    void aReaderThatHandsNothingOnPastDamageIsFound() throws IOException {
        for (EngineImage image : corruptions.images()) {
            Map<CorruptionOracle.Outcome, Integer> counts = new TreeMap<>();
            for (EngineImage.Entry entry : image.entries()) {
                Corruption corruption = new Corruption(image.device()).zero(entry.recordOffset());
                if (new CorruptionOracle(image).judgeReading(corruption)
                        == CorruptionOracle.Outcome.REPORTED)
                    counts.merge(
                            new CorruptionOracle(image, CorruptionTest::readUpToDamage)
                                    .judgeReading(corruption),
                            1,
                            Integer::sum);
                corruption.undo();
            }
            assertThat(counts).as(image.name()).containsOnlyKeys(CorruptionOracle.Outcome.WITHHELD);
        }
    }

    private static void readUpToDamage(BlockDevice device, ReplayHandler handler)
            throws IOException {
        SimLedger.Found found = new SimLedger.Found();
        JournalReader.read(device, null, found);
        if (found.damages.isEmpty()) JournalReader.read(device, null, handler);
        else handler.damage(found.damages.get(0));
    }

    /** Checks the checker: a reader that refuses every damaged image loses nothing silently. */
    @Test
    void aReaderThatRefusesWhateverIsDamagedIsFound() throws IOException {
        EngineImage image = corruptions.images().get(0);
        Corruption corruption =
                new Corruption(image.device()).zero(image.entries().get(0).recordOffset());
        CorruptionOracle oracle =
                new CorruptionOracle(
                        image,
                        (device, handler) -> {
                            throw new JournalException("The journal is damaged");
                        });
        assertThat(oracle.judgeReading(corruption)).isEqualTo(CorruptionOracle.Outcome.SHUT);
        corruption.undo();
    }

    /** Checks the checker: a reader that reports the damage in the wrong segment. */
    @Test
    void aReaderThatNamesTheWrongSegmentIsFound() throws IOException {
        EngineImage image = corruptions.images().get(0);
        EngineImage.Entry lost = image.entries().get(0);
        Corruption corruption = new Corruption(image.device()).zero(lost.recordOffset());
        CorruptionOracle oracle = new CorruptionOracle(image, CorruptionTest::readAndMisname);
        assertThat(oracle.judgeReading(corruption)).isEqualTo(CorruptionOracle.Outcome.SILENT_LOSS);
        corruption.undo();
    }

    private static void readAndMisname(BlockDevice device, ReplayHandler handler)
            throws IOException {
        JournalReader.read(
                device,
                null,
                new ReplayHandler() {
                    @Override
                    public void entry(SegmentInfo segment, int start, int end, ByteBuffer entry)
                            throws IOException {
                        handler.entry(segment, start, end, entry);
                    }

                    @Override
                    public void damage(Damage damage) throws IOException {
                        handler.damage(
                                new Damage(
                                        damage.segmentId() + 1,
                                        damage.slot(),
                                        damage.deviceOffset(),
                                        damage.finding(),
                                        damage.description()));
                    }
                });
    }
}
