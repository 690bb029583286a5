// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.wear;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Parses log pages of NVMe drives. All numbers are little-endian, of 16 bytes.
 *
 * <ul>
 *   <li>SMART (02h): Data Units Written at 48, in thousands of 512 bytes, rounded up (NVM Express
 *       Base Specification 2.0, section 5.16.1.3).
 *   <li>SMART of the Open Compute Project (C0h): Physical Media Units Written at 0, in bytes; its
 *       GUID at 496 (OCP Datacenter NVMe SSD Specification, SMART-1).
 *   <li>FDP Statistics (22h): Host Bytes with Metadata Written at 0, Media Bytes with Metadata
 *       Written at 16 (NVM Express TP4146, Flexible Data Placement).
 * </ul>
 */
final class NvmePages {
    static final int SMART_BYTES = 512;
    static final int OCP_BYTES = 512;
    static final int FDP_BYTES = 64;

    private static final int NUMBER = 16;
    private static final int DATA_UNITS_WRITTEN = 48;
    private static final long DATA_UNIT_BYTES = 512_000;
    private static final int MEDIA_BYTES_WRITTEN = 16;
    private static final int GUID = 496;
    private static final byte[] OCP_GUID =
            HexFormat.of().parseHex("c5af1028eabff2a49c4f6f7cc914d5af");

    private NvmePages() {}

    /**
     * Returns the counters of a drive.
     *
     * @param smart the page 02h
     * @param ocp the page C0h; null if the drive has none
     * @param fdp the page 22h of an endurance group; null if the drive has none
     * @throws NoCountersException if none of them counts writes to flash
     */
    static DriveCounters counters(byte[] smart, byte @Nullable [] ocp, byte @Nullable [] fdp)
            throws NoCountersException {
        if (ocp != null && isOcp(ocp))
            return new DriveCounters(
                    "NVMe SMART (02h) and OCP (C0h)",
                    number(smart, DATA_UNITS_WRITTEN).multiply(BigInteger.valueOf(DATA_UNIT_BYTES)),
                    number(ocp, 0),
                    DATA_UNIT_BYTES);
        if (fdp != null && fdp.length >= FDP_BYTES)
            return new DriveCounters(
                    "NVMe FDP statistics (22h)",
                    number(fdp, 0),
                    number(fdp, MEDIA_BYTES_WRITTEN),
                    1);
        throw new NoCountersException(
                "this drive does not count what it writes to flash: it has neither the page C0h of"
                        + " OCP nor statistics of FDP");
    }

    /** Other vendors have pages of their own at this number. */
    private static boolean isOcp(byte[] page) {
        return page.length >= OCP_BYTES
                && Arrays.equals(Arrays.copyOfRange(page, GUID, GUID + NUMBER), OCP_GUID);
    }

    private static BigInteger number(byte[] page, int offset) {
        byte[] reversed = new byte[NUMBER];
        for (int i = 0; i < NUMBER; i++) reversed[i] = page[offset + NUMBER - 1 - i];
        return new BigInteger(1, reversed);
    }
}
