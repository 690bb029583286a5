// SPDX-License-Identifier: Apache-2.0
/**
 * The one class of Firesteel that has to live in Cassandra's package to reach its replies to
 * clients. What it does is in {@link dev.firesteel.agent}.
 */
package org.apache.cassandra.transport;
