// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.journal.JournalReader;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Flips bits in the journal while the node is down. If there is another copy, the node must start
 * with every acknowledged write. Otherwise it must refuse to start and name the damage. After a
 * refusal the bytes are restored, and every acknowledged write must be there.
 */
final class DamageFault implements Fault {
    private static final Duration START_PATIENCE = Duration.ofMinutes(2);

    @Override
    public String name() {
        return "damage";
    }

    @Override
    public boolean needsJournal() {
        return true;
    }

    @Override
    public void require(FaultTargets targets) throws IOException {
        targets.requireJournal(this);
    }

    @Override
    public void strike(FaultContext context) throws IOException, InterruptedException {
        context.load().last(context.chooseLoad());
        context.node().kill();
    }

    @Override
    public void aftermath(FaultContext context) throws IOException, InterruptedException {
        Path journal = context.targets().requireJournal(this);
        try (JournalBytes bytes = JournalBytes.open(journal, JournalReader.inspect(journal))) {
            BitRot rot = BitRot.choose(bytes, context.random());
            DamageNote damage = DamageNote.in(context.campaign());
            damage.keep(journal, rot.blocks());
            rot.apply();
            NodeSettings settings = context.settings();
            LogTail log = LogTail.at(settings.directory().log());
            CassandraNode node = context.start(settings);
            Start start = Start.of(node, START_PATIENCE);
            context.note(rot + ": " + start.text());
            if (Exit.isFromOutside(node))
                throw new FaultException("The node was ended from outside: " + start.text());
            if (!start.isUp() && !isRefusal(node, rot, log))
                throw new FindingException(
                        "The node neither came up nor named %s: %s".formatted(rot, start.text()));
            if (start.isUp() && rot.mustBeRefused())
                throw new FindingException("The node came up in spite of " + rot);
            if (!start.isUp() && rot.mustBeMended())
                throw new FindingException("The node refused for " + rot + ": " + start.text());
            node.kill();
            if (!start.isUp()) rot.undo();
            damage.drop();
        }
    }

    /** Returns whether the node refused because of the damage, not for another reason. */
    private static boolean isRefusal(CassandraNode node, BitRot rot, LogTail log) {
        return !node.isAlive() && rot.isNamedBy(node.exitCode(), log);
    }
}
