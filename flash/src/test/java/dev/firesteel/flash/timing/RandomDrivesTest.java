// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.flash.DriveGeometry;
import dev.firesteel.flash.Victims;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Runs drives of random shape under random requests: each is answered once, and no earlier. */
class RandomDrivesTest {
    private static final int DRIVES = 400;
    private static final int REQUESTS = 1_500;
    private static final List<Scheduling.Order> ORDERS = List.of(Scheduling.Order.values());
    private static final List<String> POLICIES =
            List.of("fifo", "greedy", "cost-benefit", "2-choices");

    @Test
    void everyRequestIsAnsweredOnce() {
        for (int seed = 0; seed < DRIVES; seed++) {
            try {
                new Run(new SplittableRandom(seed)).run();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    private static final class Run {
        private final SplittableRandom random;
        private final DriveGeometry geometry;
        private final FlashSpec spec;
        private final int streams;
        private final TimedDrive drive;
        private final Set<Request> open = new HashSet<>();
        private long written;

        Run(SplittableRandom random) {
            this.random = random;
            DieLayout layout =
                    new DieLayout(
                            random.nextInt(1, 4),
                            random.nextInt(1, 3),
                            random.nextInt(1, 3),
                            random.nextBoolean() ? 1 : random.nextInt(2, 5));
            int pages = layout.planes() * layout.pagesPerProgram() * random.nextInt(1, 4);
            streams = random.nextInt(1, 4);
            int blocks = random.nextInt(streams + 4, streams + 20);
            int least = (layout.pagesPerProgram() - 1) * streams + 1;
            int logical = random.nextInt(least, (blocks - 1 - streams) * pages);
            geometry = new DriveGeometry(blocks, pages, logical, 1);
            spec =
                    new FlashSpec(
                            layout,
                            new FlashTimes(
                                    random.nextInt(1, 100),
                                    random.nextInt(1, 1_000),
                                    random.nextInt(0, 5_000),
                                    random.nextInt(0, 20)),
                            scheduling(),
                            cache(layout, logical));
            String policy = POLICIES.get(random.nextInt(POLICIES.size()));
            drive =
                    new TimedDrive(
                            geometry,
                            streams,
                            Victims.of(policy, List.of(), random.nextLong()),
                            spec);
        }

        private Scheduling scheduling() {
            Scheduling.Order order = ORDERS.get(random.nextInt(ORDERS.size()));
            boolean suspends = order != Scheduling.Order.FIFO && random.nextBoolean();
            return new Scheduling(order, suspends, random.nextInt(30), random.nextInt(10_000));
        }

        private WriteCache cache(DieLayout layout, int logical) {
            int least = (layout.pagesPerProgram() - 1) * streams + 1;
            if (layout.pagesPerProgram() > 1)
                return new WriteCache(random.nextInt(least, logical + 1), true);
            int pages = random.nextInt(Math.min(20, logical + 1));
            return new WriteCache(pages, pages > 0 && random.nextBoolean());
        }

        void run() {
            int prepared = random.nextInt(3 * geometry.logicalPages());
            for (int i = 0; i < prepared; i++)
                drive.prepare(random.nextInt(geometry.logicalPages()), random.nextInt(streams));
            for (int made = 0; made < REQUESTS; made++) {
                pass();
                send();
            }
            while (drive.nextEvent() != Long.MAX_VALUE) step();
            assertThat(open).isEmpty();
            assertThat(drive.hostWrites()).isEqualTo(prepared + written);
        }

        /** Lets time pass, at times to an event that is still to be taken. */
        private void pass() {
            if (drive.nextEvent() != Long.MAX_VALUE && random.nextInt(4) == 0) {
                drive.advance(drive.nextEvent());
                return;
            }
            long until = drive.now() + random.nextInt(2_000);
            while (drive.nextEvent() <= until) step();
            drive.advance(Math.max(until, drive.now()));
        }

        private void send() {
            int first = random.nextInt(geometry.logicalPages());
            int pages = random.nextInt(1, Math.min(9, geometry.logicalPages() - first + 1));
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> drive.read(open(Request.Kind.READ), first, pages);
                case 3 -> drive.flush(open(Request.Kind.FLUSH));
                case 4 -> drive.trim(first, pages);
                default -> {
                    written += pages;
                    drive.write(open(Request.Kind.WRITE), first, pages, random.nextInt(streams));
                }
            }
            take();
        }

        private Request open(Request.Kind kind) {
            Request request = new Request(kind, drive.now());
            open.add(request);
            return request;
        }

        private void step() {
            drive.step();
            take();
        }

        private void take() {
            for (Request each = drive.poll(); each != null; each = drive.poll()) {
                assertThat(open.remove(each)).as("answered once").isTrue();
                if (each.kind() == Request.Kind.WRITE && spec.cache().pages() == 0)
                    assertThat(each.latency()).isGreaterThanOrEqualTo(spec.times().program());
            }
        }
    }
}
