// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Build;
import picocli.CommandLine.Command;

/** {@code firesteel lab staleness}: predicts and measures stale reads. */
@Command(
        name = "staleness",
        description =
                "Measures and predicts how likely a read is to return the last write, if reads and"
                        + " writes wait for fewer replicas than are needed for certainty"
                        + " (probabilistically bounded staleness).",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        subcommands = {PredictVerb.class, MeasureVerb.class},
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel lab staleness predict --model lnkd-disk  from published latencies",
            "  firesteel lab staleness measure                    on three nodes, started here"
        })
final class StalenessVerb {}
