// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.firesteel.flash.ImpossibleGeometryException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares simulated disks with the manuals of real ones, and with closed forms. */
class DiskTest {
    private static final double SECOND = 1e9;
    private static final int REQUESTS = 20_000;

    /** Bytes of data a second, for each MB/s under the head of the Constellation. */
    private static final double DATA = 500e9 / (6 * 123_148.0) * 120 / ((142 + 75) / 2.0);

    private final SplittableRandom random = new SplittableRandom(1);

    private static Stream<DiskSpec> presets() {
        return DiskSpec.ALL.stream();
    }

    /** Returns a disk without write cache. */
    private static DiskSpec uncached(DiskSpec spec) {
        return spec.with(spec.controller().withCache(0));
    }

    private static HostLoad closed(double reads, int depth) {
        return new HostLoad(reads, 0, depth, 0);
    }

    /** Reads or writes single pages at random. */
    private Timing random(TimedDevice device, HostLoad load, int pages) {
        Host host = new Host(device, load, random.split());
        for (int i = 0; i < REQUESTS; i++)
            if (load.reads() == 1) host.read(random.nextInt(pages), 1);
            else host.write(random.nextInt(pages), 1, 0);
        return host.finish();
    }

    /** The manuals give the average seek, the overhead, and half a revolution. */
    @ParameterizedTest
    @CsvSource({"disk7k, 8.2, 8.6, 4.16", "disk10k, 4.0, 4.6, 3.0"})
    void accessesTakeAsLongAsTheManualSays(
            String name, double read, double write, double rotation) {
        DiskSpec spec = uncached(DiskSpec.of(name));
        int pages = new Disk(spec).pages();
        double reads = random(new Disk(spec), closed(1, 1), pages).reads().mean() / 1e3;
        double writes = random(new Disk(spec), closed(0, 1), pages).writes().mean() / 1e3;
        assertThat(reads).isCloseTo(read + rotation, withinPercentage(2));
        assertThat(writes).isCloseTo(write + rotation, withinPercentage(2));
    }

    @ParameterizedTest
    @CsvSource({"disk7k, 500", "disk10k, 600"})
    void holdsWhatTheManualSays(String name, double gigabytes) {
        double bytes = (double) new Disk(DiskSpec.of(name)).pages() * Platters.PAGE_BYTES;
        assertThat(bytes / 1e9).isCloseTo(gigabytes, withinPercentage(0.5));
    }

    /**
     * The manual of the Constellation gives 75 to 142 MB/s under the head, of which the data is a
     * part. What remains after the switches of track is sustained.
     */
    @ParameterizedTest
    @CsvSource({"0, 142", "1, 75"})
    void readsInSequenceAtTheRateOfItsTracks(int end, double rate) {
        DiskSpec spec = DiskSpec.of("disk7k");
        Disk disk = new Disk(spec);
        int length = 256;
        int count = 400;
        int from = end == 0 ? 0 : disk.pages() - length * count;
        Host host = new Host(disk, closed(1, 1), random);
        for (int i = 0; i < count; i++) host.read(from + i * length, length);
        double turning = 8.333 / (8.333 + 0.7);
        double bytes = (double) length * count * Platters.PAGE_BYTES;
        double perSecond = bytes / host.finish().nanos() * SECOND;
        assertThat(perSecond).isCloseTo(rate * DATA * turning, withinPercentage(1.5));
    }

