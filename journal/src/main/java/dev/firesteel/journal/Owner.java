// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.UUID;

/**
 * Who a journal belongs to.
 *
 * @param id unique to the owner, kept by it outside the journal
 * @param name for messages only, at most 64 bytes of UTF-8; longer names are cut
 */
public record Owner(UUID id, String name) {}
