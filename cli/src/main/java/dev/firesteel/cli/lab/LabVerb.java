// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Build;
import picocli.CommandLine.Command;

/** {@code firesteel lab}: experiments on nodes. */
@Command(
        name = "lab",
        description =
                "Loads data into nodes and measures them, tests crashes of nodes, and measures the"
                        + " staleness of reads.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        subcommands = {
            CrashVerb.class,
            PowerCutVerb.class,
            LoadVerb.class,
            YcsbVerb.class,
            MergeVerb.class,
            SweepVerb.class,
            MatrixVerb.class,
            NetworkVerb.class,
            ScaleVerb.class,
            StalenessVerb.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel lab crash --kills 20     kill a node 20 times, check its writes",
            "  firesteel lab powercut --cuts 20   cut the power of its drives 20 times",
            "  firesteel lab load --rows 1000000  insert YCSB's rows into a running node",
            "  firesteel lab ycsb --workload a    read and update them for a minute",
            "  firesteel lab sweep                latency at increasing rates"
        })
public final class LabVerb {}
