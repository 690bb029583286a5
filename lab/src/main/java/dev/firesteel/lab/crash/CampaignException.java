// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.io.IOException;

/** Thrown when a campaign cannot go on, with the reason. Earlier results are written. */
public final class CampaignException extends IOException {
    private static final long serialVersionUID = 1;

    CampaignException(String message) {
        super(message);
    }

    CampaignException(String message, Throwable cause) {
        super(message, cause);
    }
}
