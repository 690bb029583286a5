// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.firesteel.memory.Objective.Expectation;
import dev.firesteel.memory.Objective.Goal;
import dev.firesteel.memory.Objective.Limits;
import dev.firesteel.memory.Objective.Step;
import dev.firesteel.memory.Objective.Weights;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class ObjectiveTest {
    private static final long MIB = Budget.MIB;
    private static final long SEEDS = Long.getLong("firesteel.seeds", 60); // owns settings
    private static final Weights EVEN = new Weights(Goal.RATES, 0.5, 0.5);

    /** 4 GiB, about 3.2 GiB of it for the split. */
    static final Layout LAYOUT =
            new Layout(
                    4096 * MIB,
                    MemtableAllocation.HEAP_BUFFERS,
                    0,
                    0,
                    0,
                    0,
                    512 * MIB,
                    0,
                    300 * MIB,
                    0);

    static final long DEFAULT_MEMTABLES = Budget.byDefault(LAYOUT).memtableBytes();

    private static Fit fit(TimeModel model, DoubleUnaryOperator seconds, double... memory) {
        List<Measurement> measurements = new ArrayList<>();
        for (double each : memory)
            measurements.add(new Measurement(each, seconds.applyAsDouble(each)));
        try {
            return Fit.of(model, measurements);
        } catch (MeasurementsException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static final Fit READS =
            fit(TimeModel.READ, memory -> 1e-3 - 1e-4 * Math.log(memory), 500, 1000, 2000, 3000);
    private static final Fit WRITES =
            fit(TimeModel.WRITE, memory -> 5e-3 / memory + 1e-4, 50, 100, 400, 1600);

    private static Objective objective(Weights weights, Limits limits)
            throws BudgetException, MeasurementsException {
        return new Objective(LAYOUT, READS, WRITES, weights, limits);
    }

    /** Computes formula 9 by hand, with goals of 1000 and 4000 and the rates of the two models. */
    @Test
    void isTheWeightedSumOfRatesOverWhatIsWanted() throws Exception {
        Objective objective =
                objective(new Weights(Goal.RATES, 0.3, 0.7), new Limits(1000.0, 4000.0, null));
        Expectation here = objective.at(400 * MIB);
        double reads = 1 / (1e-3 - 1e-4 * Math.log(here.budget().cacheBytes() / (double) MIB));
        double writes = 1 / (5e-3 / 400 + 1e-4);
        assertThat(here.reads().perSecond()).isCloseTo(reads, within(1e-6));
        assertThat(here.writes().perSecond()).isCloseTo(writes, within(1e-6));
        assertThat(here.value()).isCloseTo(0.3 * reads / 1000 + 0.7 * writes / 4000, within(1e-9));
        assertThat(objective(EVEN, Limits.NONE).best().value()).isLessThanOrEqualTo(1);
    }

    /** Three of ten operations are reads: the rate is ten over the seconds for all ten. */
    @Test
    void isOperationsASecondOfAMix() throws Exception {
        Objective objective = objective(new Weights(Goal.OPERATIONS, 0.3, 0.7), Limits.NONE);
        assertThat(objective.value(1000, 5000)).isCloseTo(10 / (3e-3 + 7 * 2e-4), within(1e-9));
        Expectation here = objective.at(400 * MIB);
        double reads = 1e-3 - 1e-4 * Math.log(here.budget().cacheBytes() / (double) MIB);
        double writes = 5e-3 / 400 + 1e-4;
        assertThat(here.value()).isCloseTo(1 / (0.3 * reads + 0.7 * writes), within(1e-6));
        assertThat(objective.scale()).isEqualTo(objective.best().value());
        assertThat(objective(EVEN, Limits.NONE).scale()).isEqualTo(1);
        // An operation with weight 0 does not count, however slow it is.
        Objective onlyReads = objective(new Weights(Goal.OPERATIONS, 1, 0), Limits.NONE);
        assertThat(onlyReads.value(1000, 1)).isEqualTo(1000);
    }

    private static final Fit NOISE_OF_READS =
            fit(TimeModel.READ, memory -> memory % 1000 == 0 ? 2e-4 : 1e-4, 500, 1000, 1500, 2000);
    private static final Fit NOISE_OF_WRITES =
            fit(TimeModel.WRITE, memory -> memory % 100 == 0 ? 2e-4 : 1e-4, 50, 100, 450, 1600);

    private static final Fit SLOWER_READS =
            fit(
                    TimeModel.READ,
                    memory -> 1e-4 * Math.log(memory / 250) / Math.log(2),
                    500,
                    1000,
                    2000,
                    4000);
    private static final Fit DOUBTFUL_WRITES =
            fit(
                    TimeModel.WRITE,
                    memory -> memory == 100 || memory == 1600 ? 1.4e-4 : memory == 50 ? 2e-4 : 1e-4,
                    50,
                    100,
                    400,
                    1600);

    @Test
    void whereNothingIsToldFromNoiseTheDefaultsAreRecommended() throws Exception {
        Objective noise = new Objective(LAYOUT, NOISE_OF_READS, NOISE_OF_WRITES, EVEN, Limits.NONE);
        assertThat(noise.isTold()).isFalse();
        assertThat(noise.recommended().budget()).isEqualTo(Budget.byDefault(LAYOUT));
        assertThat(noise.best().budget()).isNotEqualTo(Budget.byDefault(LAYOUT));
    }

    @Test
    void ofWhatIsAsGoodWhatIsNearestToTheDefaultsIsRecommended() throws Exception {
        long byDefault = DEFAULT_MEMTABLES;
        for (double read : new double[] {0, 0.1, 0.5, 0.9, 1}) {
            Objective objective = objective(new Weights(Goal.RATES, read, 1 - read), Limits.NONE);
            Expectation best = objective.best();
            long recommended = objective.recommended().budget().memtableBytes();
            assertThat(objective.recommended().value()).isGreaterThan(0.99 * best.value());
            assertThat(Math.abs(recommended - byDefault))
                    .as("reads %s", read)
                    .isLessThan(Math.abs(best.budget().memtableBytes() - byDefault));
            if (recommended == byDefault) continue;
            long nearer = recommended + (recommended < byDefault ? MIB : -MIB);
            assertThat(objective.at(nearer).value()).isLessThan(0.99 * best.value());
        }
    }

    /** Reads peak at one end, writes at the other, and no split between is as good. */
    @Test
    void ofTwoPeaksOnlyTheHigherIsFlat() throws Exception {
        Fit reads = fit(TimeModel.READ, memory -> 1 - 0.115 * Math.log(memory), 1000, 1900, 3200);
        Fit writes = fit(TimeModel.WRITE, memory -> 500 / memory + 0.1, 60, 400, 2200);
        boolean isSeen = false;
        for (double weight = 0.55; weight < 0.65; weight += 0.002) {
            Objective objective = ofRates(reads, writes, weight);
            double few = objective.at(100 * MIB).value();
            double many = objective.at(2150 * MIB).value();
            double enough = 0.99 * objective.best().value();
            if (few < enough || many < enough || objective.at(800 * MIB).value() > enough) continue;
            isSeen = true;
            long from = objective.flat().get(0);
            long to = objective.flat().get(1);
            assertThat(from > 800 * MIB || to < 800 * MIB).as("%s to %s", from, to).isTrue();
        }
        assertThat(isSeen).isTrue();
    }

    @Test
    void defaultsThatAreAsGoodAreRecommended() throws Exception {
        Fit flat = fit(TimeModel.WRITE, memory -> 4e-4 / memory + 1e-4, 50, 100, 400, 1600);
        Weights ofWrites = new Weights(Goal.RATES, 0, 1);
        Objective objective = new Objective(LAYOUT, READS, flat, ofWrites, Limits.NONE);
        Budget defaults = Budget.byDefault(LAYOUT);
        assertThat(objective.isTold()).isTrue();
        assertThat(objective.best().value()).isGreaterThan(1.005 * objective.value(defaults));
        assertThat(objective.recommended().budget()).isEqualTo(defaults);
        Objective steeper = objective(ofWrites, Limits.NONE);
        assertThat(steeper.recommended().budget()).isNotEqualTo(defaults);
    }

    @Test
    void whereTheDefaultsCannotBeWhatComesNearestIsRecommended() throws Exception {
        Limits fewer = new Limits(null, null, 100 * MIB);
        Objective limited = new Objective(LAYOUT, NOISE_OF_READS, NOISE_OF_WRITES, EVEN, fewer);
        assertThat(limited.recommended().budget()).isEqualTo(LAYOUT.budget(100 * MIB));
        assertThat(limited.best().budget()).isNotEqualTo(LAYOUT.budget(100 * MIB));
        Layout small =
                new Layout(
                        700 * MIB, MemtableAllocation.HEAP_BUFFERS, 0, 0, 0, 0, 256 * MIB, 0, 0, 0);
        Objective tight = new Objective(small, NOISE_OF_READS, NOISE_OF_WRITES, EVEN, Limits.NONE);
        assertThatThrownBy(() -> Budget.byDefault(small).requireStartable())
                .isInstanceOf(BudgetException.class);
        // A quarter of a heap of 350 MiB.
        assertThat(tight.recommended().budget()).isEqualTo(small.budget(87 * MIB));
    }

    @Test
    void whatIsSlowerWithMoreMemoryIsTakenForAConstant() throws Exception {
        Objective objective = new Objective(LAYOUT, SLOWER_READS, WRITES, EVEN, Limits.NONE);
        assertThat(SLOWER_READS.b().low()).isPositive();
        assertThat(objective.at(100 * MIB).reads().perSecond())
                .isEqualTo(objective.at(2000 * MIB).reads().perSecond())
                .isCloseTo(1 / 2.5e-4, within(1e-6));
        assertThat(objective.best().budget().memtableBytes()).isEqualTo(1600 * MIB);
        assertThat(objective.isTold()).isTrue();
        assertThat(objective.bestOfTold()).isEmpty(); // the optimum is that already
        assertThat(
                        new Objective(
                                        LAYOUT,
                                        SLOWER_READS,
                                        WRITES,
                                        new Weights(Goal.RATES, 1, 0),
                                        Limits.NONE)
                                .isTold())
                .isFalse();
    }

    @Test
    void howFarTheBestRestsOnWhatWasNotToldIsSaid() throws Exception {
        assertThat(objective(EVEN, Limits.NONE).bestOfTold()).isEmpty();
        assertThat(DOUBTFUL_WRITES.a().value()).isPositive();
        assertThat(DOUBTFUL_WRITES.isTold()).isFalse();
        Objective objective = new Objective(LAYOUT, READS, DOUBTFUL_WRITES, EVEN, Limits.NONE);
        Expectation ofReads = objective(new Weights(Goal.RATES, 1, 0), Limits.NONE).best();
        assertThat(objective.bestOfTold().orElseThrow().budget()).isEqualTo(ofReads.budget());
        assertThat(objective.best().budget()).isNotEqualTo(ofReads.budget());
        Weights onlyReads = new Weights(Goal.RATES, 1, 0);
        assertThat(
                        new Objective(LAYOUT, READS, DOUBTFUL_WRITES, onlyReads, Limits.NONE)
                                .bestOfTold())
                .isEmpty();
        // On a small machine, the defaults leave more for caches than any other heap here.
        Layout small = LAYOUT.withTotal(1000 * MIB);
        assertThat(new Objective(small, READS, DOUBTFUL_WRITES, EVEN, Limits.NONE).bestOfTold())
                .isEmpty();
        Objective nothing =
                new Objective(LAYOUT, NOISE_OF_READS, DOUBTFUL_WRITES, EVEN, Limits.NONE);
        assertThat(nothing.bestOfTold()).isEmpty();
    }

    @Test
    void whatLiesElsewhereWasNotMeasured() throws Exception {
        Layout elsewhere =
                new Layout(
                        4096 * MIB,
                        MemtableAllocation.OFFHEAP_BUFFERS,
                        0.5,
                        0,
                        0,
                        0,
                        512 * MIB,
                        0,
                        300 * MIB,
                        0);
        Budget defaults = Budget.byDefault(LAYOUT);
        assertThat(objective(EVEN, Limits.NONE).of(defaults).isMeasured()).isTrue();
        Objective offHeap = new Objective(elsewhere, READS, WRITES, EVEN, Limits.NONE);
        assertThat(offHeap.of(defaults).isMeasured()).isFalse();
        assertThat(offHeap.best().isMeasured()).isTrue();
        Layout cached =
                new Layout(
                        4096 * MIB,
                        MemtableAllocation.HEAP_BUFFERS,
                        0,
                        0.5,
                        0,
                        0,
                        512 * MIB,
                        0,
                        300 * MIB,
                        0);
        Objective chunks = new Objective(cached, READS, WRITES, EVEN, Limits.NONE);
        assertThat(chunks.of(defaults).isMeasured()).isFalse();
        assertThat(chunks.of(cached.budget(defaults.memtableBytes())).isMeasured()).isTrue();
    }

    @Test
    void whatIsToldOfEitherIsEnoughIfItHasAWeight() throws Exception {
        Objective reads = new Objective(LAYOUT, READS, NOISE_OF_WRITES, EVEN, Limits.NONE);
        assertThat(reads.isTold()).isTrue();
        assertThat(reads.recommended().budget()).isNotEqualTo(Budget.byDefault(LAYOUT));
        assertThat(new Objective(LAYOUT, NOISE_OF_READS, WRITES, EVEN, Limits.NONE).isTold())
                .isTrue();
        Weights ofWrites = new Weights(Goal.RATES, 0, 1);
        assertThat(new Objective(LAYOUT, READS, NOISE_OF_WRITES, ofWrites, Limits.NONE).isTold())
                .isFalse();
        Weights ofReads = new Weights(Goal.RATES, 1, 0);
        assertThat(new Objective(LAYOUT, NOISE_OF_READS, WRITES, ofReads, Limits.NONE).isTold())
                .isFalse();
    }

    @Test
    void whoCaresForOneThingOnlyGetsAllOfIt() throws Exception {
        Expectation reads = objective(new Weights(Goal.RATES, 1, 0), Limits.NONE).best();
        Expectation writes = objective(new Weights(Goal.RATES, 0, 1), Limits.NONE).best();
        // The fewest measured memtables, and the most. Caches may exceed the measured ones.
        assertThat(reads.budget().memtableBytes()).isEqualTo(50 * MIB);
        assertThat(reads.budget().cacheBytes()).isGreaterThan(3000 * MIB);
        assertThat(reads.reads().isMeasured()).isFalse();
        assertThat(writes.budget().memtableBytes()).isEqualTo(1600 * MIB);
        assertThat(reads.value()).isCloseTo(1, within(1e-12));
        assertThat(writes.value()).isCloseTo(1, within(1e-12));
    }

    @Test
    void aLimitOfMemtablesIsKept() throws Exception {
        Objective limited =
                objective(new Weights(Goal.RATES, 0, 1), new Limits(null, null, 200 * MIB));
        assertThat(limited.largestBytes()).isEqualTo(200 * MIB);
        assertThat(limited.best().budget().memtableBytes()).isEqualTo(200 * MIB);
        assertThatThrownBy(() -> objective(EVEN, new Limits(null, null, MIB / 2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "memtables need at least 1 MiB, more than the limit of 0 MiB");
    }

    @Test
    void aMachineThatWasNotMeasuredIsSaidToBeExtrapolated() throws Exception {
        Objective other =
                new Objective(LAYOUT.withTotal(16_384 * MIB), READS, WRITES, EVEN, Limits.NONE);
        assertThat(other.isKnown()).isTrue();
        assertThat(other.best().isMeasured()).isFalse();
        Expectation best = other.best();
        // Beyond the measured range nothing gets faster, so there is nothing to gain.
        assertThat(best.reads().perSecond()).isEqualTo(1 / READS.seconds(3000));
        assertThat(best.writes().perSecond()).isEqualTo(1 / WRITES.seconds(1600));
        assertThat(best.budget().memtableBytes()).isEqualTo(1600 * MIB);
        assertThat(objective(EVEN, Limits.NONE).isKnown()).isTrue();
        assertThat(objective(EVEN, Limits.NONE).best().isMeasured()).isTrue();
        Objective small =
                new Objective(LAYOUT.withTotal(1200 * MIB), READS, WRITES, EVEN, Limits.NONE);
        assertThat(small.isKnown()).isFalse();
        assertThat(small.best().isMeasured()).isFalse();
    }

    @Test
    void aStepSaysWhatItBuysAndCosts() throws Exception {
        Objective objective = objective(EVEN, Limits.NONE);
        Expectation from = objective.at(400 * MIB);
        List<Step> steps = objective.steps(from);
        assertThat(steps).hasSize(2);
        Step more = steps.get(0);
        // A tenth of 50 to 1600 MiB.
        assertThat(more.memtableBytes()).isEqualTo(155 * MIB);
        assertThat(more.cacheBytes()).isNegative();
        double to = 400 + more.memtableBytes() / (double) MIB;
        assertThat(more.writes())
                .isCloseTo((5e-3 / 400 + 1e-4) / (5e-3 / to + 1e-4) - 1, within(1e-9));
        assertThat(more.reads()).isNegative();
        assertThat(steps.get(1).memtableBytes()).isEqualTo(-more.memtableBytes());
        assertThat(steps.get(1).writes()).isNegative();
        assertThat(steps.get(1).reads()).isPositive();
        assertThat(objective.steps(objective.at(50 * MIB))).hasSize(1);
        assertThat(objective.steps(objective.at(1600 * MIB))).hasSize(1);
        // The step ends at the measured range.
        Step less = objective.steps(objective.at(60 * MIB)).get(1);
        assertThat(less.to().budget().memtableBytes()).isEqualTo(50 * MIB);
    }

    @Test
    void intervalsHoldTheExpectationAndAreInfiniteWhereTheModelCannotTell() throws Exception {
        Fit unsure =
                fit(
                        TimeModel.READ,
                        memory -> memory % 1000 == 0 ? 1 : 0.1,
                        500,
                        1000,
                        1500,
                        2000,
                        2500,
                        3000);
        Objective.Rate rate =
                new Objective(LAYOUT, unsure, WRITES, EVEN, Limits.NONE).at(400 * MIB).reads();
        assertThat(rate.low()).isPositive().isLessThan(rate.perSecond());
        assertThat(rate.high()).isInfinite();
    }

    @Test
    void aModelWithoutTimeIsRefused() {
        Fit steep =
                fit(
                        TimeModel.READ,
                        memory -> memory < 1500 ? 10 - memory / 500 : 0.001,
                        500,
                        1000,
                        2000,
                        3000);
        assertThat(steep.seconds(3000)).isNegative();
        assertThatThrownBy(() -> new Objective(LAYOUT, steep, WRITES, EVEN, Limits.NONE))
                .isInstanceOf(MeasurementsException.class)
                .hasMessageContaining("gives no time above 0");
    }

    @Test
    void weightsAreWeights() {
        assertThatThrownBy(() -> new Weights(Goal.RATES, 0.5, 0.6))
                .hasMessageContaining("their sum 1");
        assertThatThrownBy(() -> new Weights(Goal.RATES, -0.5, 1.5))
                .hasMessageContaining("at least 0");
    }

    private static Objective ofRates(Fit reads, Fit writes, double readWeight)
            throws BudgetException, MeasurementsException {
        Weights weights = new Weights(Goal.RATES, readWeight, 1 - readWeight);
        return new Objective(LAYOUT, reads, writes, weights, Limits.NONE);
    }

    private static boolean isKnown(Expectation of, Fit reads) {
        return of.writes().isMeasured() && of.budget().cacheBytes() >= reads.smallest() * MIB;
    }

    /** For random models, no allowed split is better than the best, and the flat range is flat. */
    @Test
    void nothingIsBetterThanTheBest() throws Exception {
        for (long seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            double slope = random.nextDouble(0.01, 0.12);
            double share = random.nextDouble(0.001, 30);
            Fit reads = fit(TimeModel.READ, memory -> 1 - slope * Math.log(memory), 400, 900, 2600);
            Fit writes = fit(TimeModel.WRITE, memory -> share / memory + 0.1, 60, 200, 900);
            double weight = random.nextDouble();
            Objective objective = ofRates(reads, writes, weight);
            Expectation best = objective.best();
            List<Long> flat = objective.flat();
            assertThat(best.budget().memtableBytes())
                    .as("seed %s", seed)
                    .isBetween(flat.get(0), flat.get(1));
            for (long beyond : List.of(flat.get(0) - MIB, flat.get(1) + MIB))
                if (beyond >= objective.smallestBytes()
                        && beyond <= objective.largestBytes()
                        && isKnown(objective.at(beyond), reads))
                    assertThat(objective.at(beyond).value())
                            .as("seed %s, %s", seed, beyond)
                            .isLessThan(0.99 * best.value());
            for (long at = objective.smallestBytes();
                    at <= objective.largestBytes();
                    at += 7 * MIB) {
                Expectation other = objective.at(at);
                if (!isKnown(other, reads)) continue;
                assertThat(other.value()).as("seed %s", seed).isLessThanOrEqualTo(best.value());
                if (at >= flat.get(0) && at <= flat.get(1))
                    assertThat(other.value())
                            .as("seed %s, %s", seed, at)
                            .isGreaterThanOrEqualTo(0.99 * best.value());
            }
        }
    }
}
