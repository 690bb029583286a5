// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.journal.Superblock.Verdict;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SuperblockTest {
    private final Superblock superblock =
            new Superblock(
                    5,
                    new UUID(0xF0F0, 0x0FFF),
                    new UUID(3, 4),
                    "node",
                    new Geometry(4096, 32768),
                    9,
                    28,
                    12,
                    6,
                    77,
                    88);
    private final ByteBuffer block = ByteBuffer.allocate(4096);

    private Verdict seal() {
        block.putInt(12, 0).putInt(12, Crc32c.of(block, 0, 512));
        return Superblock.judge(block);
    }

    @Test
    void itComesBackAndTheRestOfTheBlockIsZero() {
        Arrays.fill(block.array(), (byte) 0xAA);
        superblock.encode(block);
        assertThat(Superblock.judge(block)).isEqualTo(Verdict.VALID);
        assertThat(Superblock.decode(block)).isEqualTo(superblock);
        assertThat(Arrays.copyOfRange(block.array(), 110, 4096)).containsOnly(0);
        assertThat(Superblock.version(block)).isEqualTo(1);
    }

    @Test
    void theFieldsLieWhereTheFormatSays() {
        superblock.encode(block);
        assertThat(new String(block.array(), 0, 8, java.nio.charset.StandardCharsets.US_ASCII))
                .isEqualTo("FSTLJRNL");
        assertThat(block.getInt(8)).isEqualTo(1);
        assertThat(block.getLong(16)).isEqualTo(5);
        assertThat(block.getLong(24)).isEqualTo(0xF0F0);
        assertThat(block.getLong(32)).isEqualTo(0x0FFF);
        assertThat(block.getLong(40)).isEqualTo(3);
        assertThat(block.getLong(48)).isEqualTo(4);
        int[] ints = {4096, 32768, 9, 28, 12, 0};
        for (int i = 0; i < ints.length; i++)
            assertThat(block.getInt(56 + 4 * i)).isEqualTo(ints[i]);
        assertThat(block.getLong(80)).isEqualTo(6);
        assertThat(block.getLong(88)).isEqualTo(77);
        assertThat(block.getLong(96)).isEqualTo(88);
        assertThat(block.getShort(104)).isEqualTo((short) 4);
        assertThat(block.get(106)).isEqualTo((byte) 'n');
    }

    @Test
    void whatIsNotASuperblockIsToldApart() {
        assertThat(Superblock.judge(block)).isEqualTo(Verdict.BLANK);
        block.put(511, (byte) 1);
        assertThat(Superblock.judge(block)).isEqualTo(Verdict.FOREIGN);
        superblock.encode(block);
        block.put(511, (byte) 1);
        assertThat(Superblock.judge(block)).isEqualTo(Verdict.DAMAGED);
        assertThat(seal()).isEqualTo(Verdict.VALID);
        block.putInt(8, 2);
        assertThat(Superblock.judge(block)).isEqualTo(Verdict.DAMAGED);
        assertThat(seal()).isEqualTo(Verdict.OTHER_VERSION);
        assertThat(Superblock.version(block)).isEqualTo(2);
    }

    @Test
    void whatLiesBehindItInTheBlockDoesNotMatter() {
        superblock.encode(block);
        block.put(512, (byte) 1);
        assertThat(Superblock.judge(block)).isEqualTo(Verdict.VALID);
    }

    @ParameterizedTest
    @CsvSource({
        "56, 512, VALID",
        "56, 1024, DAMAGED",
        "60, 32767, DAMAGED",
        "60, -4096, DAMAGED",
        "64, 1, VALID",
        "64, 0, DAMAGED",
        "68, 0, VALID",
        "68, -1, DAMAGED",
        "72, 0, VALID",
        "72, -1, DAMAGED"
    })
    void aValueThatMakesNoSenseIsDamage(int at, int value, Verdict verdict) {
        superblock.encode(block);
        block.putInt(at, value);
        assertThat(seal()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 80, 88})
    void aNumberThatCannotBeCountedOnFromIsDamage(int at) {
        superblock.encode(block);
        block.putLong(at, Long.MAX_VALUE / 4 * 3);
        assertThat(seal()).isEqualTo(Verdict.VALID);
        block.putLong(at, Long.MAX_VALUE / 4 * 3 + 1);
        assertThat(seal()).isEqualTo(Verdict.DAMAGED);
        block.putLong(at, 0);
        assertThat(seal()).isEqualTo(Verdict.VALID);
        block.putLong(at, -1);
        assertThat(seal()).isEqualTo(Verdict.DAMAGED);
    }

    @Test
    void aNameHasNoMoreBytesThanThereIsRoom() {
        superblock.ownedBy(new Owner(new UUID(1, 2), "x".repeat(64) + "y")).encode(block);
        assertThat(Superblock.decode(block).ownerName()).isEqualTo("x".repeat(64));
        assertThat(Superblock.judge(block)).isEqualTo(Verdict.VALID);
        assertThat(block.get(170)).isZero();
        block.putShort(104, (short) 65);
        assertThat(seal()).isEqualTo(Verdict.DAMAGED);
        block.putShort(104, (short) -1);
        assertThat(seal()).isEqualTo(Verdict.DAMAGED);
        block.putShort(104, (short) 0);
        assertThat(seal()).isEqualTo(Verdict.VALID);
    }

    @Test
    void itBelongsToNobodyUntilItIsOwned() {
        Superblock fresh =
                new Superblock(
                        1,
                        new UUID(1, 1),
                        Superblock.NOBODY,
                        "",
                        superblock.geometry(),
                        8,
                        0,
                        0,
                        0,
                        0,
                        0);
        assertThat(fresh.ownerId()).isNull();
        fresh.encode(block);
        assertThat(Superblock.decode(block)).isEqualTo(fresh);
        Superblock owned = fresh.ownedBy(new Owner(new UUID(1, 2), "me"));
        assertThat(owned.ownerId()).isEqualTo(new UUID(1, 2));
        assertThat(owned.ownerName()).isEqualTo("me");
        assertThat(owned.generation()).isEqualTo(1);
    }

    @Test
    void aChangeIsOfTheNextGeneration() {
        Superblock later = superblock.inEpoch(7, 99);
        assertThat(later.generation()).isEqualTo(6);
        assertThat(later.epoch()).isEqualTo(7);
        assertThat(later.identifierHighWater()).isEqualTo(99);
        assertThat(later.ownerId()).isEqualTo(new UUID(3, 4));
        Superblock larger = superblock.withSlots(10);
        assertThat(larger.generation()).isEqualTo(6);
        assertThat(larger.slots()).isEqualTo(10);
        assertThat(larger.epoch()).isEqualTo(6);
    }

    @Test
    void itsKeyIsOneHalfOfItsIdentifierXorTheOther() {
        assertThat(superblock.key()).isEqualTo(0xFF0F);
    }
}
