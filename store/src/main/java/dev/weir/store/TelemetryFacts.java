package dev.weir.store;

import dev.weir.store.FactTable.Column;
import dev.weir.wire.TelemetryFact;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** Telemetry of first signals as rows. Triggers count them, as they count those that SQL records. */
public final class TelemetryFacts {
    /** A fact, whose it is, and the event that told it. */
    record Row(UUID tenant, UUID event, TelemetryFact fact) {}

    static final FactTable<Row> TABLE = new FactTable<>(
            "scheduler.ttfs_events",
            "event_uid",
            List.of(
                    new Column<>("event_uid", "uuid", Row::event),
                    new Column<>("tenant_id", "uuid", Row::tenant),
                    new Column<>(
                            "ts",
                            "timestamptz",
                            row -> Capabilities.time(row.fact().at())),
                    new Column<>("job_id", "uuid", row -> row.fact().jobId()),
                    new Column<>("run_id", "uuid", row -> row.fact().runId()),
                    new Column<>("surface", "text", row -> row.fact().surface()),
                    new Column<>("event_type", "text", row -> row.fact().eventType()),
                    new Column<>("ttfs_ms", "int4", row -> row.fact().ttfsMs()),
                    new Column<>("cache_hit", "bool", row -> row.fact().cacheHit()),
                    new Column<>("signal_source", "text", row -> row.fact().signalSource()),
                    new Column<>("kind", "text", row -> row.fact().kind()),
                    new Column<>("phase", "text", row -> row.fact().phase()),
                    new Column<>("network_state", "text", row -> row.fact().networkState()),
                    new Column<>("device", "text", row -> row.fact().device()),
                    new Column<>("release", "text", row -> row.fact().release()),
                    new Column<>("correlation_id", "text", row -> row.fact().correlationId()),
                    new Column<>("trace_id", "text", row -> row.fact().traceId()),
                    new Column<>("span_id", "text", row -> row.fact().spanId()),
                    new Column<>("error_code", "text", row -> row.fact().errorCode()),
                    new Column<>("error_message", "text", row -> row.fact().errorMessage()),
                    new Column<>("metadata", "jsonb", row -> row.fact().metadata())));

    private TelemetryFacts() {}

    /**
     * In the transaction that appends the events, and near its end: whoever counts in the same hour waits for the commit from
     * here on.
     */
    public static void add(Connection connection, Collection<LogRow> rows) throws SQLException {
        List<Row> told = new ArrayList<>(0);
        for (LogRow row : rows) {
            LogRow.Telemetry telemetry = row.telemetry();
            TelemetryFact fact = telemetry == null ? null : telemetry.event().fact();
            if (telemetry != null && fact != null) {
                told.add(new Row(telemetry.tenant(), row.event().id(), fact));
            }
        }
        TABLE.add(connection, told);
    }
}
