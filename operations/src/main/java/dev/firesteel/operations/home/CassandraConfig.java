// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of Cassandra's Config that is read here, with its types and default values. The parser
 * sets the fields by {@link CassandraKeys}.
 */
final class CassandraConfig {
    @Nullable String commitlogDirectory;
    String[] dataFileDirectories = {};
    boolean cdcEnabled;
    DataSize.Mebibytes commitlogSegmentSize = new DataSize.Mebibytes(32);
    DataSize.@Nullable Kibibytes maxMutationSize;
    Encryption transparentDataEncryptionOptions = new Encryption();

    /** Cassandra's TransparentDataEncryptionOptions. */
    static final class Encryption {
        boolean enabled;
        @Nullable String keyAlias;
        @Nullable Provider keyProvider;

        Encryption() {}

        /** Creates options from a value in place of a map, as Cassandra's loader does. */
        Encryption(boolean enabled) {
            this.enabled = enabled;
        }
    }

    /** Cassandra's ParameterizedClass, which may also be a list of one map. */
    static final class Provider {
        @Nullable String className;
        @Nullable Map<String, String> parameters;

        Provider() {}

        Provider(String className) {
            this.className = className;
            parameters = Map.of();
        }

        @SuppressWarnings("unchecked") // as in Cassandra; readers expect any values
        Provider(Map<String, ?> fields) {
            className = (String) fields.get("class_name");
            if (fields.containsKey("parameters") && fields.get("parameters") instanceof List<?> all)
                parameters = (Map<String, String>) all.get(0);
            else if (fields.containsKey("parameters"))
                throw new IllegalArgumentException("the parameters must be a list of one map");
        }
    }
}
