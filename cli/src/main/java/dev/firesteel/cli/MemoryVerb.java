// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import picocli.CommandLine.Command;

/** {@code firesteel memory}: the effect of memory on reads and writes. */
@Command(
        name = "memory",
        description = "Says what memory for writes and for reads is worth, from measurements.",
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
            "  firesteel memory calibrate                     measure what memory is worth here",
            "  firesteel memory fit writes.csv --model write  how long writes take with so much",
            "  firesteel memory recommend results.jsonl       how memory is best divided",
            "  firesteel memory compare results.jsonl         whether that is better here",
            "  firesteel memory apply results.jsonl --print   the same as Cassandra's settings",
            "  firesteel memory hits --rows 1000000 --cache 1GiB  what a cache answers",
            "  firesteel memory caches                        what caches answer here"
        })
final class MemoryVerb {}
