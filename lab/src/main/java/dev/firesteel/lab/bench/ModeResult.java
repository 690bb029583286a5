// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.firesteel.lab.ycsb.OperationResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Summary of the rounds of one mode, as in {@code --json}. Figures are medians of the rounds,
 * except the list of rounds, the spread and the sums of errors.
 *
 * @param mode the mode
 * @param clients client threads
 * @param workload the clients' operations
 * @param log the drive of the log; absent without {@code --log}
 * @param sstables the drive of the SSTables; absent without {@code --sstables}
 * @param loop when operations began
 * @param targetPerSecond the rate of an open loop; 0 for a closed one
 * @param opsPerSecond successful operations a second
 * @param rounds the same for each round
 * @param spread half the range of the rounds, relative to their median
 * @param meanMicros the mean latency, in microseconds
 * @param p50Micros the median latency
 * @param p99Micros the 99th percentile
 * @param p999Micros the 99.9th percentile
 * @param maxMicros the maximum
 * @param operations the latencies of each kind of operation
 * @param cpuMicrosPerOp processor time of the node
 * @param clientCpuMicrosPerOp processor time of the client
 * @param contextSwitchesPerOp of the node's threads
 * @param clientContextSwitchesPerOp of the client's threads
 * @param writtenBytesPerOp bytes that the node wrote to storage
 * @param device the device that holds the log; empty if it has no counters
 * @param deviceWritesPerOp write requests to that device
 * @param deviceBytesPerOp bytes written to that device
 * @param deviceFlushesPerOp cache flush requests to that device
 * @param otherCpuShare the share of all processors used by other processes
 * @param warmUpSeconds seconds of warm-up before each measurement
 * @param settledRounds rounds whose rate was in steady state after warm-up
 * @param flushedRounds rounds whose memtables were flushed against the settings
 * @param errors failed operations of all rounds together
 */
public record ModeResult(
        Mode mode,
        int clients,
        Workload workload,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String log,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String sstables,
        Loop loop,
        double targetPerSecond,
        double opsPerSecond,
        List<Double> rounds,
        double spread,
        double meanMicros,
        double p50Micros,
        double p99Micros,
        double p999Micros,
        double maxMicros,
        Map<String, KindResult> operations,
        double cpuMicrosPerOp,
        double clientCpuMicrosPerOp,
        double contextSwitchesPerOp,
        double clientContextSwitchesPerOp,
        double writtenBytesPerOp,
        String device,
        @Nullable Double deviceWritesPerOp,
        @Nullable Double deviceBytesPerOp,
        @Nullable Double deviceFlushesPerOp,
        double otherCpuShare,
        double warmUpSeconds,
        long settledRounds,
        long flushedRounds,
        long errors) {

    /**
     * The latencies of one kind of operation.
     *
     * @param meanMicros the mean, in microseconds
     * @param p50Micros the median
     * @param p99Micros the 99th percentile
     * @param p999Micros the 99.9th percentile
     */
    public record KindResult(
            double meanMicros, double p50Micros, double p99Micros, double p999Micros) {}

    static ModeResult of(Group group, Mode mode) {
        List<Measurement> rounds = group.of(mode);
        return new ModeResult(
                mode,
                group.cell().clients(),
                group.cell().workload(),
                group.cell().placement().logName(),
                group.cell().placement().sstablesName(),
                group.loop(),
                group.median(mode, Measurement::targetPerSecond),
                group.median(mode, Figure.RATE::of),
                group.values(mode, Figure.RATE::of),
                group.spread(mode, Figure.RATE::of),
                group.median(mode, one -> one.result().meanMicros()),
                group.median(mode, Figure.P50::of),
                group.median(mode, Figure.P99::of),
                group.median(mode, Figure.P999::of),
                group.median(mode, one -> one.result().maxMicros()),
                kinds(rounds),
                group.median(mode, one -> one.cost().cpuMicros()),
                group.median(mode, one -> one.cost().clientCpuMicros()),
                group.median(mode, one -> one.cost().contextSwitches()),
                group.median(mode, one -> one.cost().clientContextSwitches()),
                group.median(mode, one -> one.cost().writtenBytes()),
                rounds.get(0).device(),
                ofDevice(rounds, DeviceCost::writes),
                ofDevice(rounds, DeviceCost::bytes),
                ofDevice(rounds, DeviceCost::flushes),
                group.median(mode, one -> one.cost().otherCpuShare()),
                group.median(mode, one -> one.warmUp().seconds()),
                rounds.stream().filter(one -> one.warmUp().isSettled()).count(),
                rounds.stream().filter(Measurement::isFlushed).count(),
                rounds.stream().mapToLong(one -> one.result().errors()).sum());
    }

    private static @Nullable Double ofDevice(
            List<Measurement> rounds, ToDoubleFunction<DeviceCost> figure) {
        List<Double> values =
                rounds.stream()
                        .map(one -> one.cost().device())
                        .filter(Objects::nonNull)
                        .map(figure::applyAsDouble)
                        .toList();
        return values.isEmpty() ? null : Median.of(values);
    }

    private static Map<String, KindResult> kinds(List<Measurement> rounds) {
        Map<String, KindResult> kinds = new LinkedHashMap<>();
        TreeSet<String> names = new TreeSet<>();
        for (Measurement one : rounds) names.addAll(one.result().each().keySet());
        for (String name : names) kinds.put(name, kind(rounds, name));
        return kinds;
    }

    private static KindResult kind(List<Measurement> rounds, String name) {
        List<OperationResult> results =
                rounds.stream()
                        .map(one -> one.result().each().get(name))
                        .filter(Objects::nonNull)
                        .toList();
        return new KindResult(
                Median.of(results.stream().map(OperationResult::meanMicros).toList()),
                Median.of(results.stream().map(OperationResult::p50Micros).toList()),
                Median.of(results.stream().map(OperationResult::p99Micros).toList()),
                Median.of(results.stream().map(OperationResult::p999Micros).toList()));
    }
}
