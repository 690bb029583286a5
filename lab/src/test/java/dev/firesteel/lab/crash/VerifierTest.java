// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the verifier with a correct database, and with single errors in it. */
class VerifierTest {
    private static final LedgerShape SHAPE = new LedgerShape(20, 3, 13);
    private static final RowContent CONTENT = new RowContent(SHAPE);

    private final LedgerState state = new LedgerState(SHAPE.keys());
    private final Map<Long, LedgerRow> rows = new TreeMap<>();

    /**
     * Acknowledges keys 0 to 4 once and 5 to 9 twice; attempts key 10 without an acknowledgement.
     */
    @BeforeEach
    void writeRows() throws Exception {
        for (int key = 0; key < 10; key++)
            for (int seq = 1; seq <= 1 + key / 5; seq++) {
                state.attempt(key, seq);
                write(key, seq);
                state.acknowledge(key, seq);
            }
        state.attempt(10, 1);
    }

    @Test
    void isContentWithARightDatabase() {
        Verdict verdict = verify();
        assertThat(verdict.isClean()).isTrue();
        assertThat(verdict.rows()).isEqualTo(10);
        assertThat(verdict.findings()).isEmpty();
    }

    @Test
    void isContentWithAnAttemptThatWasNotAcknowledgedButIsThere() {
        write(10, 1);
        assertThat(verify().isClean()).isTrue();
    }

    @Test
    void findsAValueThatAReaderSawAndThatIsGone() throws Exception {
        state.see(10, 1);
        assertThat(verify().gone()).isEqualTo(1);
        assertThat(verify().lost()).isZero();
        assertThat(verify().isClean()).isFalse();
        assertThat(verify().findings())
                .singleElement()
                .asString()
                .contains(
                        "seen and gone: key 10, read 0",
                        "seen 1, acknowledged by all 0, acknowledged 0, attempted 1");
        write(10, 1);
        assertThat(verify().isClean()).isTrue();
    }

    @Test
    void findsARowThatIsOlderThanWhatAReaderSaw() throws Exception {
        state.attempt(4, 2);
        state.see(4, 2);
        assertThat(verify().gone()).isEqualTo(1);
        write(4, 2);
        assertThat(verify().isClean()).isTrue();
        state.attempt(4, 3);
        write(4, 3);
        assertThat(verify().isClean()).as("a newer one").isTrue();
    }

    /** The key counts as both, and is reported once. */
    @Test
    void tellsAKeyOnceThatWasSeenAndAcknowledged() throws Exception {
        state.see(7, 2);
        write(7, 1);
        Verdict verdict = verify();
        assertThat(verdict.gone()).isEqualTo(1);
        assertFindings(verdict, 1, 0, 0);
        assertThat(verdict.findings()).singleElement().asString().startsWith("lost: key 7");
    }

    @Test
    void findsAnAcknowledgedRowThatIsGone() {
        rows.remove(4L);
        assertFindings(verify(), 1, 0, 0);
        assertThat(verify().findings()).singleElement().asString().contains("lost: key 4, read 0");
    }

    @Test
    void findsARowThatIsOlderThanWhatWasAcknowledged() {
        write(7, 1);
        assertFindings(verify(), 1, 0, 0);
    }

    @Test
    void findsEveryRowGone() {
        rows.clear();
        assertFindings(verify(), 10, 0, 0);
    }

    @Test
    void findsAKeyThatNobodyWrote() {
        write(15, 1);
        assertFindings(verify(), 0, 1, 0);
    }

    @Test
    void findsAKeyThatIsNotTheLedgers() {
        write(4_000_000_000L, 1);
        write(-5, 1);
        assertFindings(verify(), 0, 2, 0);
    }

    @Test
    void findsANumberThatNobodyWrote() {
        write(4, 2);
        assertFindings(verify(), 0, 1, 0);
    }

    @Test
    void findsEveryFlippedBit() {
        for (int field = 0; field < SHAPE.fields(); field++)
            for (int bit = 0; bit < SHAPE.fieldBytes() * Byte.SIZE; bit++) {
                write(4, 1);
                ByteBuffer bytes = row(4).fields().get(field);
                int at = bit / Byte.SIZE;
                bytes.put(at, (byte) (bytes.get(at) ^ 1 << bit % Byte.SIZE));
                assertFindings(verify(), 0, 0, 1);
            }
    }

