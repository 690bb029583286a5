// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.junit.jupiter.api.Test;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

class MeasuredBindingTest {
    @Test
    void anInsertThatHasFailedIsSentAgainAndEachAttemptIsCounted() {
        Latencies latencies = new Latencies();
        Forgetful db = new Forgetful();
        new MeasuredBinding(db, latencies, new Intervals(), () -> 0, 1).insert("t", "a", Map.of());
        assertThat(db.keys).containsExactly("a", "a");
        assertThat(latencies.overall().succeeded()).isEqualTo(1);
        assertThat(latencies.overall().errors()).isEqualTo(1);
    }

    @Test
    void withoutRetriesItIsSentOnce() {
        Latencies latencies = new Latencies();
        Forgetful db = new Forgetful();
        new MeasuredBinding(db, latencies, new Intervals(), () -> 0, 0).insert("t", "a", Map.of());
        assertThat(db.keys).containsExactly("a");
        assertThat(latencies.overall().errors()).isEqualTo(1);
    }

    /** A database whose first insert fails. */
    @SuppressWarnings({"JdkObsolete", "NonApiType"}) // YCSB's signatures
    private static final class Forgetful extends DB {
        private final List<String> keys = new ArrayList<>();

        @Override
        public Status insert(String table, String key, Map<String, ByteIterator> values) {
            keys.add(key);
            return keys.size() == 1 ? Status.ERROR : Status.OK;
        }

        @Override
        public Status read(
                String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
            throw new AssertionError();
        }

        @Override
        public Status scan(
                String table,
                String key,
                int count,
                Set<String> fields,
                Vector<HashMap<String, ByteIterator>> result) {
            throw new AssertionError();
        }

        @Override
        public Status update(String table, String key, Map<String, ByteIterator> values) {
            throw new AssertionError();
        }

        @Override
        public Status delete(String table, String key) {
            throw new AssertionError();
        }
    }
}
