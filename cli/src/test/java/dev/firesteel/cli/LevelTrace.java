// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A recording of levels of 3, 12 and 45 files of 256 KiB that grow at the same time, for 2 s. */
public final class LevelTrace {
    private LevelTrace() {}

    public static Path write(Path file) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder text = new StringBuilder("firesteel-trace\t1\t0\n");
        List<List<Integer>> levels =
                List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        int[] growing = new int[3];
        int[] written = new int[3];
        int files = 0;
        for (int step = 0; step < 3_000; step++) {
            int level = random.nextInt(3);
            int now = step * 667;
            if (growing[level] == 0) {
                growing[level] = ++files;
                text.append("create\t%d\t%d\tdata\t%d\tnot-set\n".formatted(now, files, level));
            }
            text.append(
                    "write\t%d\t%d\t%d\t16384\n".formatted(now, growing[level], written[level]));
            written[level] += 16_384;
            if (written[level] < 262_144) continue;
            List<Integer> living = levels.get(level);
            living.add(growing[level]);
            growing[level] = 0;
            written[level] = 0;
            if (living.size() <= 3 << (2 * level)) continue;
            int dead = living.remove(random.nextInt(living.size()));
            text.append("delete\t%d\t%d\n".formatted(now, dead));
        }
        return Files.writeString(file, text);
    }
}
