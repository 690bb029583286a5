// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that {@code docs/reference/options.md} has what {@code help} prints. */
class OptionsPageTest {
    private static final Path PAGE = Path.of("../docs/reference/options.md");
    private static final Path EXPECTED = Path.of("target/options.md");
    private static final List<String> VERBS =
            List.of(
                    "run",
                    "install",
                    "uninstall",
                    "status",
                    "doctor",
                    "journal format",
                    "journal info",
                    "journal verify",
                    "journal dump",
                    "journal export");

    @Test
    void isAsHelpPrintsIt() throws IOException {
        StringBuilder page = new StringBuilder();
        page.append("# Options of the operator's verbs\n\n");
        page.append(
                "What `./firesteel help VERB` prints. [Commands](commands.md) has all verbs.\n");
        for (String verb : VERBS) {
            String help = Spoken.by((verb + " --help").split(" ")).out().strip();
            page.append("\n## ").append(verb).append("\n\n```\n").append(help).append("\n```\n");
        }
        Files.writeString(EXPECTED, page);
        assertThat(PAGE).as("copy cli/%s there", EXPECTED).hasContent(page.toString());
    }
}
