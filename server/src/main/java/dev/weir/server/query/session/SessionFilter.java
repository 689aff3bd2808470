package dev.weir.server.query.session;

import dev.weir.core.session.SessionActivity;
import dev.weir.server.query.Condition;
import dev.weir.server.query.Micros;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.VisibleSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which sessions are asked for. An empty set stands for any; an empty text in one for sessions that have no such thing.
 * Times in microseconds.
 *
 * @param from the first moment of the range, {@link Long#MIN_VALUE} for none
 * @param to the moment after it, {@link Long#MAX_VALUE} for none
 */
record SessionFilter(
        Set<String> envs,
        Set<String> services,
        Set<String> outcomes,
        Set<String> activities,
        @Nullable Boolean swapped,
        Set<String> gateways,
        Set<String> orchestrators,
        Set<String> models,
        Set<String> gpus,
        Set<String> pipelines,
        @Nullable String search,
        long from,
        long to) {

    static SessionFilter of(Parameters parameters) {
        Instant from = parameters.time(Parameter.FROM);
        Instant to = parameters.time(Parameter.TO);
        Parameters.checkRange(from, to);
        String swapped = parameters.text(Parameter.SWAPPED);
        return new SessionFilter(
                parameters.texts(Parameter.ENV),
                parameters.texts(Parameter.SERVICE),
                parameters.texts(Parameter.OUTCOME),
                parameters.texts(Parameter.ACTIVITY),
                swapped == null ? null : Boolean.valueOf(swapped),
                parameters.texts(Parameter.GATEWAY),
                parameters.texts(Parameter.ORCHESTRATOR).stream()
                        .map(address -> address.toLowerCase(Locale.ROOT))
                        .collect(Collectors.toSet()),
                parameters.texts(Parameter.MODEL),
                parameters.texts(Parameter.GPU),
                parameters.texts(Parameter.PIPELINE),
                parameters.text(Parameter.SESSION_Q),
                from == null ? Long.MIN_VALUE : Micros.of(from),
                to == null ? Long.MAX_VALUE : Micros.of(to));
    }

    /** What roll-ups know as well. */
    Condition ofRollUps(Map<Integer, VisibleSource> sources) {
        Condition where = new Condition().any("source", "int4", sources.keySet());
        addNames(where);
        return where;
    }

    /**
     * All but the sources and where the page begins.
     *
     * @param idleSince what told nothing since then, or before, is idle unless it is closed
     */
    Condition ofRows(long idleSince) {
        Condition where = new Condition().between("session_start_ts", from, to);
        addNames(where);
        if (!outcomes.isEmpty()) {
            where.any("startup_outcome", "text", outcomes);
        }
        if (swapped != null) {
            where.and("session_has_swap = ?", swapped);
        }
        addActivity(where, idleSince);
        if (search != null) {
            String pattern = "%" + search.replaceAll("([\\\\%_])", "\\\\$1") + "%";
            where.and(
                    "(workflow_session_id ILIKE ? OR pipeline_id ILIKE ? OR last_error ILIKE ?)",
                    pattern,
                    pattern,
                    pattern);
        }
        return where;
    }

    private void addNames(Condition where) {
        addNames(where, "gateway", gateways);
        addNames(where, "orchestrator_address", orchestrators);
        addNames(where, "model_id", models);
        addNames(where, "gpu_id", gpus);
        addNames(where, "pipeline", pipelines);
    }

    private static void addNames(Condition where, String column, Set<String> wanted) {
        if (!wanted.isEmpty()) {
            where.any("coalesce(" + column + ", '')", "text", wanted);
        }
    }

    /** As {@link SessionActivity} has it. */
    private void addActivity(Condition where, long idleSince) {
        List<String> any = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        if (activities.contains(SessionActivity.CLOSED.label())) {
            any.add("closed_ts IS NOT NULL");
        }
        if (activities.contains(SessionActivity.OPEN.label())) {
            any.add("(closed_ts IS NULL AND session_end_ts > ?)");
            values.add(Micros.time(idleSince));
        }
        if (activities.contains(SessionActivity.IDLE.label())) {
            any.add("(closed_ts IS NULL AND session_end_ts <= ?)");
            values.add(Micros.time(idleSince));
        }
        if (!any.isEmpty()) {
            where.and("(" + String.join(" OR ", any) + ")", values.toArray());
        }
    }
}
