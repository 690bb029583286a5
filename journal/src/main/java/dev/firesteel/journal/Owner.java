// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.UUID;

/**
 * The owner of a journal.
 *
 * @param id unique to the owner, which stores it outside the journal
 * @param name for messages only, at most 64 bytes of UTF-8; longer names are cut
 */
public record Owner(UUID id, String name) {}
