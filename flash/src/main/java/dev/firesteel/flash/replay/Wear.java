// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import java.util.Arrays;

/**
 * The number of erases of blocks.
 *
 * @param erases the sum over all blocks
 * @param least the minimum of a block
 * @param median the lower median over all blocks
 * @param most the maximum of a block
 * @param deviation the standard deviation over all blocks
 */
public record Wear(long erases, int least, int median, int most, double deviation) {
    static Wear of(int[] erasesByBlock) {
        int[] sorted = erasesByBlock.clone();
        Arrays.sort(sorted);
        double mean = Arrays.stream(sorted).average().orElse(0);
        double squares =
                Arrays.stream(sorted).mapToDouble(each -> each - mean).map(d -> d * d).sum();
        return new Wear(
                Arrays.stream(sorted).asLongStream().sum(),
                sorted[0],
                sorted[(sorted.length - 1) / 2],
                sorted[sorted.length - 1],
                Math.sqrt(squares / sorted.length));
    }
}
