// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A node with a JVM option, and the reports of a fault about it. */
final class TestScene implements FaultContext, AutoCloseable {
    private final Path directory;
    private final String jvmOption;
    private final List<String> notes = new ArrayList<>();
    private final List<String> misses = new ArrayList<>();
    private String logged = "";
    private @Nullable Load load;
    private @Nullable CassandraNode node;

    TestScene(Path directory, String jvmOption) {
        this.directory = directory;
        this.jvmOption = jvmOption;
    }

    /** Makes every started node log this line. */
    TestScene logging(String line) {
        logged = line;
        return this;
    }

    TestScene under(Load writes) {
        load = writes;
        return this;
    }

    List<String> notes() {
        return notes;
    }

    List<String> misses() {
        return misses;
    }

    @Override
    public FaultTargets targets() {
        return new FaultTargets(null, ScratchDisks.none());
    }

    @Override
    public Path campaign() {
        return directory;
    }

    /** Returns a generator whose first boolean is true. */
    @Override
    public SplittableRandom random() {
        return new SplittableRandom(2);
    }

    @Override
    public LongSupplier nanos() {
        return System::nanoTime;
    }

    @Override
    public Duration chooseLoad() {
        return Duration.ZERO;
    }

    @Override
    public CassandraNode node() {
        if (node == null) throw new IllegalStateException("No node was started");
        return node;
    }

    @Override
    public Load load() {
        if (load == null) throw new IllegalStateException("Nothing is written");
        return load;
    }

    @Override
    public NodeSettings settings() {
        return CassandraNode.at(directory)
                .address("127.0.72.1")
                .heap("256M")
                .shortLived()
                .jvmOption(jvmOption);
    }

    @Override
    public CassandraNode start(NodeSettings settings) throws IOException {
        Path log = settings.directory().log();
        node = settings.start();
        Files.createDirectories(log.resolveSibling(""));
        Files.writeString(log, logged, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return node;
    }

    @Override
    public void note(String effect) {
        notes.add(effect);
    }

    @Override
    public void miss(String effect) {
        misses.add(effect);
    }

    @Override
    public void killedInStartUp(double seconds, ReplayState replay) {}

    @Override
    public void close() {
        if (node != null) node.kill();
    }
}
