// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.introspector.FieldProperty;
import org.yaml.snakeyaml.introspector.MissingProperty;
import org.yaml.snakeyaml.introspector.Property;
import org.yaml.snakeyaml.introspector.PropertyUtils;

/**
 * Finds the field of a key as Cassandra does: by its name, by its older name, or by a path with
 * dots. Keys that are not read here are ignored.
 */
final class CassandraKeys extends PropertyUtils {
    /** An older name of a key, and the conversion of its value. */
    private record Older(String name, IntFunction<DataSize> conversion) {}

    private static final Map<String, Older> OLDER =
            Map.of(
                    "commitlog_segment_size_in_mb",
                    new Older("commitlog_segment_size", DataSize.Mebibytes::new),
                    "max_mutation_size_in_kb",
                    new Older("max_mutation_size", DataSize.Kibibytes::new));

    /** Returns the present names of older keys that are read here. */
    static Map<String, String> presentNames() {
        Map<String, String> names = new TreeMap<>();
        OLDER.forEach((name, older) -> names.put(name, older.name()));
        return names;
    }

    @Override
    public Property getProperty(Class<?> type, String name) {
        Older older = type == CassandraConfig.class ? OLDER.get(name) : null;
        if (older != null)
            return new Converted(name, field(type, older.name()), older.conversion());
        Property found = name.contains(".") ? nested(type, name) : field(type, name);
        if (!(found instanceof MissingProperty)) return new NotEmptied(found);
        if (!type.getName().startsWith(CassandraConfig.class.getName()))
            throw new IllegalArgumentException("there is no such key");
        return found;
    }

    private static Property field(Class<?> type, String name) {
        for (Field each : type.getDeclaredFields())
            if (!Modifier.isStatic(each.getModifiers()) && snakeCase(each.getName()).equals(name))
                return new FieldProperty(each);
        return new MissingProperty(name);
    }

    private static String snakeCase(String name) {
        return name.replaceAll("(\\p{Lu})", "_$1").toLowerCase(Locale.ROOT);
    }

    private static Property nested(Class<?> type, String path) {
        Property root = null;
        Class<?> at = type;
        for (String each : List.of(path.split("\\."))) {
            Property field = field(at, each);
            if (field instanceof MissingProperty) return field;
            root = root == null ? field : new Inner(root, field);
            at = field.getType();
        }
        return root == null ? new MissingProperty(path) : root;
    }

    /** A property that passes everything on to another one. */
    private abstract static class Forwarding extends Property {
        final Property to;

        Forwarding(String name, Class<?> type, Property to) {
            super(name, type);
            this.to = to;
        }

        @Override
        public Class<?>[] getActualTypeArguments() {
            return to.getActualTypeArguments();
        }

        @Override
        public void set(Object object, @Nullable Object value) throws Exception {
            to.set(object, value);
        }

        @Override
        public @Nullable Object get(Object object) {
            return to.get(object);
        }

        @Override
        public List<Annotation> getAnnotations() {
            return to.getAnnotations();
        }

        @Override
        public <A extends Annotation> A getAnnotation(Class<A> type) {
            return to.getAnnotation(type);
        }
    }

    /** Refuses an empty value of a key that has a value by default. */
    private static final class NotEmptied extends Forwarding {
        NotEmptied(Property to) {
            super(to.getName(), to.getType(), to);
        }

        @Override
        public void set(Object object, @Nullable Object value) throws Exception {
            if (value == null && get(object) != null)
                throw new IllegalArgumentException(
                        getType() == boolean.class
                                ? "write true or false"
                                : "it must not be empty");
            to.set(object, value);
        }
    }

    /** A key with an older name, whose value is a plain number. */
    private static final class Converted extends Forwarding {
        private final IntFunction<DataSize> conversion;

        Converted(String name, Property to, IntFunction<DataSize> conversion) {
            super(name, Integer.class, new NotEmptied(to));
            this.conversion = conversion;
        }

        @Override
        public void set(Object object, @Nullable Object value) throws Exception {
            to.set(object, value instanceof Integer count ? conversion.apply(count) : value);
        }
    }

    /** A field of the object in another field, which is created if there is none. */
    private static final class Inner extends Forwarding {
        private final Property root;

        Inner(Property root, Property leaf) {
            super(root.getName() + "." + leaf.getName(), leaf.getType(), leaf);
            this.root = root;
        }

        @Override
        public void set(Object object, @Nullable Object value) throws Exception {
            Object parent = root.get(object);
            if (parent == null) {
                Constructor<?> constructor = root.getType().getDeclaredConstructor();
                constructor.setAccessible(true);
                parent = constructor.newInstance();
                root.set(object, parent);
            }
            to.set(parent, value);
        }

        @Override
        public @Nullable Object get(Object object) {
            Object parent = root.get(object);
            return parent == null ? null : to.get(parent);
        }
    }
}
