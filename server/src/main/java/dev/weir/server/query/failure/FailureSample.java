package dev.weir.server.query.failure;

import dev.weir.core.signal.OverRepresented;
import dev.weir.core.signal.OverRepresented.Trait;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Micros;
import dev.weir.server.query.VisibleSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the newest failures of a kind have in common, beside the newest completed runs of the same workflows in whatever
 * environment: environment, service, step, and the plain values in their inputs, two levels deep.
 */
final class FailureSample {
    private static final int SIZE = 200;
    private static final int DEPTH = 2;
    private static final int MOST_FIELDS = 40;
    private static final int LONGEST_VALUE = 100;
    private static final int LARGEST_PAYLOAD = 16_384; // bytes, as stored

    private static final String INPUT = """
            (SELECT e.payload->'input' FROM event_log e
             WHERE e.id = short_id(r.state->>'i') AND e.org = r.org AND e.month = id_month(short_id(r.state->>'i'))
               AND pg_column_size(e.payload) <= %d)
            """.formatted(LARGEST_PAYLOAD);

    private static final String FAILED = """
            SELECT r.source, r.workflow_name, ARRAY[f.step_name], %s FROM (
              SELECT f.* FROM unnest(?::int[], ?::text[], ?::timestamptz[]) AS w(source, name, last_success)
              CROSS JOIN LATERAL (
                SELECT f.id, f.run_seq, f.failed_at, f.step_name FROM failures f
                WHERE f.source = w.source AND f.workflow_name = w.name AND f.failed_at >= ? AND f.failed_at < ?
                  AND f.signature = ?
                ORDER BY f.failed_at DESC LIMIT %d) AS f
              ORDER BY f.failed_at DESC LIMIT %d) AS f
            JOIN runs r ON r.id = f.id AND r.run_seq = f.run_seq
            """.formatted(INPUT, SIZE, SIZE);

    private static final String COMPLETED = """
            SELECT r.source, r.workflow_name, r.completed_steps, %s FROM (
              SELECT r.* FROM unnest(?::int[], ?::text[]) AS w(source, name)
              CROSS JOIN LATERAL (
                SELECT r.id, r.run_seq, r.ended_at FROM runs r
                WHERE r.source = w.source AND r.status = 'completed' AND r.name_hash = hashtextextended(w.name, 0)
                  AND r.newest AND r.ended_at < ?
                ORDER BY r.ended_at DESC LIMIT %d) AS r
              ORDER BY r.ended_at DESC LIMIT %d) AS place
            JOIN runs r ON r.id = place.id AND r.run_seq = place.run_seq
            """.formatted(INPUT, SIZE, SIZE);

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Connection connection;
    private final FailureFilter filter;
    private final List<FailedWorkflow> workflows;
    private final Map<Integer, VisibleSource> sources;

    FailureSample(Connection connection, Scope scope, FailureFilter filter, List<FailedWorkflow> workflows)
            throws SQLException {
        this.connection = connection;
        this.filter = filter;
        this.workflows = workflows;
        this.sources = VisibleSource.of(connection, scope, filter.envs(), filter.services());
    }

    /** A workflow in whatever environment. */
    private record Workflow(String serviceKey, String name) {}

    List<OverRepresented> overRepresented() throws SQLException {
        Set<Workflow> concerned = new HashSet<>();
        List<Set<Trait>> failed = failed(concerned);
        return OverRepresented.of(failed, completed(concerned));
    }

    private List<Set<Trait>> failed(Set<Workflow> concerned) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(FAILED)) {
            int next = FailedWorkflow.set(select, 1, workflows);
            select.setObject(next++, Micros.time(filter.from()));
            select.setObject(next++, Micros.time(filter.to()));
            select.setObject(next, filter.signature());
            return read(select, concerned);
        }
    }

    private List<Set<Trait>> completed(Set<Workflow> concerned) throws SQLException {
        List<Integer> numbers = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (Workflow workflow : concerned) {
            for (VisibleSource source : sources.values()) {
                if (source.serviceKey().equals(workflow.serviceKey())) {
                    numbers.add(source.source());
                    names.add(workflow.name());
                }
            }
        }
        try (PreparedStatement select = connection.prepareStatement(COMPLETED)) {
            select.setArray(1, connection.createArrayOf("int4", numbers.toArray()));
            select.setArray(2, connection.createArrayOf("text", names.toArray()));
            select.setObject(3, Micros.time(filter.to()));
            return read(select, new HashSet<>());
        }
    }

    private List<Set<Trait>> read(PreparedStatement select, Set<Workflow> concerned) throws SQLException {
        List<Set<Trait>> runs = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                VisibleSource source = Objects.requireNonNull(sources.get(row.getInt(1)));
                concerned.add(new Workflow(source.serviceKey(), row.getString(2)));
                Set<Trait> traits = new HashSet<>();
                traits.add(new Trait("environment", source.env()));
                traits.add(new Trait("service", source.serviceKey()));
                for (String step : (String[]) row.getArray(3).getArray()) {
                    if (step != null) {
                        traits.add(new Trait("step", step));
                    }
                }
                addFields(traits, row.getString(4));
                runs.add(traits);
            }
        }
        return runs;
    }

    private static void addFields(Set<Trait> traits, @Nullable String input) {
        if (input == null) {
            return;
        }
        try {
            addFields(traits, "input", JSON.readTree(input), DEPTH, traits.size() + MOST_FIELDS);
        } catch (JacksonException e) {
            // what cannot be read has nothing in common with anything
        }
    }

    private static void addFields(Set<Trait> traits, String path, JsonNode value, int depth, int most) {
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            String name = path + "." + field.getKey();
            JsonNode inner = field.getValue();
            if (inner.isObject() && depth > 1) {
                addFields(traits, name, inner, depth - 1, most);
            } else if (inner.isValueNode() && !inner.isNull() && traits.size() < most) {
                String text = inner.asString();
                if (text.length() <= LONGEST_VALUE) {
                    traits.add(new Trait(name, text));
                }
            }
        }
    }
}