    @Test
    void findsAFieldOfAnotherWrite() {
        List<ByteBuffer> fields = new ArrayList<>(row(7).fields());
        fields.set(1, CONTENT.field(7, 1, 1));
        rows.put(7L, new LedgerRow(7, 2, LedgerTable.timestamp(2), fields));
        assertFindings(verify(), 0, 0, 1);
    }

    @Test
    void findsAFieldThatIsMissing() {
        List<ByteBuffer> fields = new ArrayList<>(row(7).fields());
        fields.set(2, ByteBuffer.allocate(0));
        rows.put(7L, new LedgerRow(7, 2, LedgerTable.timestamp(2), fields));
        assertFindings(verify(), 0, 0, 1);
    }

    @Test
    void findsARowWithoutANumber() {
        rows.put(7L, new LedgerRow(7, 0, 0, row(7).fields()));
        assertFindings(verify(), 0, 0, 1);
    }

    @Test
    void findsAWriteTimeThatIsNotOurs() {
        rows.put(7L, new LedgerRow(7, 2, LedgerTable.timestamp(1), row(7).fields()));
        assertFindings(verify(), 0, 0, 1);
    }

    @Test
    void findsRowsThatWereSwapped() {
        rows.put(1L, new LedgerRow(1, 1, LedgerTable.timestamp(1), fields(2, 1)));
        rows.put(2L, new LedgerRow(2, 1, LedgerTable.timestamp(1), fields(1, 1)));
        assertFindings(verify(), 0, 0, 2);
    }

    @Test
    void findsARowThatComesTwice() {
        Verifier verifier = new Verifier(state, SHAPE);
        rows.values().forEach(verifier::scanned);
        verifier.scanned(row(3));
        assertFindings(verifier.end(), 0, 0, 1);
    }

    @Test
    void findsAReadByKeyThatDiffersFromTheScan() {
        Verifier verifier = new Verifier(state, SHAPE);
        rows.values().forEach(verifier::scanned);
        verifier.readByKey(3, Optional.of(row(3)));
        verifier.readByKey(11, Optional.empty());
        assertThat(verifier.end().isClean()).isTrue();
        verifier.readByKey(3, Optional.empty());
        write(11, 1);
        verifier.readByKey(11, Optional.of(row(11)));
        assertFindings(verifier.end(), 0, 0, 2);
    }

    @Test
    void settlesWhatWasRead() throws Exception {
        Verifier verifier = new Verifier(state, SHAPE);
        rows.values().forEach(verifier::scanned);
        verifier.end();
        verifier.settle();
        assertThat(verify().isClean()).isTrue();
        write(10, 1);
        assertFindings(verify(), 0, 1, 0);
        state.attempt(10, 2);
        write(10, 2);
        assertThat(verify().isClean()).isTrue();
    }

    @Test
    void writesAllTheFindingsThatFitAndCountsThemAll() throws Exception {
        LedgerShape shape = new LedgerShape(500, 1, 1);
        LedgerState many = new LedgerState(shape.keys());
        for (int key = 0; key < shape.keys(); key++) {
            many.attempt(key, 1);
            many.acknowledge(key, 1);
        }
        Verdict verdict = new Verifier(many, shape).end();
        assertThat(verdict.lost()).isEqualTo(500);
        assertThat(verdict.findings()).hasSize(20);
    }

    private Verdict verify() {
        Verifier verifier = new Verifier(state, SHAPE);
        rows.values().forEach(verifier::scanned);
        return verifier.end();
    }

    private LedgerRow row(long key) {
        return Objects.requireNonNull(rows.get(key));
    }

    private void write(long key, long seq) {
        rows.put(key, new LedgerRow(key, seq, LedgerTable.timestamp(seq), fields(key, seq)));
    }

    private static List<ByteBuffer> fields(long key, long seq) {
        List<ByteBuffer> fields = new ArrayList<>();
        for (int i = 0; i < SHAPE.fields(); i++) fields.add(CONTENT.field(key, seq, i));
        return fields;
    }

    private static void assertFindings(Verdict verdict, int lost, int phantom, int corrupted) {
        assertThat(List.of(verdict.lost(), verdict.phantom(), verdict.corrupted()))
                .as(verdict.findings().toString())
                .containsExactly((long) lost, (long) phantom, (long) corrupted);
        assertThat(verdict.isClean()).isFalse();
    }
}
