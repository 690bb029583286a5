// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import org.junit.jupiter.api.Test;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

class RowLoaderTest {
    @Test
    void aRowThatWasNotAcknowledgedIsSentAgain() throws Exception {
        Properties properties = new Properties();
        properties.setProperty("recordcount", "1");
        Measurements.setProperties(properties);
        CoreWorkload workload = new CoreWorkload();
        workload.init(RowLoader.persistent(properties));
        Forgetful db = new Forgetful();
        assertThat(workload.doInsert(db, null)).isTrue();
        assertThat(db.keys).hasSize(2).containsOnly(db.keys.get(0));
    }

    /** Fails once. */
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
