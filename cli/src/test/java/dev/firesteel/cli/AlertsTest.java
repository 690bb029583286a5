// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests the alerting rules with Prometheus' own {@code promtool}, and that all are documented. */
class AlertsTest {
    private static final Path OPERATING = Path.of("../docs/operating");
    private static final Path RULES = OPERATING.resolve("alerts.yaml");
    private static final Path CASES = Path.of("src/test/resources/alerts-test.yaml");
    private static final Pattern ALERT = Pattern.compile("- alert(?:name)?: (\\w+)");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\|");

    @Test
    void everyAlertFiresWhereItShouldAndNowhereElse() throws Exception {
        Process promtool;
        try {
            promtool =
                    new ProcessBuilder("promtool", "test", "rules", CASES.toString())
                            .redirectErrorStream(true)
                            .start();
        } catch (IOException e) {
            abort("promtool is not installed: " + e.getMessage());
            return;
        }
        String output =
                new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(promtool.waitFor()).as(output).isZero();
    }

    @Test
    void everyAlertHasACaseAndARowOfItsOwn() throws IOException {
        List<String> alerts = names(ALERT, RULES);
        assertThat(alerts).isNotEmpty().doesNotHaveDuplicates();
        assertThat(names(ALERT, CASES)).containsAll(alerts);
        assertThat(names(ROW, OPERATING.resolve("monitoring.md"))).containsAll(alerts);
    }

    private static List<String> names(Pattern pattern, Path file) throws IOException {
        return pattern.matcher(Files.readString(file))
                .results()
                .map((MatchResult each) -> each.group(1))
                .toList();
    }
}
