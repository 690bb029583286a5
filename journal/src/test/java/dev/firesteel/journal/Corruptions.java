// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.journal.CorruptionOracle.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Damages images in many ways, and counts the outcomes. */
final class Corruptions {
    private static final int BLOCK_BYTES = 512;

    private static final int VIOLATIONS_TOLD = 20;

    private final List<EngineImage> images = new ArrayList<>();
    private final Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);
    private final List<String> violations = new ArrayList<>();

    /** Returns the images of every history, with small and with large blocks. */
    static Corruptions ofEveryHistory() throws IOException {
        Corruptions corruptions = new Corruptions();
        for (int blockBytes : new int[] {512, 4096}) {
            corruptions.images.add(EngineHistory.closedAfterLaps(blockBytes));
            corruptions.images.add(EngineHistory.crashedInARecord(blockBytes));
            corruptions.images.add(EngineHistory.carriedOver(blockBytes));
            corruptions.images.add(EngineHistory.overtaken(blockBytes));
            corruptions.images.add(EngineHistory.closedBehindAFullSegment(blockBytes));
        }
        return corruptions;
    }

    List<EngineImage> images() {
        return images;
    }

    /** Zeroes every block, and overwrites every block with each of its earlier contents. */
    void loseEveryBlock() throws IOException {
        for (EngineImage image : images) {
            CorruptionOracle oracle = new CorruptionOracle(image);
            for (long block : blocks(image)) {
                read(oracle, image, new Corruption(image.device()).zero(block));
                for (byte[] earlier : image.earlier().getOrDefault(block, List.of()))
                    read(
                            oracle,
                            image,
                            new Corruption(image.device()).overwrite(block, earlier, "the past"));
            }
        }
    }

    /** Flips a bit of every byte of the images with small blocks. */
    void flipABitOfEveryByte() throws IOException {
        flipBits(1, 1);
    }

    /** Flips a bit of every eighth byte; the position moves by one in each block. */
    void flipABitOfEveryEighthByte() throws IOException {
        flipBits(1, 8);
    }

    void flipEveryBit() throws IOException {
        flipBits(8, 1);
    }

    private void flipBits(int bits, int stride) throws IOException {
        for (EngineImage image : images) {
            if (image.device().blockBytes() != BLOCK_BYTES) continue;
            CorruptionOracle oracle = new CorruptionOracle(image);
            new CorruptionPlan(image)
                    .eachByte(
                            offset -> {
                                if ((offset + offset / BLOCK_BYTES) % stride != 0) return;
                                for (int i = 0; i < bits; i++)
                                    read(
                                            oracle,
                                            image,
                                            new Corruption(image.device())
                                                    .flipBit(offset, (int) ((offset + i) % 8)));
                            });
        }
    }

    /** Swaps, and zeroes, every pair of blocks that were ever written. */
    void spoilEveryPair() throws IOException {
        for (EngineImage image : images) {
            CorruptionOracle oracle = new CorruptionOracle(image);
            List<Long> blocks = List.copyOf(image.earlier().keySet());
            for (int i = 0; i < blocks.size(); i++)
                for (int j = i + 1; j < blocks.size(); j++) {
                    Corruption swap = new Corruption(image.device());
                    read(oracle, image, swap.swap(blocks.get(i), blocks.get(j)));
                    Corruption zero = new Corruption(image.device());
                    read(oracle, image, zero.zero(blocks.get(i)).zero(blocks.get(j)));
                }
        }
    }

    /** Reads images, without opening them, with the damage that the seeds draw. */
    void drawAndRead(long firstSeed, long count) throws IOException {
        draw(firstSeed, count, CorruptionOracle::judgeReading);
    }

    /** Opens and replays images twice, with the damage that the seeds draw. */
    void drawAndOpen(long firstSeed, long count) throws IOException {
        draw(firstSeed, count, CorruptionOracle::judgeOpening);
    }

    private interface Judge {
        Outcome judge(CorruptionOracle oracle, Corruption corruption) throws IOException;
    }

    private void draw(long firstSeed, long count, Judge judge) throws IOException {
        List<CorruptionOracle> oracles = new ArrayList<>();
        List<CorruptionPlan> plans = new ArrayList<>();
        for (EngineImage image : images) {
            oracles.add(new CorruptionOracle(image));
            plans.add(new CorruptionPlan(image));
        }
        for (long seed = firstSeed; seed < firstSeed + count; seed++) {
            int index = (int) (seed % images.size());
            Corruption corruption = plans.get(index).draw(new SplittableRandom(seed));
            Outcome outcome = judge.judge(oracles.get(index), corruption);
            count(outcome, "seed " + seed + ", " + images.get(index).name(), corruption);
        }
    }

    private void read(CorruptionOracle oracle, EngineImage image, Corruption corruption)
            throws IOException {
        count(oracle.judgeReading(corruption), image.name(), corruption);
    }

    private void count(Outcome outcome, String where, Corruption corruption) {
        counts.merge(outcome, 1L, Long::sum);
        if (outcome.isViolation() && violations.size() < VIOLATIONS_TOLD)
            violations.add(outcome + ": " + where + ": " + corruption);
        corruption.undo();
    }

    private static List<Long> blocks(EngineImage image) {
        List<Long> blocks = new ArrayList<>();
        int blockBytes = image.device().blockBytes();
        for (long at = 0; at < image.device().sizeBytes(); at += blockBytes) blocks.add(at);
        return blocks;
    }

    /** Prints the counts, asserts that no outcome was a violation, and resets the counts. */
    void check(String what) {
        System.out.println(what + ": " + counts);
        assertThat(violations).as(what).isEmpty();
        counts.clear();
    }
}
