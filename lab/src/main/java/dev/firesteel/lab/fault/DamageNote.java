// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Notes a campaign's temporary changes to a journal, so that they are undone even if the campaign
 * is interrupted. Otherwise the next start of the node would find damage.
 *
 * <p>The file has a line with the journal's path, then one for each block: its offset, its bytes
 * before and after.
 */
final class DamageNote {
    private final Path file;

    private DamageNote(Path file) {
        this.file = file;
    }

    /** Returns the note of a campaign. */
    static DamageNote in(Path campaign) {
        return new DamageNote(campaign.resolve("damage.txt"));
    }

    /**
     * Some bytes of a journal.
     *
     * @param offset their offset
     * @param before the bytes before the change
     * @param after the bytes after the change
     */
    record Block(long offset, ByteBuffer before, ByteBuffer after) {
        private String line() {
            return offset + " " + hex(before) + " " + hex(after);
        }

        private static Block of(String line) {
            List<String> words = List.of(line.split(" "));
            return new Block(
                    Long.parseLong(words.get(0)), bytes(words.get(1)), bytes(words.get(2)));
        }

        private static String hex(ByteBuffer bytes) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.duplicate().get(copy);
            return HexFormat.of().formatHex(copy);
        }

        private static ByteBuffer bytes(String hex) {
            return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
        }
    }

    /** Stores the changes, before they are made. */
    void keep(Path journal, List<Block> blocks) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(journal.toString());
        for (Block block : blocks) lines.add(block.line());
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.write(next, lines);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Deletes the note: the changes were undone, or the node has repaired them. */
    void drop() throws IOException {
        Files.deleteIfExists(file);
    }

    /** Undoes interrupted changes, except where a node has overwritten them since. */
    void undo() throws IOException {
        if (!Files.exists(file)) return;
        List<String> lines = Files.readAllLines(file);
        Path journal = Path.of(lines.get(0));
        try (FileChannel channel =
                FileChannel.open(journal, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            for (String line : lines.subList(1, lines.size())) undo(Block.of(line), channel);
            channel.force(true);
        }
        drop();
    }

    private static void undo(Block block, FileChannel channel) throws IOException {
        ByteBuffer found = ByteBuffer.allocate(block.after.remaining());
        while (found.hasRemaining() && channel.read(found, block.offset + found.position()) > 0) {}
        if (!found.flip().equals(block.after)) return;
        ByteBuffer rest = block.before.duplicate();
        while (rest.hasRemaining()) channel.write(rest, block.offset + rest.position());
    }
}
