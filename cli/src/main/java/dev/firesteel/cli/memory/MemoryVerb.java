// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.cli.common.Build;
import picocli.CommandLine.Command;

/** {@code firesteel memory}: the effect of memory on reads and writes. */
@Command(
        name = "memory",
        description =
                "Measures the effect of the memory split on reads and writes, and recommends a"
                        + " split.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        subcommands = {
            FitVerb.class,
            CalibrateVerb.class,
            RecommendSplitVerb.class,
            CompareSplitVerb.class,
            ApplySplitVerb.class,
            HitsVerb.class,
            CachesVerb.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel memory calibrate                     measure memory splits here",
            "  firesteel memory fit writes.csv --model write  fit the time of writes",
            "  firesteel memory recommend results.jsonl       the best memory split",
            "  firesteel memory compare results.jsonl         measure it beside the defaults",
            "  firesteel memory apply results.jsonl --print   as Cassandra's settings",
            "  firesteel memory hits --rows 1000000 --cache 1GiB  expected hit ratio",
            "  firesteel memory caches                        measured hit ratios of caches"
        })
public final class MemoryVerb {}
