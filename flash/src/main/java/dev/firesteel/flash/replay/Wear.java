// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import java.util.Arrays;

/**
 * How often blocks were erased.
 *
 * @param erases of all blocks together
 * @param least of a block
 * @param median half of the blocks at most
 * @param most of a block
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
