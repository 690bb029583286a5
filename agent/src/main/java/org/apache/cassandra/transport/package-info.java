// SPDX-License-Identifier: Apache-2.0
/**
 * The class of Firesteel that needs Cassandra's package to access its replies to clients. The work
 * is done in {@link dev.firesteel.agent}.
 */
package org.apache.cassandra.transport;
