package dev.weir.server.query;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.core.insight.Verdict;
import dev.weir.core.run.AttemptResult;
import dev.weir.core.run.HealthState;
import dev.weir.core.run.Json;
import dev.weir.core.run.PauseReason;
import dev.weir.core.run.RunStatus;
import dev.weir.core.run.Shape;
import dev.weir.core.run.StepStatus;
import dev.weir.core.session.AttributionMethod;
import dev.weir.core.session.IdentityMatch;
import dev.weir.core.session.SegmentReason;
import dev.weir.core.session.SessionActivity;
import dev.weir.core.session.StartupOutcome;
import dev.weir.core.session.TraceCategory;
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
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;

/** JSON schemas of the records that handlers answer with: every component is there, and null only where it may be. */
final class Schemas {
    private static final Map<Class<?>, List<String>> LABELS = Map.ofEntries(
            Map.entry(RunStatus.class, labels(RunStatus.values(), RunStatus::label)),
            Map.entry(PauseReason.class, labels(PauseReason.values(), PauseReason::label)),
            Map.entry(StepStatus.class, labels(StepStatus.values(), StepStatus::label)),
            Map.entry(AttemptResult.class, labels(AttemptResult.values(), AttemptResult::label)),
            Map.entry(HealthState.class, labels(HealthState.values(), HealthState::label)),
            Map.entry(Shape.Kind.class, labels(Shape.Kind.values(), Shape.Kind::label)),
            Map.entry(StartupOutcome.class, labels(StartupOutcome.values(), StartupOutcome::label)),
            Map.entry(SessionActivity.class, labels(SessionActivity.values(), SessionActivity::label)),
            Map.entry(IdentityMatch.class, labels(IdentityMatch.values(), IdentityMatch::label)),
            Map.entry(AttributionMethod.class, labels(AttributionMethod.values(), AttributionMethod::label)),
            Map.entry(SegmentReason.class, labels(SegmentReason.values(), SegmentReason::label)),
            Map.entry(Verdict.class, labels(Verdict.values(), Verdict::label)),
            Map.entry(Attention.Kind.class, labels(Attention.Kind.values(), Attention.Kind::label)),
            Map.entry(TraceCategory.class, labels(TraceCategory.values(), TraceCategory::label)));

    private final Map<String, Map<String, Object>> known = new TreeMap<>();

    private static <T> List<String> labels(T[] values, Function<T, String> label) {
        return Arrays.stream(values).map(label).toList();
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
        List<String> labels = LABELS.get(plain);
        if (labels != null) {
            return oneOf(labels);
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
