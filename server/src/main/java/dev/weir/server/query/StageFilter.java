package dev.weir.server.query;

import dev.weir.core.stage.StageSource;
import dev.weir.server.access.Scope;
import dev.weir.store.StageFigures;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
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
        RunFilter.checkRange(from, to);
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

    Map<Integer, VisibleSource> sources(Connection connection, Scope scope) throws SQLException {
        return VisibleSource.of(connection, scope, envs, services);
    }

    /** What rows are told apart by, as a column. */
    String groupColumn() {
        return byWorkflow ? "workflow_name" : "workflow_stage";
    }

    String group(StageFigures figures) {
        return byWorkflow ? figures.workflowName() : figures.stage();
    }

    boolean accepts(StageFigures figures) {
        return isAny(workflows, figures.workflowName())
                && isAny(stages, figures.stage())
                && figures.at() >= from
                && figures.at() < to;
    }

    private static boolean isAny(Set<String> wanted, String value) {
        return wanted.isEmpty() || wanted.contains(value);
    }
}
