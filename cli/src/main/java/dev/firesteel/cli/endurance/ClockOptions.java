// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import dev.firesteel.cli.common.Fraction;
import dev.firesteel.cli.common.LowerCaseEnum;
import dev.firesteel.cli.common.YesNo;
import dev.firesteel.flash.timing.DieLayout;
import dev.firesteel.flash.timing.FlashSpec;
import dev.firesteel.flash.timing.FlashTimes;
import dev.firesteel.flash.timing.HostLoad;
import dev.firesteel.flash.timing.Preset;
import dev.firesteel.flash.timing.Scheduling;
import dev.firesteel.flash.timing.WriteCache;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of a simulated drive with a clock. The preset sets those that are not given. */
final class ClockOptions {
    private static final FlashSpec PLAIN =
            new FlashSpec(
                    new DieLayout(1, 1, 1, 1),
                    new FlashTimes(50_000, 500_000, 3_000_000, 0),
                    Scheduling.FIFO,
                    WriteCache.NONE);
    private static final int DEPTH = 32;

    @Option(
            names = "--timed",
            description =
                    "Give the drive a clock: print its rate and latencies, too. The options from"
                            + " here to --flush-every need it.")
    boolean isTimed;

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description =
                    "A published drive, for all that is not given: slc (2008), mlc, tlc or qlc"
                            + " (default: one plane with the times below).")
    @Nullable String preset;

    @Option(names = "--channels", paramLabel = "N", description = "Channels (default: 1).")
    @Nullable Integer channels;

    @Option(names = "--dies", paramLabel = "N", description = "Dies of a channel (default: 1).")
    @Nullable Integer dies;

    @Option(names = "--planes", paramLabel = "N", description = "Planes of a die (default: 1).")
    @Nullable Integer planes;

    @Option(
            names = "--program-pages",
            paramLabel = "N",
            description =
                    "Pages that a plane programs in one operation (default: 1). More than one"
                            + " needs a protected cache.")
    @Nullable Integer programPages;

    @Option(
            names = "--read-time",
            paramLabel = "TIME",
            converter = Nanos.class,
            description = "From the array into the register, such as 50us (default: 50us).")
    @Nullable Long readTime;

    @Option(
            names = "--program-time",
            paramLabel = "TIME",
            converter = Nanos.class,
            description = "From the register into the array (default: 500us).")
    @Nullable Long programTime;

    @Option(
            names = "--erase-time",
            paramLabel = "TIME",
            converter = Nanos.class,
            description = "Erase of a block (default: 3ms).")
    @Nullable Long eraseTime;

    @Option(
            names = "--bus-time",
            paramLabel = "TIME",
            converter = Nanos.class,
            description = "Transfer of a page over the channel (default: 0us).")
    @Nullable Long busTime;

    @Option(
            names = "--scheduling",
            paramLabel = "fifo|reads|host",
            converter = OrderText.class,
            description =
                    "Which operation a plane takes next: fifo (the oldest), reads (reads of the"
                            + " host first), host (its reads, its writes, then garbage"
                            + " collection) (default: fifo).")
    Scheduling.@Nullable Order order;

    @Option(
            names = "--suspend",
            paramLabel = "TIME|no",
            converter = Suspension.class,
            description =
                    "Reads of the host interrupt programs and erases, which take this much longer"
                            + " to resume (default: no).")
    @Nullable Long suspend;

    @Option(
            names = "--longest-wait",
            paramLabel = "TIME",
            converter = Nanos.class,
            description =
                    "An operation that has waited or was interrupted for longer goes before those"
                            + " of higher rank (default: 10ms).")
    @Nullable Long longestWait;

    @Option(
            names = "--cache",
            paramLabel = "PAGES",
            description =
                    "Write cache; 0 for none: a write is complete once it is programmed (default:"
                            + " 0).")
    @Nullable Integer cache;

    @Option(
            names = "--power-loss-protection",
            paramLabel = "yes|no",
            converter = YesNo.Converter.class,
            description =
                    "yes: the cache survives a loss of power, and a flush takes no time (default:"
                            + " yes).")
    @Nullable YesNo protection;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description =
                    "Requests per second, at random intervals (Poisson) (default: the host keeps"
                            + " --depth requests in the drive).")
    @Nullable Double rate;

    @Option(
            names = "--reads",
            paramLabel = "PART",
            converter = Fraction.class,
            description = "The part of requests that read, 0 to 1 (default: 0.5).")
    @Nullable Double reads;

    @Option(
            names = "--depth",
            paramLabel = "N",
            description = "Requests that the drive takes at a time (default: 32).")
    @Nullable Integer depth;

    @Option(
            names = "--flush-every",
            paramLabel = "N",
            description = "Writes between two flushes of the host; 0 for none (default: 0).")
    @Nullable Integer flushEvery;

    @Spec(Spec.Target.MIXEE)
    @Nullable CommandSpec command;

    /**
     * Rejects options without {@code --timed}, and a rate of nothing.
     *
     * @throws IllegalArgumentException with the reason
     */
    void requireSensible() {
        if (!isTimed)
            for (OptionSpec each : matched())
                if (each.userObject() instanceof Field field
                        && field.getDeclaringClass() == ClockOptions.class
                        && !each.longestName().equals("--timed"))
                    throw new IllegalArgumentException(each.longestName() + " needs --timed");
        if (rate != null && rate == 0)
            throw new IllegalArgumentException("--rate must be above 0; leave it out for no rate");
    }

    /** Returns whether an option of the verb was given. */
    boolean isGiven(String name) {
        return matched().stream().anyMatch(each -> each.longestName().equals(name));
    }

    private List<OptionSpec> matched() {
        return Objects.requireNonNull(command).commandLine().getParseResult().matchedOptions();
    }

    /** Returns the preset; null if none was given. */
    @Nullable Preset preset() {
        return preset == null ? null : Preset.of(preset);
    }

    /**
     * Returns the flash.
     *
     * @throws IllegalArgumentException if it is impossible
     */
    FlashSpec flash() {
        Preset given = preset();
        FlashSpec base = given == null ? PLAIN : given.flash();
        DieLayout layout =
                new DieLayout(
                        or(channels, base.layout().channels()),
                        or(dies, base.layout().diesPerChannel()),
                        or(planes, base.layout().planesPerDie()),
                        or(programPages, base.layout().pagesPerProgram()));
        FlashTimes times =
                new FlashTimes(
                        or(readTime, base.times().read()),
                        or(programTime, base.times().program()),
                        or(eraseTime, base.times().erase()),
                        or(busTime, base.times().transfer()));
        return new FlashSpec(layout, times, scheduling(base.scheduling()), cache(base.cache()));
    }

    private Scheduling scheduling(Scheduling base) {
        Scheduling.Order ordered = or(order, base.order());
        boolean suspends = base.suspends() && ordered != Scheduling.Order.FIFO;
        long resume = base.resume();
        if (suspend != null) {
            suspends = suspend != Suspension.NO;
            resume = Math.max(0, suspend);
        }
        return new Scheduling(ordered, suspends, resume, or(longestWait, base.longestWait()));
    }

    private WriteCache cache(WriteCache base) {
        int pages = or(cache, base.pages());
        if (pages == 0 && protection == YesNo.YES)
            throw new IllegalArgumentException(
                    "--power-loss-protection yes needs a write cache: give --cache");
        return new WriteCache(pages, pages > 0 && protection != YesNo.NO);
    }

    /**
     * Returns the load.
     *
     * @throws IllegalArgumentException if it is impossible
     */
    HostLoad load() {
        return new HostLoad(or(reads, 0.5), or(rate, 0.0), or(depth, DEPTH), or(flushEvery, 0));
    }

    private static <T> T or(@Nullable T given, T otherwise) {
        return Objects.requireNonNullElse(given, otherwise);
    }

    /** Reads a time to resume, or {@code no}. */
    static final class Suspension implements ITypeConverter<Long> {
        /** No suspension. */
        static final long NO = -1;

        @Override
        public Long convert(String text) {
            return text.equals("no") ? Long.valueOf(NO) : new Nanos().convert(text);
        }
    }

    /** Reads the order of operations. */
    static final class OrderText extends LowerCaseEnum<Scheduling.Order> {
        OrderText() {
            super(Scheduling.Order.class);
        }
    }
}
