// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

class ArrivalScheduleTest {
    private static final long MILLI = 1_000_000;

    private final AtomicLong clock = new AtomicLong();

    @Test
    void givesEachMomentOnceAtTheRate() {
        ArrivalSchedule timetable = new ArrivalSchedule(1000, 5 * MILLI, clock::get);
        assertThat(timetable.next()).isEqualTo(5 * MILLI);
        assertThat(timetable.next()).isEqualTo(6 * MILLI);
        clock.set(1000 * MILLI); // it was missed, but it is still the next
        assertThat(timetable.next()).isEqualTo(7 * MILLI);
    }

    @Test
    void waitsForNothingThatIsDueAlready() {
        ArrivalSchedule timetable = new ArrivalSchedule(1000, 0, clock::get);
        clock.set(MILLI);
        assertThat(timetable.await(MILLI, () -> true)).isTrue();
        assertThat(timetable.await(2 * MILLI, () -> clock.addAndGet(MILLI / 2) < 10 * MILLI))
                .isTrue();
        assertThat(timetable.await(99 * MILLI, () -> false)).isFalse();
    }

    /** One stall of 10 ms delays the operations behind it; the wait counts for each of them. */
    @Test
    void countsAStallForEveryoneWhomItDelayed() {
        Latencies latencies = new Latencies();
        MeasuredBinding binding =
                new MeasuredBinding(new Stalling(), latencies, new Intervals(), clock::get, 0);
        ArrivalSchedule timetable = new ArrivalSchedule(1000, 0, clock::get);
        for (int i = 0; i < 5; i++) {
            long due = timetable.next();
            binding.due(due);
            timetable.await(due, () -> clock.get() >= due);
            binding.delete("t", i == 0 ? "stall" : "go");
        }
        OperationResult result = latencies.overall();
        assertThat(result.succeeded()).isEqualTo(5);
        assertThat(result.maxMicros()).isBetween(9_900.0, 10_100.0);
        // due at 0, 1, 2, 3, 4 ms, ended at 10 ms and then each 0.1 ms later
        assertThat(result.meanMicros()).isBetween(8_100.0, 8_300.0);
        assertThat(latencies.busyNanos()).isEqualTo(10 * MILLI + 4 * MILLI / 10);
    }

    private final class Stalling extends DB {
        @Override
        public Status delete(String table, String key) {
            clock.addAndGet(key.equals("stall") ? 10 * MILLI : MILLI / 10);
            return Status.OK;
        }

        @Override
        public Status read(
                String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
            return Status.NOT_IMPLEMENTED;
        }

        @Override
        @SuppressWarnings({"JdkObsolete", "NonApiType"}) // YCSB's signature
        public Status scan(
                String table,
                String startKey,
                int recordCount,
                Set<String> fields,
                Vector<HashMap<String, ByteIterator>> result) {
            return Status.NOT_IMPLEMENTED;
        }

        @Override
        public Status update(String table, String key, Map<String, ByteIterator> values) {
            return Status.NOT_IMPLEMENTED;
        }

        @Override
        public Status insert(String table, String key, Map<String, ByteIterator> values) {
            return Status.NOT_IMPLEMENTED;
        }
    }
}
