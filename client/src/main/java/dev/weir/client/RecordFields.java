package dev.weir.client;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The components of a record by name; null for a record that its module keeps to itself. */
final class RecordFields {

    private static final ClassValue<@Nullable Map<String, Method>> ACCESSORS = new ClassValue<>() {
        @Override
        protected @Nullable Map<String, Method> computeValue(Class<?> type) {
            Map<String, Method> accessors = new LinkedHashMap<>();
            for (RecordComponent component : type.getRecordComponents()) {
                Method accessor = component.getAccessor();
                if (!accessor.trySetAccessible()) {
                    return null;
                }
                accessors.put(component.getName(), accessor);
            }
            return accessors;
        }
    };

    private RecordFields() {}

    static @Nullable Map<String, @Nullable Object> of(Record value) {
        Map<String, Method> accessors = ACCESSORS.get(value.getClass());
        if (accessors == null) {
            return null;
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        accessors.forEach((name, accessor) -> fields.put(name, read(accessor, value)));
        return fields;
    }

    private static @Nullable Object read(Method accessor, Record value) {
        try {
            return accessor.invoke(value);
        } catch (ReflectiveOperationException e) {
            return ValueWriter.unreadable(e.getCause() == null ? e : e.getCause());
        }
    }
}
