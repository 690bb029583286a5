// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import picocli.CommandLine.Command;

/** {@code firesteel lab staleness}: predicts and measures stale reads. */
@Command(
        name = "staleness",
        description =
                "Says how likely a read is to know of the last write, where reads and writes wait"
                        + " for fewer replicas than would make sure (probabilistically bounded"
                        + " staleness).",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        subcommands = {PredictVerb.class, MeasureVerb.class},
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel lab staleness predict --model lnkd-disk  from published latencies",
            "  firesteel lab staleness measure                    on three nodes, started here"
        })
final class StalenessVerb {}