    /** At the end its cache is full. */
    @Test
    void writesInSequenceAsFastAsItReads() {
        DiskSpec spec = DiskSpec.of("disk7k");
        Disk disk = new Disk(spec);
        Host host = new Host(disk, closed(0, 32), random);
        for (int i = 0; i < 400; i++) host.write(i * 256, 256, 0);
        double bytes = (400.0 * 256 - spec.controller().cachePages()) * Platters.PAGE_BYTES;
        double perSecond = bytes / host.finish().nanos() * SECOND;
        assertThat(perSecond).isCloseTo(142 * DATA * 8.333 / (8.333 + 0.7), withinPercentage(2));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.6})
    void readsInOrderWaitAsInAQueueWithOneServer(double load) {
        DiskSpec preset = DiskSpec.of("disk7k");
        DiskSpec spec = preset.with(new DiskController(0, 1, Long.MAX_VALUE, 0, 0));
        Disk alone = new Disk(spec);
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            alone.advance(alone.now() + random.nextInt(10_000_000));
            Request read = new Request(Request.Kind.READ, alone.now());
            alone.read(read, random.nextInt(alone.pages()), 1);
            alone.step();
            times.add((double) read.latency());
        }
        double mean = times.stream().mapToDouble(time -> time).average().orElseThrow();
        double squares = times.stream().mapToDouble(time -> time * time).average().orElseThrow();
        double perNano = load / mean;
        Timing timing =
                random(new Disk(spec), new HostLoad(1, perNano * SECOND, 65_536, 0), alone.pages());
        double wait = perNano * squares / 2 / (1 - load);
        assertThat(timing.reads().mean() * 1e3).isCloseTo(mean + wait, withinPercentage(3));
    }

    @Test
    void servesFirstWhatItReachesFirst() {
        DiskSpec spec = DiskSpec.of("disk7k");
        int pages = new Disk(spec).pages();
        DiskSpec inOrder = spec.with(spec.controller().withQueue(1));
        double reordered = random(new Disk(spec), closed(1, 32), pages).opsPerSecond();
        double ordered = random(new Disk(inOrder), closed(1, 32), pages).opsPerSecond();
        assertThat(reordered / ordered).isBetween(2.0, 3.5);
    }

    /** Reads nearby arrive for ever; one far away is served after the longest wait. */
    @Test
    void servesWhatHasWaitedTooLong() {
        Disk disk = new Disk(DiskSpec.of("disk7k"));
        Request far = new Request(Request.Kind.READ, 0);
        for (int i = 0; i < 8; i++) disk.read(new Request(Request.Kind.READ, 0), i * 50, 1);
        disk.read(far, disk.pages() - 1, 1);
        boolean isServed = false;
        while (!isServed && disk.now() < 2 * SECOND) {
            disk.step();
            for (Request each = disk.poll(); each != null; each = disk.poll()) {
                isServed |= each == far;
                disk.read(new Request(Request.Kind.READ, disk.now()), random.nextInt(400), 1);
            }
        }
        assertThat(far.latency()).isBetween(500_000_000L, 560_000_000L);
    }

    /** Cached writes wait for the reads, until a flush needs them. */
    @Test
    void servesReadsBeforeCachedWrites() {
        Disk disk = new Disk(DiskSpec.of("disk7k"));
        for (int i = 0; i < 1_000; i++)
            disk.write(new Request(Request.Kind.WRITE, 0), random.nextInt(disk.pages()), 1, 0);
        Request read = new Request(Request.Kind.READ, 0);
        disk.read(read, random.nextInt(disk.pages()), 1);
        collect(disk, new ArrayList<>());
        while (disk.nextEvent() != Long.MAX_VALUE) {
            disk.step();
            List<Request> done = new ArrayList<>();
            collect(disk, done);
            if (done.contains(read)) break;
        }
        assertThat(read.latency()).isLessThan(60_000_000);
        Request flush = new Request(Request.Kind.FLUSH, disk.now());
        disk.flush(flush);
        while (disk.nextEvent() != Long.MAX_VALUE) disk.step();
        // Reordered, they take less than half of the mean access of 12.6 ms each.
        assertThat(flush.latency()).isBetween(2_000_000_000L, 6_500_000_000L);
    }

    /** A large write that went past the cache leaves nothing in it. */
    @Test
    void keepsNoPageInTheCacheThatWasWritten() {
        DiskSpec spec = DiskSpec.of("disk7k");
        Disk disk = new Disk(spec.with(spec.controller().withCache(16)));
        disk.write(new Request(Request.Kind.WRITE, 0), 100, 1, 0);
        disk.write(new Request(Request.Kind.WRITE, 0), 100, 64, 0);
        while (disk.nextEvent() != Long.MAX_VALUE) disk.step();
        collect(disk, new ArrayList<>());
        Request read = new Request(Request.Kind.READ, disk.now());
        disk.read(read, 100, 1);
        assertThat(disk.poll()).isNull();
    }

    /** A small part of a disk is reached in a fraction of the average seek. */
    @Test
    void seeksLessWithinAPartOfIt() {
        Disk disk = new Disk(DiskSpec.of("disk7k"));
        Timing part = random(disk, closed(1, 1), disk.pages() / 100);
        assertThat(part.reads().mean() / 1e3).isBetween(4.16 + 0.5, 4.16 + 2.5);
    }

    @Test
    void completesAWriteInItsCacheAndAFlushOnThePlatters() {
        Disk disk = new Disk(DiskSpec.of("disk7k"));
        Request write = new Request(Request.Kind.WRITE, 0);
        disk.write(write, 1_000_000, 1, 0);
        assertThat(disk.poll()).isSameAs(write);
        assertThat(write.latency()).isZero();
        Request read = new Request(Request.Kind.READ, 0);
        disk.read(read, 1_000_000, 1);
        assertThat(disk.poll()).isSameAs(read);
        Request flush = new Request(Request.Kind.FLUSH, 0);
        disk.flush(flush);
        assertThat(disk.poll()).isNull();
        disk.step();
        assertThat(disk.poll()).isSameAs(flush);
        assertThat(flush.latency()).isGreaterThan(1_000_000);
        Request none = new Request(Request.Kind.FLUSH, disk.now());
        disk.flush(none);
        assertThat(none.latency()).isZero();
        assertThat(disk.nextEvent()).isEqualTo(Long.MAX_VALUE);
    }

    /** The cache takes 4,096 pages; a larger write goes past it, others wait for room. */
    @Test
    void writesWaitForRoomInTheCache() {
        Disk disk = new Disk(DiskSpec.of("disk7k"));
        Request first = new Request(Request.Kind.WRITE, 0);
        Request second = new Request(Request.Kind.WRITE, 0);
        disk.write(first, 0, 3_000, 0);
        disk.write(second, 10_000, 3_000, 0);
        assertThat(disk.poll()).isSameAs(first);
        assertThat(disk.poll()).isNull();
        disk.step();
        assertThat(disk.poll()).isSameAs(second);
        Request large = new Request(Request.Kind.WRITE, disk.now());
        disk.write(large, 20_000, 5_000, 0);
        assertThat(disk.poll()).isNull();
        disk.step();
        disk.step();
        assertThat(disk.poll()).isSameAs(large);
    }

    @Test
    void stripesAddTheRatesOfTheirDrives() {
        DiskSpec spec = DiskSpec.of("disk7k");
        int pages = new Disk(spec).pages();
        double one = random(new Disk(spec), closed(1, 16), pages).opsPerSecond();
        Stripes four = new Stripes(Stream.generate(() -> new Disk(spec)).limit(4).toList(), 16);
        assertThat(four.pages()).isEqualTo(pages / 16 * 64);
        double all = random(four, closed(1, 64), four.pages()).opsPerSecond();
        assertThat(all / one).isBetween(3.4, 4.2);
    }

    @Test
    void stripesAsLongAsADrivePutOneBehindTheOther() {
        DiskSpec spec = DiskSpec.of("disk7k");
        int pages = new Disk(spec).pages();
        Stripes two = new Stripes(List.of(new Disk(spec), new Disk(spec)), pages);
        assertThat(two.pages()).isEqualTo(2 * pages);
        Request first = new Request(Request.Kind.READ, 0);
        Request second = new Request(Request.Kind.READ, 0);
        two.read(first, 0, 1);
        two.read(second, pages, 1);
        while (two.nextEvent() != Long.MAX_VALUE) two.step();
        assertThat(second.latency()).isPositive().isEqualTo(first.latency());
        Disk one = new Disk(spec);
        Request alone = new Request(Request.Kind.READ, 0);
        one.read(alone, 0, 1);
        while (one.nextEvent() != Long.MAX_VALUE) one.step();
        assertThat(first.latency()).isEqualTo(alone.latency());
    }

    /** Reads, writes, flushes and trims of any length, on disks and arrays of any shape. */
    @Test
    void everyRequestIsAnsweredOnce() {
        for (int seed = 0; seed < 200; seed++) {
            SplittableRandom drawn = new SplittableRandom(seed);
            TimedDevice device = device(drawn);
            List<Request> made = new ArrayList<>();
            List<Request> answered = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                made.add(send(device, drawn));
                while (drawn.nextBoolean() && device.nextEvent() != Long.MAX_VALUE) device.step();
                collect(device, answered);
            }
            while (device.nextEvent() != Long.MAX_VALUE) device.step();
            collect(device, answered);
            assertThat(answered).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(made);
        }
    }

    private static TimedDevice device(SplittableRandom random) {
        DiskSpec spec = DiskSpec.ALL.get(random.nextInt(DiskSpec.ALL.size()));
        DiskController controller =
                new DiskController(
                        random.nextInt(200_000),
                        random.nextInt(1, 40),
                        random.nextInt(100_000_000),
                        random.nextBoolean() ? 0 : random.nextInt(1, 300),
                        random.nextInt(100));
        DiskSpec drawn = spec.with(controller);
        if (random.nextBoolean()) return new Disk(drawn);
        int drives = random.nextInt(1, 5);
        return new Stripes(
                Stream.generate(() -> new Disk(drawn)).limit(drives).toList(),
                random.nextInt(1, 64));
    }

    private static Request send(TimedDevice device, SplittableRandom random) {
        int kind = random.nextInt(10);
        int first = random.nextInt(20_000);
        int pages = random.nextInt(1, 100);
        if (kind == 0) device.trim(first, pages);
        Request request =
                new Request(
                        kind == 1
                                ? Request.Kind.FLUSH
                                : kind < 5 ? Request.Kind.READ : Request.Kind.WRITE,
                        device.now());
        switch (request.kind()) {
            case FLUSH -> device.flush(request);
            case READ -> device.read(request, first, pages);
            case WRITE -> device.write(request, first, pages, 0);
        }
        return request;
    }

    private static void collect(TimedDevice device, List<Request> answered) {
        for (Request each = device.poll(); each != null; each = device.poll()) {
            assertThat(each.latency()).isNotNegative();
            answered.add(each);
        }
    }

    @ParameterizedTest
    @MethodSource("presets")
    void aPresetIsFoundByItsName(DiskSpec spec) {
        assertThat(DiskSpec.of(spec.name().toUpperCase(java.util.Locale.ROOT))).isSameAs(spec);
        assertThat(spec.source()).isNotBlank();
    }

    @Test
    void rejectsWhatNoDiskIs() {
        assertThatThrownBy(() -> DiskSpec.of("tape"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a disk must be one of disk7k, disk10k, not 'tape'");
        assertThatThrownBy(() -> new SeekTimes(2, 1, 3))
                .isInstanceOf(ImpossibleGeometryException.class)
                .hasMessageContaining("must grow");
        assertThatThrownBy(() -> new SeekTimes(0, 1_000_000, 9_000_000))
                .isInstanceOf(ImpossibleGeometryException.class)
                .hasMessageContaining("no curve");
        assertThatThrownBy(() -> new Platters(0, 1, 1, 4_096, 4_096))
                .isInstanceOf(ImpossibleGeometryException.class)
                .hasMessage("revolutions a minute must be 1 to 100,000, not 0");
        assertThatThrownBy(() -> new Platters(1, 1, 1, 4_096, 4_095))
                .isInstanceOf(ImpossibleGeometryException.class)
                .hasMessage("the innermost track must have 4,096 to 4,096 bytes, not 4,095");
        assertThatThrownBy(() -> new DiskController(0, 1, 0, -1, 0))
                .isInstanceOf(ImpossibleGeometryException.class);
        Disk disk = new Disk(DiskSpec.of("disk7k"));
        assertThatThrownBy(disk::step).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> disk.advance(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Stripes(List.of(), 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
