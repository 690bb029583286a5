// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.nio.file.Path;

/**
 * The parts of Cassandra's configuration that the journal has to meet.
 *
 * @param commitLogDirectory the directory of the commit log; Firesteel's own small files are there,
 *     too
 * @param nodeName the name of this node in the journal, for messages of other nodes
 * @param contentVersion the commit log version, which determines how mutations are serialized
 * @param identifierFloor the highest identifier of a stock commit log file, or 0
 * @param maxMutationBytes the maximum size of a mutation, with the overhead of an entry
 * @param totalSpaceBytes the maximum size of the commit log
 */
record CassandraLimits(
        Path commitLogDirectory,
        String nodeName,
        int contentVersion,
        long identifierFloor,
        int maxMutationBytes,
        long totalSpaceBytes) {}
