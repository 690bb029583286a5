// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.session.ProgrammaticArguments;
import com.datastax.oss.driver.internal.core.ConsistencyLevelRegistry;
import com.datastax.oss.driver.internal.core.DefaultConsistencyLevelRegistry;
import com.datastax.oss.driver.internal.core.context.DefaultDriverContext;
import java.net.InetSocketAddress;

/**
 * Opens sessions that read one node's own rows, whatever other replicas have.
 *
 * <p>Cassandra has the consistency level {@code NODE_LOCAL} for that, and refuses it unless the
 * node was started with {@link #JVM_OPTION}. The driver does not know the level.
 */
public final class NodeLocalSession {
    /** Makes a node accept {@link #NODE_LOCAL}. */
    public static final String JVM_OPTION = "-Dcassandra.enable_nodelocal_queries=true";

    /** Reads from the node that receives the request alone, and repairs nothing. */
    public static final ConsistencyLevel NODE_LOCAL = new NodeLocal();

    private NodeLocalSession() {}

    /**
     * Connects to a node, and to no other.
     *
     * @throws com.datastax.oss.driver.api.core.AllNodesFailedException if the node does not answer
     */
    public static CqlSession open(InetSocketAddress contactPoint) {
        return new Builder()
                .addContactPoint(contactPoint)
                .withNodeDistanceEvaluator(
                        (node, dataCenter) ->
                                contactPoint.equals(node.getEndPoint().resolve())
                                        ? NodeDistance.LOCAL
                                        : NodeDistance.IGNORED)
                .withConfigLoader(DriverOptions.loader())
                .build();
    }

    private static final class NodeLocal implements ConsistencyLevel {
        private static final int PROTOCOL_CODE = 11;

        @Override
        public int getProtocolCode() {
            return PROTOCOL_CODE;
        }

        @Override
        public String name() {
            return "NODE_LOCAL";
        }

        @Override
        public boolean isDcLocal() {
            return true;
        }

        @Override
        public boolean isSerial() {
            return false;
        }
    }

    private static final class Builder extends CqlSessionBuilder {
        @Override
        protected DriverContext buildContext(
                DriverConfigLoader options, ProgrammaticArguments arguments) {
            return new DefaultDriverContext(options, arguments) {
                @Override
                protected ConsistencyLevelRegistry buildConsistencyLevelRegistry() {
                    return new Levels();
                }
            };
        }
    }

    /** The driver's levels, and one more. */
    private static final class Levels extends DefaultConsistencyLevelRegistry {
        @Override
        public ConsistencyLevel codeToLevel(int code) {
            return code == NODE_LOCAL.getProtocolCode() ? NODE_LOCAL : super.codeToLevel(code);
        }

        @Override
        public int nameToCode(String name) {
            return name.equals(NODE_LOCAL.name())
                    ? NODE_LOCAL.getProtocolCode()
                    : super.nameToCode(name);
        }
    }
}
