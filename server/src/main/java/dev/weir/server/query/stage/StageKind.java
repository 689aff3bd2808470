package dev.weir.server.query.stage;

import dev.weir.server.query.Condition;
import dev.weir.server.query.Micros;
import java.util.Arrays;

/** What stages are counted as by the figures: which rows of {@code stages}, and how often each counts. */
enum StageKind {
    STARTED("started", "first_started_at IS NOT NULL"),
    COMPLETED("completed", "first_completed_at IS NOT NULL"),
    MISSED("missed", "late_ms IS NOT NULL"),
    MET("met", "first_pass_ms IS NOT NULL AND earliest_sla_due IS NOT NULL AND late_ms IS NULL"),
    WITHOUT_SLA("without-sla", "first_pass_ms IS NOT NULL AND earliest_sla_due IS NULL"),
    LEFT_OUT("left-out", "first_completed_at IS NOT NULL AND first_pass_ms IS NULL"),
    OVERDUE("overdue", "open_now AND last_sla_due < ?"),
    OPEN_NOW("open-now", "open_now AND open_since IS NOT NULL"),
    NEVER_COMPLETED("never-completed", "open_now AND never_completed AND first_started_at IS NOT NULL"),
    ABANDONED("abandoned", "abandoned"),
    REWORKED("reworked", "starts > 1", "starts - 1"),
    INVERTED("inverted", "inverted"),
    INVERTED_PASSES("inverted-passes", "inverted_passes > 0", "inverted_passes"),
    UNSTARTED_PASSES("unstarted-passes", "unstarted_passes > 0", "unstarted_passes");

    final String label;
    private final String condition;
    private final String times;

    StageKind(String label, String condition) {
        this(label, condition, "1");
    }

    StageKind(String label, String condition, String times) {
        this.label = label;
        this.condition = condition;
        this.times = times;
    }

    static StageKind of(String label) {
        return Arrays.stream(values())
                .filter(kind -> kind.label.equals(label))
                .findFirst()
                .orElseThrow();
    }

    /** @param now in microseconds */
    void limit(Condition where, long now) {
        if (this == OVERDUE) {
            where.and(condition, Micros.time(now));
        } else {
            where.and(condition);
        }
    }

    /** How often a row counts, in SQL: some figures are of passes. */
    String times() {
        return times;
    }
}
