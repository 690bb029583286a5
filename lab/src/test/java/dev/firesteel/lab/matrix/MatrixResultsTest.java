// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.lab.ResultLine;
import dev.firesteel.lab.ResultsException;
import dev.firesteel.lab.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatrixResultsTest {
    private static final MatrixCell CELL = new MatrixCell("a", "uniform", 0.1, "fast");

    @TempDir Path directory = Path.of("");
    private Path path = Path.of("");

    @BeforeEach
    void measureOne() throws IOException {
        path = directory.resolve("results/matrix.jsonl");
        open(path, SmallMatrix.ORIGIN).add(SmallMatrix.result(CELL, 5));
    }

    private static ResultsFile<MatrixTerms, MatrixResult> open(
            Path path, ResultLine.Origin<MatrixTerms> origin) throws IOException {
        return ResultsFile.open(
                path,
                new ResultsFile.Terms<>(
                        "matrix",
                        "give another --results",
                        "matrix-cell",
                        MatrixResult.class,
                        origin),
                Clock.systemUTC());
    }

    @Test
    void goesOnBehindWhatWasMeasured() throws IOException {
        assertThat(open(path, SmallMatrix.ORIGIN).results())
                .containsExactly(SmallMatrix.result(CELL, 5));
    }

    @Test
    void forgetsALineThatAKillHasCutShort() throws IOException {
        String whole = Files.readString(path);
        Files.writeString(path, "{\"kind\":\"matrix-ce", StandardOpenOption.APPEND);
        assertThat(open(path, SmallMatrix.ORIGIN).results()).hasSize(1);
        assertThat(path).hasContent(whole);
    }

    /** Some editors leave none. */
    @Test
    void keepsALastLineWithoutALineFeed() throws IOException {
        Files.writeString(path, Files.readString(path).stripTrailing());
        open(path, SmallMatrix.ORIGIN).add(SmallMatrix.result(CELL, 6));
        assertThat(open(path, SmallMatrix.ORIGIN).results())
                .containsExactly(SmallMatrix.result(CELL, 5), SmallMatrix.result(CELL, 6));
    }

    @Test
    void leavesAFileAloneThatIsNoneOfItsOwn() throws IOException {
        for (String text : new String[] {"notes", "{\"name\": 1}", "{\"kind\": 1"}) {
            Path notes = Files.writeString(directory.resolve("notes"), text);
            assertThatThrownBy(() -> open(notes, SmallMatrix.ORIGIN))
                    .isInstanceOf(ResultsException.class)
                    .hasMessage(
                            "Line 1 of " + notes + " is not of a matrix: give another --results");
            assertThat(notes).hasContent(text);
        }
    }

    @Test
    void figuresOfOtherOriginAreNotMixedIn() throws IOException {
        String before = Files.readString(path);
        assertThatThrownBy(() -> open(path, SmallMatrix.origin("5.0.0")))
                .isInstanceOf(ResultsException.class)
                .hasMessageStartingWith(
                        "Line 1 of "
                                + path
                                + " is of another matrix (Firesteel 0.1.0, Cassandra 5.0.9")
                .hasMessageEndingWith(": give another --results");
        assertThat(path).hasContent(before);
    }

    @Test
    void whatIsNoMatrixIsLeftAlone() throws IOException {
        Path notes = directory.resolve("notes");
        for (String text : new String[] {"to do\nmore\n", "null\n"}) {
            Files.writeString(notes, text);
            assertThatThrownBy(() -> open(notes, SmallMatrix.ORIGIN))
                    .hasMessage(
                            "Line 1 of " + notes + " is not of a matrix: give another --results");
            assertThat(notes).hasContent(text);
        }
    }
}
