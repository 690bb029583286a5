// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs a few seconds of {@link ParserFuzz}. {@link ParserFuzzCampaign} repeats one seed, or runs
 * more.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ParserFuzzTest {
    @Test
    void aStructureIsParsedOrNotWhateverItHolds() throws IOException {
        new ParserFuzz().blocks(0, 1_000_000);
    }

    @Test
    void aDeviceIsReadOrRefusedWhateverItHolds() throws IOException {
        new ParserFuzz().images(0, 15_000);
    }

    @Test
    void aDeviceIsOpenedOrRefusedWhateverItHolds() throws IOException {
        new ParserFuzz().openings(0, 500);
    }
}
