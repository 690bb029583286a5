// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Console;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The part of a process among several. */
final class PartOption {
    @Option(
            names = "--part",
            paramLabel = "K/N",
            description =
                    "Run part K of N of the work, here or on another machine, such as 2/5. 'lab merge'"
                            + " combines the outputs of --json.")
    @Nullable String part;

    /** Returns the part, if one is given. */
    Optional<Part> part(Console console) {
        String text = part;
        return text == null
                ? Optional.empty()
                : Optional.of(console.checked(() -> Part.parse(text)));
    }
}
