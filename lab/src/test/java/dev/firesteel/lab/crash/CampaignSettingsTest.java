// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CampaignSettingsTest {
    @Test
    void refuseAnAddressThatOthersCanReach() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                new CampaignSettings(
                                        Path.of("nowhere"),
                                        1,
                                        1,
                                        new LedgerLoad(LedgerShape.ofKeys(100), 1, 0, 1),
                                        0,
                                        1_000,
                                        "10.0.0.1",
                                        "512M"))
                .withMessageContaining("loopback")
                .withMessageContaining("10.0.0.1");
    }
}
