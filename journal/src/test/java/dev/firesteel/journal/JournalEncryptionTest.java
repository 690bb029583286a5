// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.JournalFixture.KEY;
import static dev.firesteel.journal.JournalFixture.append;
import static dev.firesteel.journal.JournalFixture.open;
import static dev.firesteel.journal.JournalFixture.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the bytes on the device of a journal with a key, and the readers of it. */
class JournalEncryptionTest {
    private static final String SECRET = "nobody is to read this on the device";
    private static final JournalKey ANOTHER =
            JournalKey.of(JournalFixture.bytes("a key that is for others alone").array());
    private static final JournalOptions ENCRYPTED = options(1).encryptedWith(KEY);

    @TempDir Path directory;

    private static String content(BlockDevice device) throws IOException {
        ByteBuffer all = ByteBuffer.allocate((int) device.sizeBytes());
        device.read(0, all);
        return new String(all.array(), StandardCharsets.ISO_8859_1);
    }

    private static JournalFixture.Recording readOnce(BlockDevice device, JournalKey key)
            throws IOException {
        JournalFixture.Recording recording = new JournalFixture.Recording();
        JournalReader.readOnce(device, key, recording);
        return recording;
    }

    @Test
    void entriesAreReadBackAndAreNotOnTheDevice() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        JournalPosition end;
        try (Journal journal = open(device, ENCRYPTED)) {
            append(journal, SECRET);
            end = append(journal, SECRET + " either");
            assertThat(journal.segments().get(0).keyFingerprint()).isEqualTo(KEY.fingerprint());
            assertThat(journal.segments().get(0).isEncrypted()).isTrue();
        }
        assertThat(content(device)).doesNotContain("nobody", "either");
        JournalFixture.Recording read = readOnce(device, KEY);
        assertThat(read.texts()).containsExactly(SECRET, SECRET + " either");
        assertThat(read.entries.get(1).end()).isEqualTo(end);
        assertThat(JournalReader.inspect(device).segments())
                .allMatch(each -> each.keyFingerprint() == KEY.fingerprint());
    }

    @Test
    void withoutAKeyEntriesAreOnTheDeviceAsTheyAre() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        try (Journal journal = open(device)) {
            append(journal, SECRET);
            assertThat(journal.segments().get(0).isEncrypted()).isFalse();
        }
        assertThat(content(device)).contains(SECRET);
        assertThat(readOnce(device, KEY).texts()).containsExactly(SECRET);
    }

    @Test
    void positionsAndLengthsAreThoseOfAJournalThatIsNotEncrypted() throws IOException {
        List<String> texts = new ArrayList<>(List.of(SECRET, SECRET.repeat(50)));
        texts.addAll(Collections.nCopies(16, "a"));
        FaultyBlockDevice clear = JournalFixture.rawDevice(8, 1);
        FaultyBlockDevice encrypted = JournalFixture.rawDevice(8, 1);
        try (Journal one = open(clear);
                Journal other = open(encrypted, ENCRYPTED)) {
            for (String text : texts)
                assertThat(append(other, text).offset()).isEqualTo(append(one, text).offset());
        }
        JournalFixture.Recording raw = JournalFixture.read(encrypted);
        assertThat(raw.damages).isEmpty(); // soundness can be checked without the key
        assertThat(raw.entries).hasSize(texts.size());
        assertThat(raw.texts()).doesNotContain(SECRET, SECRET.repeat(50));
        // One in 256 encrypted bytes equals its plain text; 16 of 16 do not.
        assertThat(raw.texts().subList(2, texts.size())).anyMatch(text -> !text.equals("a"));
    }

    /** Tests lengths around 16 bytes and around the pieces of 32 KiB. */
    @Test
    void entriesOfAnyLengthComeBack() throws IOException {
        SegmentCipher cipher = new SegmentCipher(new byte[32]);
        for (int bytes : new int[] {1, 15, 16, 17, 32767, 32768, 32769, 65536, 100_000}) {
            ByteBuffer entry = ByteBuffer.allocateDirect(bytes);
            for (int i = 0; i < bytes; i++) entry.put(i, (byte) (i * 31));
            ByteBuffer encrypted = ByteBuffer.allocateDirect(bytes + 5);
            cipher.apply(entry, encrypted, 5, 77);
            assertThat(encrypted.slice(5, bytes)).isNotEqualTo(entry);
            cipher.apply(encrypted.slice(5, bytes), encrypted, 5, 77);
            assertThat(encrypted.slice(5, bytes)).isEqualTo(entry);
        }
    }

    @Test
    void aReplayAFollowerAndAReaderOfClosedSegmentsDecrypt() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        try (Journal journal = open(device, ENCRYPTED)) {
            long segment = append(journal, SECRET).segmentId();
            append(journal, "two");
            JournalFixture.Recording followed = new JournalFixture.Recording();
            journal.follow(segment).readOn(followed);
            assertThat(followed.texts()).containsExactly(SECRET, "two");
            journal.roll(0);
            JournalFixture.Recording closed = new JournalFixture.Recording();
            journal.readClosed(segment, closed);
            assertThat(closed.texts()).containsExactly(SECRET, "two");
        }
        try (Journal journal = open(device, ENCRYPTED)) {
            assertThat(JournalFixture.replay(journal).texts()).containsExactly(SECRET, "two");
            assertThat(JournalFixture.replay(journal).texts()).containsExactly(SECRET, "two");
        }
    }

    /** A heartbeat, an end record and their segments have no entries, so nothing is lost there. */
    @Test
    void copiesAreEncryptedForTheSegmentThatTheyGoTo() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        Journal first = open(device); // not encrypted, and crashes before its recovery has ended
        append(first, SECRET);
        append(first, "two");
        device = device.afterPowerCut(1);
        JournalFixture.abandon(first);
        for (int crash = 0; crash < 3; crash++) {
            Journal next = open(device, ENCRYPTED);
            assertThat(JournalFixture.replay(next).texts()).startsWith(SECRET, "two");
            append(next, "of crash " + crash);
            assertThat(next.segments()).allMatch(SegmentInfo::isEncrypted);
            device = device.afterPowerCut(1);
            JournalFixture.abandon(next);
        }
        assertThat(readOnce(device, KEY).texts())
                .containsExactly(SECRET, "two", "of crash 0", "of crash 1", "of crash 2");
    }

    @Test
    void equalEntriesAreNotEqualOnTheDevice() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        for (int run = 0; run < 2; run++)
            try (Journal journal = open(device, ENCRYPTED)) {
                for (int i = 0; i < 2; i++) append(journal, SECRET);
                journal.roll(0);
                append(journal, SECRET);
            }
        JournalFixture.Recording raw = JournalFixture.read(device);
        assertThat(raw.texts()).hasSize(6).doesNotHaveDuplicates();
        assertThat(readOnce(device, KEY).texts()).containsOnly(SECRET);
    }

    @Test
    void withAnotherKeyOrNoneItIsRefusedAndNotChanged() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        try (Journal journal = open(device, ENCRYPTED)) {
            append(journal, SECRET);
        }
        String before = content(device);
        assertThatThrownBy(() -> open(device))
                .isInstanceOfSatisfying(
                        DeviceRefusedException.class,
                        e -> assertThat(e.reason()).isEqualTo(DeviceRefusedException.Reason.KEY))
                .hasMessageEndingWith(
                        " holds entries that are encrypted with key "
                                + JournalKey.text(KEY.fingerprint())
                                + ", and no key was given");
        assertThatThrownBy(() -> open(device, options(1).encryptedWith(ANOTHER)))
                .isInstanceOf(DeviceRefusedException.class)
                .hasMessageEndingWith(
                        " holds entries that are encrypted with "
                                + KEY
                                + ", not with key "
                                + JournalKey.text(ANOTHER.fingerprint()));
        assertThatThrownBy(() -> readOnce(device, ANOTHER))
                .isInstanceOf(DeviceRefusedException.class);
        assertThat(content(device)).isEqualTo(before);
    }

    @Test
    void onceNothingIsLeftOfTheOldKeyThereMayBeAnother() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        try (Journal journal = open(device, ENCRYPTED)) {
            journal.endRecovery();
            long segment = append(journal, SECRET).segmentId();
            journal.roll(0);
            journal.release(segment);
        }
        try (Journal journal = open(device, options(1).encryptedWith(ANOTHER))) {
            append(journal, "with another key");
        }
        assertThat(readOnce(device, ANOTHER).texts()).containsExactly("with another key");
    }

    @Test
    void aFileIsReadWithAKey() throws IOException {
        Path file = directory.resolve("journal");
        new JournalFormat((1 << 20) + (8 << 18), 1 << 18, 28, 12).write(file, (done, of) -> {});
        try (Journal journal = Journal.open(file, ENCRYPTED, JournalListener.none())) {
            append(journal, SECRET);
        }
        JournalFixture.Recording read = new JournalFixture.Recording();
        JournalReader.readOnce(file, KEY, read);
        assertThat(read.texts()).containsExactly(SECRET);
        read = new JournalFixture.Recording();
        JournalReader.read(file, KEY, read);
        assertThat(read.texts()).containsExactly(SECRET);
        assertThatThrownBy(() -> JournalReader.read(file, ANOTHER, new JournalFixture.Recording()))
                .isInstanceOf(DeviceRefusedException.class);
    }

    /**
     * Decrypts by docs/internals/format.md, not by the code: that page and the key are enough to
     * read a journal.
     */
    @Test
    void whatIsOnTheDeviceCanBeDecryptedFromTheDescriptionAlone()
            throws IOException, GeneralSecurityException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        try (Journal journal = open(device, ENCRYPTED)) {
            append(journal, "first");
            append(journal, SECRET);
        }
        JournalInfo info = JournalReader.inspect(device);
        SegmentInfo segment = info.segments().get(0);
        long epoch = Superblocks.read(device).superblock().epoch();
        byte[] master = JournalFixture.bytes("a key that is for tests alone").array();
        UUID id = info.journalId();
        byte[] context =
                HexFormat.of()
                        .parseHex(
                                HexFormat.of()
                                                .formatHex(
                                                        "firesteel journal segment"
                                                                .getBytes(
                                                                        StandardCharsets.US_ASCII))
                                        + id.toString().replace("-", "")
                                        + "%016x%016x01".formatted(epoch, segment.id()));
        byte[] key = hmac(master, context);
        ByteBuffer block = ByteBuffer.allocate(JournalFixture.BLOCK_BYTES);
        Geometry geometry = Superblocks.read(device).superblock().geometry();
        device.read(geometry.blockOffset(segment.slot(), Geometry.FIRST_BLOCK + 1), block);
        byte[] entry = Arrays.copyOfRange(block.array(), 84, 84 + block.getInt(80));
        Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
        byte[] counter = new byte[16];
        counter[3] = 28 + 12 + 5; // the offset of the second entry
        cipher.init(
                Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(counter));
        assertThat(new String(cipher.doFinal(entry), StandardCharsets.UTF_8)).isEqualTo(SECRET);
        byte[] ofTheKey =
                Arrays.copyOf("firesteel journal key".getBytes(StandardCharsets.US_ASCII), 22);
        ofTheKey[21] = 1;
        assertThat(ByteBuffer.wrap(hmac(master, ofTheKey)).getLong())
                .isEqualTo(segment.keyFingerprint());
    }

    private static byte[] hmac(byte[] key, byte[] message) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(message);
    }

    @Test
    void aKeyHasAtLeastAsManyBytesAsAes128AndIsNeverShown() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JournalKey.of(new byte[15]))
                .withMessage("a key must have at least 16 bytes, not 15");
        byte[] bytes = new byte[16];
        JournalKey key = JournalKey.of(bytes);
        bytes[0] = 1;
        assertThat(key).isEqualTo(JournalKey.of(new byte[16])).isNotEqualTo(JournalKey.of(bytes));
        assertThat(key).isNotEqualTo("key").hasSameHashCodeAs(JournalKey.of(new byte[16]));
        assertThat(key).hasToString("key " + JournalKey.text(key.fingerprint()));
        assertThat(ENCRYPTED.toString()).contains("key " + JournalKey.text(KEY.fingerprint()));
    }
}
