package dev.weir.server.query.stage;

import dev.weir.server.Problem;
import dev.weir.server.query.Condition;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * Which of the stages that a filter leaves a figure is made of, and how often each of them counts for it.
 *
 * @param kind what it is counted as; null for any
 * @param figure of which durations it has one; null for any
 * @param atLeastMs the least of these durations
 * @param belowMs more than the longest of them
 * @param cameFrom the stage from which the workflow came to it; null for any
 * @param back whether that stage sent it back; null for either
 * @param path whole workflows instead of stages, of one path or of {@link #ANY_PATH}; null for stages
 */
record StageSelection(
        @Nullable StageKind kind,
        @Nullable StageFigure figure,
        long atLeastMs,
        long belowMs,
        @Nullable String cameFrom,
        @Nullable Boolean back,
        @Nullable UUID path) {

    static final UUID ANY_PATH = new UUID(0, 0);

    private static final String VALUES = "(SELECT count(*) FROM unnest(%s) AS ms WHERE ms >= ? AND ms < ?)";
    private static final String ARRIVALS = """
            (SELECT count(*) FROM unnest(came_from, sent_back) AS come(stage, back)
             WHERE come.stage = ? AND (come.back = ? OR come.back = ?))
            """;

    /** In SQL, how often a row counts. */
    record Times(String sql, List<Object> values) {}

    static StageSelection of(Parameters parameters) {
        String kind = parameters.text(Parameter.IS);
        String figure = parameters.text(Parameter.VALUES_OF);
        String back = parameters.text(Parameter.BACK);
        StageSelection selection = new StageSelection(
                kind == null ? null : StageKind.of(kind),
                figure == null ? null : StageFigure.of(figure),
                parameters.number(Parameter.AT_LEAST_MS, 0),
                parameters.number(Parameter.BELOW_MS, Long.MAX_VALUE),
                parameters.text(Parameter.FROM_STAGE),
                back == null ? null : Boolean.valueOf(back),
                path(parameters.text(Parameter.VARIANT)));
        selection.check(parameters);
        return selection;
    }

    private static @Nullable UUID path(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            return text.equals("any") ? ANY_PATH : UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw bad("The parameter 'variant' must be the id of a path, or any.");
        }
    }

    /** What would be left out of sight must not silently find everything. */
    private void check(Parameters parameters) {
        boolean ranged = parameters.text(Parameter.AT_LEAST_MS) != null || parameters.text(Parameter.BELOW_MS) != null;
        if (figure == null && ranged) {
            throw bad("The parameters 'atLeastMs' and 'belowMs' need 'figure', which says of what.");
        }
        if (cameFrom == null && back != null) {
            throw bad("The parameter 'back' needs 'fromStage', which says from where.");
        }
        if (path != null && (figure != null || cameFrom != null || (kind != null && kind != StageKind.OPEN_NOW))) {
            throw bad("With 'variant', whole workflows are listed: they can only be limited by is=open-now.");
        }
    }

    private static Problem bad(String sentence) {
        return new Problem(HttpStatus.BAD_REQUEST, "bad_value", sentence);
    }

    /** Arrivals if it is asked where it came from, else durations if these are asked for, else what its kind counts. */
    Times times() {
        if (cameFrom != null) {
            return new Times(ARRIVALS, List.of(cameFrom, back == null || back, back != null && back));
        }
        if (figure != null) {
            return new Times(VALUES.formatted(figure.allValues()), List.of(atLeastMs, belowMs));
        }
        return new Times(kind == null ? "1" : kind.times(), List.of());
    }

    void limit(Condition where, long now) {
        if (kind != null) {
            kind.limit(where, now);
        }
        if (figure != null) {
            where.and(VALUES.formatted(figure.allValues()) + " > 0", atLeastMs, belowMs);
        }
        if (cameFrom != null) {
            where.and("came_from @> ARRAY[?::text]", cameFrom);
            where.and(ARRIVALS + " > 0", times().values().toArray());
        }
    }
}
