// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.memory.Budget;
import dev.firesteel.memory.MemtableAllocation;
import dev.firesteel.node.CassandraRelease;
import dev.firesteel.operations.home.CassandraHome;
import dev.firesteel.operations.home.CassandraYaml;
import dev.firesteel.operations.home.MemorySettings;
import dev.firesteel.operations.home.SettingsException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares how Cassandra and Firesteel read random files of the kind of {@code cassandra.yaml}. A
 * file that Cassandra takes is taken with the same values, and changed in one place only. {@code
 * -Dfiresteel.seeds=10000} sets the number of files, {@code -Dfiresteel.seed} the first seed.
 */
class AgreementOnCassandraYamlTest {
    private static final long FIRST = Long.getLong("firesteel.seed", 0); // owns settings
    private static final long FILES = Long.getLong("firesteel.seeds", 200); // owns settings

    private static final int SHOWN = 10;

    @TempDir Path home = Path.of("");

    private Path yaml = Path.of("");
    private int taken;
    private int refused;
    private int refusedByCassandraAlone;
    private int changed;
    private final List<AssertionError> failures = new ArrayList<>();

    @BeforeEach
    void layOut() throws IOException {
        Path conf = Files.createDirectories(home.resolve("conf"));
        yaml = conf.resolve("cassandra.yaml");
        Files.writeString(conf.resolve("jvm-server.options"), "-ea\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"newest", "lowest"})
    void whatCassandraTakesIsTakenWithTheSameValues(String which) throws Exception {
        boolean isNewest = which.equals("newest");
        CassandraRelease release = isNewest ? CassandraRelease.newest() : CassandraRelease.lowest();
        try (CassandraLoader loader = new CassandraLoader(release)) {
            YamlFuzz fuzz = new YamlFuzz(loader.defaults());
            compare(loader, "the default values", fuzz.plain().getBytes(StandardCharsets.UTF_8));
            assertThat(taken).as("the default values are taken").isEqualTo(1);
            long files = isNewest ? FILES : FILES / 4; // the same loader but for its libraries
            for (long seed = FIRST; seed < FIRST + files; seed++) {
                try {
                    compare(loader, "-Dfiresteel.seed=" + seed, fuzz.file(seed));
                } catch (AssertionError e) {
                    failures.add(e);
                }
            }
        }
        System.out.printf(
                "cassandra.yaml, release %s: %d files taken and %d refused by both, %d refused by"
                        + " Cassandra alone, %d changed%n",
                release.version(), taken, refused, refusedByCassandraAlone, changed);
        assertThat(failures.stream().limit(SHOWN)).as("of %d", failures.size()).isEmpty();
        assertThat(taken).as("files that Cassandra takes").isGreaterThan((int) (FILES / 16));
    }

    private void compare(CassandraLoader loader, String which, byte[] bytes) throws Exception {
        Files.write(yaml, bytes);
        String as = which + "\n" + new String(bytes, StandardCharsets.UTF_8);
        try {
            Map<String, Object> values = loader.load(yaml);
            assertThat(read(as)).as(as).isEqualTo(part(values));
            taken++;
            change(loader, as, values);
        } catch (CassandraLoader.RefusedException e) {
            refuse(as);
        }
    }

    private Map<String, Object> read(String as) throws IOException {
        try {
            CassandraYaml read = CassandraYaml.read(yaml);
            Map<String, Object> values = new TreeMap<>();
            values.put("commitlog_directory", String.valueOf(read.commitLogDirectory()));
            values.put("data_file_directories", read.dataFileDirectories().toString());
            values.put("cdc_enabled", Boolean.toString(read.isCdcEnabled()));
            values.put("mutation", read.maxMutationBytes());
            values.put("encrypted", Boolean.toString(read.isEncrypted()));
            values.put("key_alias", String.valueOf(read.keyAlias()));
            values.put("key_provider", String.valueOf(read.keyProvider()));
            values.put("parameters", new TreeMap<>(read.keyProviderParameters()).toString());
            return values;
        } catch (SettingsException e) {
            throw new AssertionError("Cassandra takes " + as, e);
        }
    }

    /** Returns the values that Firesteel reads, in the same form. */
    private static Map<String, Object> part(Map<String, Object> cassandra) {
        Map<String, Object> values = new TreeMap<>();
        for (String each : List.of("commitlog_directory", "data_file_directories", "cdc_enabled"))
            values.put(each, cassandra.get(each).toString());
        String mutation = cassandra.get("max_mutation_size").toString();
        values.put(
                "mutation",
                mutation.equals("null")
                        ? bytes(cassandra.get("commitlog_segment_size").toString()) / 2
                        : bytes(mutation));
        Map<?, ?> encryption = (Map<?, ?>) cassandra.get("transparent_data_encryption_options");
        values.put("encrypted", encryption.get("enabled"));
        values.put("key_alias", encryption.get("key_alias"));
        Object provider = encryption.get("key_provider");
        Object name = provider instanceof Map<?, ?> map ? map.get("class_name") : "null";
        Object parameters = provider instanceof Map<?, ?> map ? map.get("parameters") : "null";
        values.put("key_provider", name);
        values.put("parameters", parameters.equals("null") ? "{}" : sorted(parameters.toString()));
        return values;
    }

    private static String sorted(String map) {
        String inside = map.substring(1, map.length() - 1);
        return "{"
                + String.join(", ", List.of(inside.split(", ")).stream().sorted().toList())
                + "}";
    }

    private static long bytes(String size) {
        int digits = size.replaceFirst("\\D.*", "").length();
        int shift = 10 * List.of("B", "KiB", "MiB", "GiB").indexOf(size.substring(digits));
        return Long.parseLong(size.substring(0, digits)) << shift;
    }

    private void refuse(String as) throws IOException {
        try {
            CassandraYaml unused = CassandraYaml.read(yaml);
            refusedByCassandraAlone++;
        } catch (SettingsException e) {
            refused++;
            assertThat(e.getMessage())
                    .as(as)
                    .startsWith(yaml.toString())
                    .doesNotContain("\n", "JavaBean", "dev.firesteel", "java.");
        }
    }

    /** Applies a memory split: Cassandra must read the new values, and all others as before. */
    private void change(CassandraLoader loader, String as, Map<String, Object> before)
            throws Exception {
        MemorySettings settings = settings();
        String after;
        try {
            after = CassandraHome.at(home).changes(settings).get(0).after();
        } catch (SettingsException e) {
            throw new AssertionError("cannot change " + as + "\n" + e.getMessage(), e);
        }
        Files.write(yaml, after.getBytes(StandardCharsets.ISO_8859_1));
        Map<String, Object> expected = new TreeMap<>(before);
        expected.putAll(settings.yaml());
        assertThat(loader.load(yaml)).as(as).isEqualTo(expected);
        changed++;
    }

    private static MemorySettings settings() {
        long mib = Budget.MIB;
        return MemorySettings.of(
                new Budget(
                        4096 * mib,
                        MemtableAllocation.OFFHEAP_OBJECTS,
                        512 * mib,
                        300 * mib,
                        50 * mib,
                        0,
                        544 * mib,
                        462 * mib,
                        2 * mib,
                        0,
                        0));
    }
}
