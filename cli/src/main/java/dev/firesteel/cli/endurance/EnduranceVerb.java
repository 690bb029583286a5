// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import dev.firesteel.cli.common.Build;
import picocli.CommandLine.Command;

/** {@code firesteel endurance}: the wear of a flash drive by writes. */
@Command(
        name = "endurance",
        description =
                "Records the file writes of a node, and simulates the writes and erases of a flash"
                        + " drive for them.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        subcommands = {
            ModelVerb.class,
            RecordVerb.class,
            SimulateVerb.class,
            RecommendVerb.class,
            LiveVerb.class,
            MeasureVerb.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel endurance model --spare 0.11 --victim greedy  a drive under random writes",
            "  firesteel endurance record --node data/node1 traces     record until Ctrl-C",
            "  firesteel endurance recommend traces  write lifetimes for a recording"
        })
public final class EnduranceVerb {}
