package dev.weir.server.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.run.Json;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.MathContext;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A row by its columns, in one form for what SQL answers and for what Java computes: whole numbers are longs, times are
 * instants, JSON is read, names of enums are texts.
 */
final class Row extends TreeMap<String, @Nullable Object> {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .build();

    /** PostgreSQL divides to at least 16 significant digits. */
    private static final MathContext DIVISION = new MathContext(15);

    static Row of(Record row) {
        Row columns = new Row();
        for (RecordComponent component : row.getClass().getRecordComponents()) {
            try {
                columns.with(
                        columnName(component.getName()), component.getAccessor().invoke(row));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
        return columns;
    }

    static List<Row> read(ResultSet results) throws SQLException {
        List<Row> rows = new ArrayList<>();
        while (results.next()) {
            Row row = new Row();
            for (int i = 1; i <= results.getMetaData().getColumnCount(); i++) {
                row.with(
                        results.getMetaData().getColumnLabel(i),
                        value(results, i, results.getMetaData().getColumnTypeName(i)));
            }
            rows.add(row);
        }
        return rows;
    }

    private static @Nullable Object value(ResultSet row, int column, String type) throws SQLException {
        if (row.getObject(column) == null) {
            return null;
        }
        return switch (type) {
            case "timestamptz" -> row.getObject(column, OffsetDateTime.class).toInstant();
            case "json", "jsonb" -> new Json(row.getString(column));
            case "uuid" -> row.getObject(column, UUID.class);
            case "_text" -> Arrays.asList((String[]) row.getArray(column).getArray());
            case "bool" -> row.getBoolean(column);
            case "int4", "int8" -> row.getLong(column);
            case "numeric" -> row.getBigDecimal(column);
            case "float8" -> row.getDouble(column);
            default -> row.getString(column);
        };
    }

    Row with(String column, @Nullable Object value) {
        put(column, normal(value));
        return this;
    }

    private static @Nullable Object normal(@Nullable Object value) {
        if (value instanceof Integer number) {
            return number.longValue();
        }
        if (value instanceof BigDecimal number) {
            return number.round(DIVISION).stripTrailingZeros();
        }
        if (value instanceof Enum<?> name) {
            return name.name().toLowerCase(Locale.ROOT);
        }
        return value instanceof Json json ? JSON.readTree(json.text()) : value;
    }

    private static String columnName(String camelCase) {
        StringBuilder name = new StringBuilder();
        for (char c : camelCase.toCharArray()) {
            name.append(Character.isUpperCase(c) ? "_" + (char) (c + 32) : String.valueOf(c));
        }
        return name.toString();
    }

    /** Only these columns. */
    Row only(String... columns) {
        return only(List.of(columns));
    }

    Row only(List<String> columns) {
        Row row = new Row();
        for (String column : columns) {
            if (!containsKey(column)) {
                throw new IllegalArgumentException("There is no column " + column + " in " + keySet());
            }
            row.put(column, get(column));
        }
        return row;
    }

    List<@Nullable Object> values(List<String> columns) {
        return columns.stream().map(this::get).toList();
    }

    /** Whether another row has the same values in these columns. */
    Predicate<Row> agreesOn(List<String> columns) {
        return other -> other.values(columns).equals(values(columns));
    }

    Row without(String column) {
        Row row = copy();
        row.remove(column);
        return row;
    }

    Row copy() {
        Row row = new Row();
        row.putAll(this);
        return row;
    }

    /** Whatever their order. Shows only what differs: the rest may be hundreds of rows. */
    static void assertSame(String what, List<Row> actual, List<Row> expected) {
        List<Row> unexpected = new ArrayList<>(actual);
        List<Row> missing = new ArrayList<>(expected);
        expected.forEach(unexpected::remove);
        actual.forEach(missing::remove);
        assertThat(unexpected).as(what).isEqualTo(missing);
    }
}
