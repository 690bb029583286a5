// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the files that a node reads at start: cassandra.yaml, firesteel.yaml and logback.xml. */
final class ConfigurationFiles {
    private static final String LOGBACK =
            """
            <configuration>
              <appender name="FILE" class="ch.qos.logback.core.rolling.RollingFileAppender">
                <file>${cassandra.logdir}/system.log</file>
                <rollingPolicy class="ch.qos.logback.core.rolling.FixedWindowRollingPolicy">
                  <fileNamePattern>${cassandra.logdir}/system.log.%i</fileNamePattern>
                  <minIndex>1</minIndex>
                  <maxIndex>5</maxIndex>
                </rollingPolicy>
                <triggeringPolicy class="ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy">
                  <maxFileSize>20MB</maxFileSize>
                </triggeringPolicy>
                <encoder>
                  <pattern>%-5level [%thread] %date{ISO8601} %F:%L - %msg%n</pattern>
                </encoder>
              </appender>
              <root level="INFO">
                <appender-ref ref="FILE"/>
              </root>
            </configuration>
            """;

    private final NodeSettings settings;
    private final NodeDirectory directory;

    ConfigurationFiles(NodeSettings settings) {
        this.settings = settings;
        this.directory = settings.directory;
    }

    void write() throws IOException {
        Files.createDirectories(directory.conf());
        Files.createDirectories(directory.logs());
        write("cassandra.yaml", cassandraYaml());
        write("logback.xml", LOGBACK);
        writeFiresteelYaml();
    }

    /** Writes a file so that after a power failure it is the old one or the new one, whole. */
    private void write(String name, String text) throws IOException {
        Path file = directory.conf().resolve(name);
        Path young = directory.conf().resolve(name + ".new");
        Files.writeString(
                young,
                text,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE,
                StandardOpenOption.SYNC);
        Files.move(young, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private void writeFiresteelYaml() throws IOException {
        String name = "firesteel.yaml";
        if (settings.firesteelYaml.isEmpty()) Files.deleteIfExists(directory.conf().resolve(name));
        else write(name, Yaml.write(settings.firesteelYaml));
    }

    String cassandraYaml() {
        Map<String, Object> yaml = new LinkedHashMap<>();
        addIdentity(yaml);
        addDirectories(yaml);
        addCommitLog(yaml);
        yaml.putAll(settings.profile.yaml());
        yaml.put("materialized_views_enabled", true);
        yaml.putAll(settings.cassandraYaml);
        return Yaml.write(yaml);
    }

    private void addIdentity(Map<String, Object> yaml) {
        yaml.put("cluster_name", settings.clusterName);
        yaml.put("num_tokens", 16);
        yaml.put("allocate_tokens_for_local_replication_factor", 3);
        yaml.put("partitioner", "org.apache.cassandra.dht.Murmur3Partitioner");
        yaml.put("endpoint_snitch", "SimpleSnitch");
        yaml.put("listen_address", settings.address);
        yaml.put("rpc_address", settings.address);
        yaml.put("native_transport_port", settings.cqlPort());
        yaml.put("storage_port", settings.storagePort());
        // The nodes of a cluster start one after the other: do not wait long for later ones.
        yaml.put("block_for_peers_timeout_in_secs", 2);
        Map<String, Object> provider = new LinkedHashMap<>();
        provider.put("class_name", "org.apache.cassandra.locator.SimpleSeedProvider");
        provider.put("parameters", List.of(Map.of("seeds", settings.seedAddress())));
        yaml.put("seed_provider", List.of(provider));
    }

    private void addDirectories(Map<String, Object> yaml) {
        yaml.put("data_file_directories", List.of(directory.data()));
        yaml.put("commitlog_directory", directory.commitLog());
        yaml.put("hints_directory", directory.root().resolve("hints"));
        yaml.put("saved_caches_directory", directory.root().resolve("saved_caches"));
        yaml.put("cdc_raw_directory", directory.root().resolve("cdc_raw"));
    }

    private void addCommitLog(Map<String, Object> yaml) {
        yaml.put("commitlog_sync", "periodic");
        // Cassandra refuses a period that belongs to another sync mode.
        if (settings.cassandraYaml.getOrDefault("commitlog_sync", "periodic").equals("periodic"))
            yaml.put("commitlog_sync_period", "10s");
    }
}
