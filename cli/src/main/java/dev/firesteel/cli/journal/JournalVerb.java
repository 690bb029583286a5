// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.journal;

import dev.firesteel.cli.common.Build;
import picocli.CommandLine.Command;

/** {@code firesteel journal}: works on a journal that no node has open. */
@Command(
        name = "journal",
        description = "Makes, inspects, or exports a journal.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        subcommands = {
            FormatVerb.class,
            InfoVerb.class,
            VerifyVerb.class,
            DumpVerb.class,
            ExportVerb.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel journal format /dev/nvme1n1        make a journal of a blank drive",
            "  firesteel journal info data/node1/journal    show its owner and segments",
            "  firesteel journal verify data/node1/journal  read all of it, report damage",
            "  firesteel journal dump data/node1/journal    list its entries",
            "  firesteel journal export data/node1/journal out  as segments of a stock commit log"
        })
public final class JournalVerb {}
