// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import dev.firesteel.cli.common.LowerCaseEnum;
import dev.firesteel.flash.trace.TraceOptions;
import dev.firesteel.flash.trace.TraceOptions.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how to read a trace, where its file leaves that open. */
final class TraceChoice {
    @Option(
            names = "--device",
            paramLabel = "NAME",
            description =
                    "The device to read from the trace of several, as the trace names it, such as"
                            + " 8,0 (default: the trace has one alone).")
    @Nullable String device;

    @Option(
            names = "--time-unit",
            paramLabel = "ms|us|ns",
            converter = UnitConverter.class,
            description =
                    "The unit of times in a trace with the columns of DiskSim: MQSim's has ns"
                            + " (default: ms, as DiskSim).")
    @Nullable TimeUnit timeUnit;

    TraceOptions options() {
        return new TraceOptions(device, timeUnit);
    }

    /** Converts option values. */
    static final class UnitConverter extends LowerCaseEnum<TimeUnit> {
        UnitConverter() {
            super(TimeUnit.class);
        }
    }
}
