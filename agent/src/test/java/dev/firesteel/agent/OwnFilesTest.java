// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.export.SegmentFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.cassandra.io.util.File;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnFilesTest {
    @TempDir Path directory;

    private Path file(String name, byte[] content) throws IOException {
        return Files.write(directory.resolve(name), content);
    }

    @Test
    void whatFiresteelKeepsBesideSegmentsIsItsOwn() throws Exception {
        new StartGuardFile(directory).place();
        SegmentIdFloorFile floor = new SegmentIdFloorFile(directory, 8);
        floor.place(7);
        new NodeIdentity(UUID.randomUUID(), null).write(directory);
        file(NodeIdentity.NAME + ".new", new byte[1]);
        file(ExternalCommand.OUTPUT, new byte[1]);
        try (Stream<Path> files = Files.list(directory)) {
            for (Path each : files.toList()) assertThat(OwnFiles.contains(each)).isTrue();
        }
    }

    @Test
    void aSegmentThatMayHoldWritesIsNot() throws IOException {
        byte[] header = SegmentFormat.header(8, 7);
        byte[] longer = Arrays.copyOf(header, header.length + 8);
        assertThat(OwnFiles.contains(file("CommitLog-8-7.log", longer))).isFalse();
        assertThat(OwnFiles.contains(file("CommitLog-8-8.log", header))).isFalse();
        assertThat(OwnFiles.contains(file("CommitLog-8-9.log.new", header))).isFalse();
        assertThat(OwnFiles.contains(file("notes", header))).isFalse();
        assertThat(OwnFiles.contains(directory.resolve("CommitLog-8-10.log"))).isFalse();
    }

    /** The start after a drain archives nothing, and replays nothing of Cassandra's. */
    @Test
    void aDrainLeavesNothingToArchive() throws IOException {
        new SegmentIdFloorFile(directory, 8).place(7);
        Path stock = file("CommitLog-8-9.log", new byte[100]);
        File[] files = new File(directory).tryList((in, name) -> true);
        assertThat(CommitLogBootstrap.withoutOwn(files)).containsExactly(new File(stock));
    }
}
