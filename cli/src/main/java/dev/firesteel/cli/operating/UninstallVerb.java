// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.operating;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.operations.install.Plan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code firesteel uninstall}: removes the agent from an installed Cassandra. */
@Command(
        name = "uninstall",
        description =
                "Removes the files and lines that 'install' added to a Cassandra, whose node is"
                        + " down, and nothing else. The journal stays. Refused while the journal"
                        + " holds writes that are in no SSTable. Shows the changes, and makes"
                        + " them with --yes only.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:not installed any more; without --yes: removal is possible",
            "1:removal is not possible; the message gives the reason, and nothing is changed",
            "2:the command line was wrong"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel uninstall /opt/cassandra        what changes",
            "  firesteel uninstall /opt/cassandra --yes  changes it"
        })
public final class UninstallVerb implements Callable<Integer> {
    @Parameters(paramLabel = "CASSANDRA_HOME", description = HomeOptions.HOME)
    Path home = Path.of("");

    @Mixin HomeOptions cassandra = new HomeOptions();

    @Option(names = "--yes", description = "Make the changes.")
    boolean isDone;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(spec);
        Plan plan = cassandra.installation(home, console).removal();
        if (!plan.isEmpty())
            return PlanText.show(plan, isDone, "the next start is without Firesteel", "", console);
        console.say("nothing to change: Firesteel is not installed");
        plan.notes().forEach(console::say);
        return 0;
    }
}
