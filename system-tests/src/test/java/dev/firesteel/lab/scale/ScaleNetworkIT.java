// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.firesteel.lab.ControlGroup;
import dev.firesteel.lab.ControlGroupException;
import dev.firesteel.lab.ProcessorGroup;
import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.RowSize;
import dev.firesteel.lab.bench.StartedNodes;
import dev.firesteel.lab.bench.Workload;
import dev.firesteel.lab.network.Network;
import dev.firesteel.lab.network.NetworkFigures;
import dev.firesteel.lab.network.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures two kinds of nodes, each on its network. */
class ScaleNetworkIT {
    @TempDir Path directory;

    private NodeKind kind(String name, int nodes, String network) {
        return new NodeKind(
                name,
                List.of(nodes),
                0.5,
                4,
                500,
                new StartedNodes(
                        Mode.PERIODIC,
                        Path.of("none"),
                        directory.resolve("data"),
                        "127.0.82.1",
                        256 << 20,
                        Topology.parse(network)));
    }

    @Test
    @Tag("full")
    void aSlowNetworkMakesOperationsSlow() throws Exception {
        requireSupported();
        ScaleSettings settings =
                new ScaleSettings(
                        List.of(kind("near", 1, "star:0"), kind("far", 2, "star:40ms")),
                        new Workload("50/50"),
                        new RowSize(2, 10),
                        1,
                        20,
                        1,
                        5,
                        10,
                        directory.resolve("logs"),
                        List.of(),
                        List.of());
        ScaleOut scale =
                new ScaleOut(
                        settings,
                        "0.1.0",
                        journal -> {},
                        new Silence(),
                        InstantSource.system(),
                        System::nanoTime);
        Path home = Files.readSymbolicLink(Path.of("/proc/thread-self/ns/net"));

        scale.run();

        assertThat(Files.readSymbolicLink(Path.of("/proc/thread-self/ns/net"))).isEqualTo(home);
        ScalePoint far = point(scale, settings.kinds().get(1));
        assertThat(far.errors()).isZero();
        // A client reaches a node and is answered, each after 40 ms.
        assertThat(far.p50Micros()).isGreaterThan(80_000);
        assertThat(far.operations()).containsOnlyKeys("read", "update");
        NetworkFigures network = Objects.requireNonNull(far.network());
        assertThat(network.asked()).isEqualTo("star:40ms");
        assertThat(Objects.requireNonNull(network.carried()).packets()).isGreaterThan(100);
        assertThat(point(scale, settings.kinds().get(0)).p50Micros()).isLessThan(80_000);
        assertThat(directory.resolve("logs/far-2-nodes-round-1.hlog")).isNotEmptyFile();
        assertThat(directory.resolve("logs/near-1-nodes-round-1.hlog")).isNotEmptyFile();
    }

    private static ScalePoint point(ScaleOut scale, NodeKind kind) {
        return scale.result(kind).points().get(0);
    }

    private static void requireSupported() throws IOException {
        try {
            Network.requireSupported();
            ProcessorGroup.make(ControlGroup.ROOT, "firesteel-scale-network-it").close();
        } catch (ControlGroupException e) {
            abort("skipped: no right to limit processor time");
        } catch (IOException e) {
            abort("skipped: " + e.getMessage());
        }
    }

    private static final class Silence implements ScaleListener {
        @Override
        public void starting(int step, int round, String kind, int nodes) {}

        @Override
        public void started(int nodes, int of) {}

        @Override
        public void working(String at, double perSecond) {}

        @Override
        public void measured(ScalePoint point) {}
    }
}
