// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.lab.ResultsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests runs that resume an ended one, with nothing left to measure. */
class ScaleOutTest {
    @TempDir Path directory = Path.of("");

    private ScaleSettings settings() {
        return SmallScale.settings(List.of(1, 2), 1, directory, "127.0.31.9", "small=4:2159");
    }

    private ScaleOut scale(String firesteel) {
        return scale(settings(), firesteel);
    }

    private static ScaleOut scale(ScaleSettings settings, String firesteel) {
        return new ScaleOut(
                settings,
                firesteel,
                journal -> {
                    throw new AssertionError("a node is made");
                },
                new Silence(),
                InstantSource.system(),
                System::nanoTime);
    }

    private ScaleResult result(ScaleOut scale) {
        return scale.result(settings().kinds().get(0));
    }

    private static ScalePoint point(int nodes) {
        return new ScalePoint(
                1,
                "",
                nodes,
                8 * nodes,
                1_000 * nodes,
                8_000,
                7_000,
                30_000,
                50_000,
                0,
                Map.of(),
                200,
                0.2,
                400,
                true,
                0.5,
                null);
    }

    @Test
    void goesOnWithWhatWasMeasured() throws Exception {
        ScaleOut ended = scale("0.1.0");
        ended.open().add(point(1));
        ended.open().add(point(2));

        ScaleOut scale = scale("0.1.0");
        scale.run();

        assertThat(result(scale).isComplete()).isTrue();
        assertThat(result(scale).points()).containsExactly(point(1), point(2));
        assertThat(directory.resolve("points.jsonl")).exists(); // not reported yet
        scale.forgetIfComplete();
        assertThat(directory.resolve("points.jsonl")).doesNotExist();
    }

    @Test
    void keepsWhatIsNotComplete() throws Exception {
        ScaleOut ended = scale("0.1.0");
        ended.open().add(point(1));
        ended.forgetIfComplete();
        assertThat(directory.resolve("points.jsonl")).exists();
    }

    @Test
    void doesNotGoOnWithWhatAnotherVersionHasMeasured() throws IOException {
        ScaleOut ended = scale("0.0.9");
        ended.open().add(point(1));
        String before = Files.readString(directory.resolve("points.jsonl"));
        assertThatThrownBy(() -> scale("0.1.0").run())
                .isInstanceOf(ResultsException.class)
                .hasMessageContaining("is of another run of lab scale")
                .hasMessageEndingWith("delete it, or give another --data");
        assertThat(directory.resolve("points.jsonl")).hasContent(before);
    }

    /** With logs of latencies. */
    private ScaleOut logging() {
        ScaleSettings plain = settings();
        return scale(
                new ScaleSettings(
                        plain.kinds(),
                        plain.workload(),
                        plain.row(),
                        plain.replicas(),
                        plain.perSecond(),
                        plain.rounds(),
                        plain.warmUpSeconds(),
                        plain.seconds(),
                        directory.resolve("logs"),
                        plain.simulated(),
                        plain.machines()),
                "0.1.0");
    }

    @Test
    void doesNotReplaceALogOfAnotherRun() throws Exception {
        Path log = directory.resolve("logs/2-nodes-round-1.hlog");
        Files.createDirectories(log.getParent());
        Files.writeString(log, "of another run");
        assertThatThrownBy(() -> logging().run())
                .isInstanceOf(ScaleException.class)
                .hasMessageContaining("'" + log + "' exists: give another directory");
        assertThat(log).hasContent("of another run");
    }

    @Test
    void whatWasMeasuredHasALog() throws Exception {
        scale("0.1.0").open().add(point(1));
        assertThatThrownBy(() -> logging().run())
                .isInstanceOf(ScaleException.class)
                .hasMessageContaining("1-nodes-round-1.hlog, though its cluster was measured");
    }

    /** A kill after a measurement may leave a log without a result. */
    @Test
    void goesOnAfterAKillBesideALog() throws Exception {
        scale("0.1.0").open().add(point(1));
        Path one = directory.resolve("logs/1-nodes-round-1.hlog");
        Path two = directory.resolve("logs/2-nodes-round-1.hlog");
        Files.createDirectories(one.getParent());
        Files.writeString(one, "complete");
        Files.writeString(two, "left");
        assertThatThrownBy(() -> logging().run()).hasMessage("a cluster is started");
        assertThat(one).exists();
        assertThat(two).doesNotExist();
    }

    private static final class Silence implements ScaleListener {
        @Override
        public void starting(int step, int round, String kind, int nodes) {
            throw new AssertionError("a cluster is started");
        }

        @Override
        public void started(int nodes, int of) {}

        @Override
        public void working(String at, double perSecond) {}

        @Override
        public void measured(ScalePoint point) {}
    }
}
