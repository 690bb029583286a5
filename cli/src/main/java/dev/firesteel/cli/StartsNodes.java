// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.node.CassandraRelease;
import dev.firesteel.node.FiresteelHome;
import dev.firesteel.node.NodeException;
import dev.firesteel.node.NodeJava;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * A verb that starts nodes on this machine. Before it runs, and thus before it makes anything, Java
 * and Cassandra's jars are checked. The launcher knows the same verbs.
 */
interface StartsNodes {
    /** Returns whether the parsed options ask for it. */
    default boolean startsNodes() {
        return true;
    }

    /** Runs verbs, those that start nodes only if these can start. */
    final class Checked implements IExecutionStrategy {
        private final NodeJava java;

        Checked(NodeJava java) {
            this.java = java;
        }

        @Override
        public int execute(ParseResult parsed) {
            CommandLine verb = last(parsed);
            if (verb.getCommand() instanceof StartsNodes one && isRun(verb) && one.startsNodes())
                check(verb);
            return new RunLast().execute(parsed);
        }

        private void check(CommandLine verb) {
            try {
                java.requireFit();
                if (FiresteelHome.find().isRelease()) CassandraRelease.newest().requireJars();
            } catch (NodeException e) {
                throw new ExecutionException(verb, String.valueOf(e.getMessage()), e);
            }
        }

        private static CommandLine last(ParseResult parsed) {
            ParseResult at = parsed;
            while (at.hasSubcommand()) at = at.subcommand();
            return at.commandSpec().commandLine();
        }

        private static boolean isRun(CommandLine verb) {
            return !verb.isUsageHelpRequested() && !verb.isVersionHelpRequested();
        }
    }
}
