// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import picocli.CommandLine.Command;

/** {@code firesteel bench}: measurements on this machine. */
@Command(
        name = "bench",
        description = "Measures on this machine, everything in one run.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        subcommands = {CommitLogVerb.class, ReplayVerb.class},
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel bench commitlog  what acknowledged writes cost, mode by mode",
            "  firesteel bench replay     how long the start after a crash takes, mode by mode"
        })
final class BenchVerb {}
