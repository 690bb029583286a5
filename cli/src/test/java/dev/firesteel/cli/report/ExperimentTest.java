// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.firesteel.cli.Firesteel;
import dev.firesteel.cli.common.Size;
import dev.firesteel.lab.bench.Mode;
import dev.firesteel.report.published.Catalog;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ExperimentTest {
    private final Map<String, Experiment> all = Experiment.all();

    @Test
    void figuresTakeThemAllAndNoOthers() {
        Set<String> taken = new TreeSet<>();
        Catalog.read().figures().forEach(figure -> taken.addAll(figure.experiments()));
        assertThat(new TreeSet<>(all.keySet())).isEqualTo(taken);
    }

    @Test
    void theirCommandsAreUnderstood() {
        for (Experiment each : all.values())
            for (List<String> commands : List.of(each.quick(), each.full())) {
                for (String command : commands)
                    assertThatCode(() -> Firesteel.commandLine().parseArgs(words(command)))
                            .as(command)
                            .doesNotThrowAnyException();
                assertThat(commands.get(commands.size() - 1)).endsWith(" --json");
            }
    }

    private static String[] words(String command) {
        return command.replace("{address}", "127.0.0.1").split(" ");
    }

    @Test
    void theirNodesAreOfAModeThatThereIs() {
        for (Experiment each : all.values()) {
            Experiment.Node node = each.node();
            if (node == null) continue;
            assertThat(Mode.of(node.mode()).title()).isEqualTo(node.mode());
            assertThat(Size.parse(node.heap()).bytes()).isPositive();
            assertThat(node.steps()).isBetween(1, each.quick().size());
            assertThat(each.quick()).hasSameSizeAs(each.full());
        }
    }
}
