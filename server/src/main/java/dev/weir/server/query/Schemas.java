package dev.weir.server.query;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.core.run.Json;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.json.JsonMapper;

/** JSON schemas of the records that handlers answer with: every component is there, and null only where it may be. */
final class Schemas {
    private final Map<String, Map<String, Object>> known = new TreeMap<>();
    private final JsonMapper json;

    /** @param json that writes the answers */
    Schemas(JsonMapper json) {
        this.json = json;
    }

    private List<String> labels(Class<?> type) {
        return Arrays.stream(Objects.requireNonNull(type.getEnumConstants()))
                .map(value -> json.valueToTree(value).asString())
                .toList();
    }

    Map<String, Map<String, Object>> all() {
        return known;
    }

    void add(String name, Map<String, Object> schema) {
        known.put(name, schema);
    }

    static Map<String, Object> type(String name) {
        return Map.of("type", name);
    }

    static Map<String, Object> format(String name) {
        return Map.of("type", "string", "format", name);
    }

    static Map<String, Object> oneOf(List<String> values) {
        return Map.of("type", "string", "enum", values);
    }

    static Map<String, Object> object(Map<String, Object> properties) {
        return Map.of(
                "type",
                "object",
                "properties",
                properties,
                "required",
                List.copyOf(properties.keySet()),
                "additionalProperties",
                false);
    }

    Map<String, Object> of(Type type) {
        if (type instanceof ParameterizedType generic) {
            return ofGeneric(generic);
        }
        if (!(type instanceof Class<?> plain)) {
            return Map.of();
        }
        if (plain.isEnum()) {
            return oneOf(labels(plain));
        }
        if (plain.isRecord() && plain != Json.class) {
            return reference(name(plain), plain, Map.of());
        }
        return simple(plain);
    }

    private static Map<String, Object> simple(Class<?> type) {
        if (type == String.class) {
            return type("string");
        }
        if (type == Instant.class) {
            return format("date-time");
        }
        if (type == UUID.class) {
            return format("uuid");
        }
        if (type == boolean.class || type == Boolean.class) {
            return type("boolean");
        }
        if (type == double.class || type == Double.class) {
            return type("number");
        }
        boolean whole = type == int.class || type == long.class || type == Integer.class || type == Long.class;
        return whole ? type("integer") : Map.of(); // anything else is whatever was sent
    }

    private Map<String, Object> ofGeneric(ParameterizedType type) {
        Class<?> raw = (Class<?>) type.getRawType();
        Type first = type.getActualTypeArguments()[0];
        if (List.class.isAssignableFrom(raw)) {
            return Map.of("type", "array", "items", of(first));
        }
        if (raw == ResponseEntity.class) {
            return of(first);
        }
        if (raw.isRecord() && first instanceof Class<?> item) {
            TypeVariable<?> variable = raw.getTypeParameters()[0];
            return reference(name(raw) + "Of" + name(item), raw, Map.of(variable, item));
        }
        return type("object");
    }

    /** Endpoints name their records without regard to each other. */
    private static String name(Class<?> record) {
        Class<?> owner = record.getEnclosingClass();
        return (owner == null ? "" : owner.getSimpleName().replace("Endpoint", "")) + record.getSimpleName();
    }

    private Map<String, Object> reference(String name, Class<?> record, Map<Type, Type> variables) {
        if (!known.containsKey(name)) {
            known.put(name, Map.of()); // in case it contains itself
            known.put(name, object(properties(record, variables)));
        }
        return Map.of("$ref", "#/components/schemas/" + name);
    }

    private Map<String, Object> properties(Class<?> record, Map<Type, Type> variables) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (RecordComponent component : record.getRecordComponents()) {
            if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)
                    || isUnwrapped(record, component.getName())) {
                properties.putAll(properties(component.getType(), Map.of()));
            } else {
                Map<String, Object> schema = of(resolved(component.getGenericType(), variables));
                boolean nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
                properties.put(name(component), nullable ? orNull(schema) : schema);
            }
        }
        return properties;
    }

    /** Not every name that JSON has can be one in Java. */
    private static String name(RecordComponent component) {
        JsonProperty said = component.getAccessor().getAnnotation(JsonProperty.class);
        return said == null ? component.getName() : said.value();
    }

    private static boolean isUnwrapped(Class<?> record, String field) {
        try {
            return record.getDeclaredField(field).isAnnotationPresent(JsonUnwrapped.class);
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Type resolved(Type type, Map<Type, Type> variables) {
        if (type instanceof ParameterizedType generic && !variables.isEmpty()) {
            Type argument = generic.getActualTypeArguments()[0];
            Type known = variables.get(argument);
            return known == null ? type : new ListOf(known);
        }
        return variables.getOrDefault(type, type);
    }

    private record ListOf(Type item) implements ParameterizedType {
        @Override
        public Type[] getActualTypeArguments() {
            return new Type[] {item};
        }

        @Override
        public Type getRawType() {
            return List.class;
        }

        @Override
        public @Nullable Type getOwnerType() {
            return null;
        }
    }

    private static Map<String, Object> orNull(Map<String, Object> schema) {
        if (schema.isEmpty()) {
            return schema;
        }
        List<Object> either = new ArrayList<>(List.of(schema, type("null")));
        return Map.of("anyOf", either);
    }
}
