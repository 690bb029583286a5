// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CampaignSettingsTest {
    @Test
    void ofAClusterHaveADirectoryAndAnAddressForEachNode() {
        CampaignSettings cluster = settings(3, "127.0.12.8");
        assertThat(cluster.nodeDirectories())
                .extracting(each -> each.getFileName().toString())
                .containsExactly("node1", "node2", "node3");
        assertThat(cluster.addresses()).containsExactly("127.0.12.8", "127.0.12.9", "127.0.12.10");
        assertThat(settings(1, "127.0.12.8").nodeDirectories())
                .extracting(each -> each.getFileName().toString())
                .containsExactly("node");
    }

    @Test
    void refuseMoreThanNineNodes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(10, "127.0.12.8"))
                .withMessage("--nodes must be 1 to 9, not 10");
    }

    @Test
    void refuseAnAddressThatOthersCanReach() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(1, "10.0.0.1"))
                .withMessageContaining("loopback")
                .withMessageContaining("10.0.0.1");
    }

    private static CampaignSettings settings(int nodes, String address) {
        return new CampaignSettings(
                Path.of("nowhere"),
                1,
                1,
                LedgerLoad.ofRows(LedgerShape.ofKeys(100), 1, 0, nodes),
                0,
                1_000,
                address,
                "512M");
    }
}
