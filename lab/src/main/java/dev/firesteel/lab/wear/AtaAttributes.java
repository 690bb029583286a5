// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.wear;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Parses the attributes of ATA drives, as {@code smartctl --json --info --attributes} prints them.
 * Their names and units are those of smartmontools' drive database. {@code Total_NAND_Writes_GiB}
 * of SanDisk's drives is not used: recorded ones have a third of what their host wrote.
 */
final class AtaAttributes {
    private static final long MIB = 1 << 20;
    private static final long GIB = 1 << 30;

    private static final String SECTORS = "Total_LBAs_Written";

    private static final Map<String, Long> HOST =
            Map.of(
                    "Host_Writes_32MiB", 32 * MIB,
                    "Host_Writes_MiB", MIB,
                    "Host_Writes_GiB", GIB,
                    "Lifetime_Writes_GiB", GIB);

    private static final Map<String, Long> MEDIA =
            Map.of(
                    "NAND_Writes_32MiB", 32 * MIB,
                    "NAND_Writes_1GiB", GIB,
                    "NAND_Writes_GiB", GIB,
                    "Flash_Writes_32MiB", 32 * MIB,
                    "Flash_Writes_GiB", GIB,
                    "Lifetime_NAND_Prg_GiB", GIB);

    private static final String HOST_PAGES = "Host_Program_Page_Count";
    private static final String[] MOVED_PAGES = {
        "Bckgnd_Program_Page_Cnt", "FTL_Program_Page_Count"
    };

    /**
     * Micron's drives count pages. Each had 32 sectors of {@code Total_LBAs_Written} on the eight
     * drives whose attributes smartctl_exporter has recorded.
     */
    private static final long PAGE_BYTES = 16 << 10;

    private final Map<String, Long> raw = new LinkedHashMap<>();
    private final long sectorBytes;

    private AtaAttributes(JsonNode output) {
        sectorBytes = output.path("logical_block_size").asLong(512);
        for (JsonNode each : output.path("ata_smart_attributes").path("table"))
            raw.put(each.path("name").asText(), each.path("raw").path("value").asLong());
    }

    /**
     * Returns the counters of a drive.
     *
     * @throws NoCountersException if the text is no output of smartctl, or the drive does not count
     *     both writes of the host and writes to flash
     */
    static DriveCounters counters(String json) throws NoCountersException {
        try {
            JsonNode output = new ObjectMapper().readTree(json);
            AtaAttributes attributes = new AtaAttributes(output);
            if (attributes.raw.isEmpty())
                throw new NoCountersException(
                        "smartctl reads no attributes of this drive" + messages(output));
            return attributes.counters();
        } catch (JsonProcessingException e) {
            throw new NoCountersException("smartctl has printed no JSON: install a newer one", e);
        }
    }

    private static String messages(JsonNode output) {
        StringBuilder text = new StringBuilder();
        for (JsonNode each : output.path("smartctl").path("messages"))
            text.append(": ").append(each.path("string").asText());
        return text.toString();
    }

    private DriveCounters counters() throws NoCountersException {
        String media = known(MEDIA);
        String host = known(HOST);
        if (media != null && (host != null || raw.containsKey(SECTORS))) {
            String first = host == null ? SECTORS : host;
            long hostUnit = HOST.getOrDefault(first, sectorBytes);
            long mediaUnit = Objects.requireNonNull(MEDIA.get(media));
            return new DriveCounters(
                    "ATA attributes %s and %s".formatted(first, media),
                    bytes(first, hostUnit),
                    bytes(media, mediaUnit),
                    Math.max(hostUnit, mediaUnit));
        }
        for (String moved : MOVED_PAGES)
            if (raw.containsKey(HOST_PAGES) && raw.containsKey(moved))
                return new DriveCounters(
                        "ATA attributes %s and %s".formatted(HOST_PAGES, moved),
                        bytes(HOST_PAGES, PAGE_BYTES),
                        bytes(HOST_PAGES, PAGE_BYTES).add(bytes(moved, PAGE_BYTES)),
                        PAGE_BYTES);
        throw new NoCountersException(
                "this drive does not count what it writes to flash: no attribute known for that is"
                        + " among "
                        + String.join(", ", raw.keySet()));
    }

    private @Nullable String known(Map<String, Long> units) {
        return raw.keySet().stream().filter(units::containsKey).findFirst().orElse(null);
    }

    private BigInteger bytes(String name, long unit) {
        return BigInteger.valueOf(raw.getOrDefault(name, 0L)).multiply(BigInteger.valueOf(unit));
    }
}
