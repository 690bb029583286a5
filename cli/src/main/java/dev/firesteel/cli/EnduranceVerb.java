// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import picocli.CommandLine.Command;

/** {@code firesteel endurance}: the wear of a flash drive by writes. */
@Command(
        name = "endurance",
        description =
                "Records what a node writes, and simulates what flash drives move and erase for it.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        subcommands = {ModelVerb.class, RecordVerb.class, SimulateVerb.class, RecommendVerb.class},
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel endurance model --spare 0.11 --victim greedy  a drive under random writes",
            "  firesteel endurance record --node data/node1 traces     what a node writes, until Ctrl-C",
            "  firesteel endurance recommend traces  which lifetimes a recording suggests"
        })
final class EnduranceVerb {}
