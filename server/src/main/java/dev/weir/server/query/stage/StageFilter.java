package dev.weir.server.query.stage;

import dev.weir.core.stage.StageSource;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Condition;
import dev.weir.server.query.Micros;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.VisibleSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which stages are asked for, and how they are told apart. An empty set stands for any. Times in microseconds.
 *
 * @param from the first moment of the range, {@link Long#MIN_VALUE} for none
 * @param to the moment after it, {@link Long#MAX_VALUE} for none
 */
record StageFilter(
        StageSource source,
        boolean byWorkflow,
        Set<String> envs,
        Set<String> services,
        Set<String> workflows,
        Set<String> stages,
        long from,
        long to) {

    static StageFilter of(Parameters parameters) {
        Instant from = parameters.time(Parameter.FROM);
        Instant to = parameters.time(Parameter.TO);
        Parameters.checkRange(from, to);
        return new StageFilter(
                StageSource.valueOf(
                        parameters.text(Parameter.STAGE_SOURCE, "stage").toUpperCase(Locale.ROOT)),
                parameters.text(Parameter.STAGE_BY, "stage").equals("workflow"),
                parameters.texts(Parameter.ENV),
                parameters.texts(Parameter.SERVICE),
                parameters.texts(Parameter.WORKFLOW),
                parameters.texts(Parameter.STAGE),
                micros(from, Long.MIN_VALUE),
                micros(to, Long.MAX_VALUE));
    }

    private static long micros(@Nullable Instant at, long otherwise) {
        return at == null ? otherwise : Micros.of(at);
    }

    boolean isOfSteps() {
        return source == StageSource.STEP;
    }

    /** By the number that rows have: steps of a source have its negative one. */
    Map<Integer, VisibleSource> sources(Connection connection, Scope scope) throws SQLException {
        Map<Integer, VisibleSource> sources = VisibleSource.of(connection, scope, envs, services);
        if (!isOfSteps()) {
            return sources;
        }
        Map<Integer, VisibleSource> ofSteps = new LinkedHashMap<>();
        sources.forEach((number, source) -> ofSteps.put(-number, source));
        return ofSteps;
    }

    /** What is visible and asked for, but for the time. */
    Condition where(Map<Integer, VisibleSource> sources) {
        return named(new Condition().any("source", "int4", sources.keySet()));
    }

    /** The same whatever the source. */
    Condition where() {
        return named(new Condition());
    }

    private Condition named(Condition where) {
        if (!workflows.isEmpty()) {
            where.any("workflow_name", "text", workflows);
        }
        if (!stages.isEmpty()) {
            where.any("workflow_stage", "text", stages);
        }
        return where;
    }

    /** What rows are told apart by, as a column. */
    String groupColumn() {
        return byWorkflow ? "workflow_name" : "workflow_stage";
    }
}
