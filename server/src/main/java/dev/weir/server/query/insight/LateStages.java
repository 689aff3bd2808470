package dev.weir.server.query.insight;

import dev.weir.core.insight.Sentences;
import dev.weir.core.run.RunRows;
import dev.weir.server.query.Micros;
import dev.weir.server.query.insight.Attention.Kind;
import dev.weir.server.query.insight.Attention.Said;
import dev.weir.server.query.insight.Attention.Where;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Stages that are open past their due time. */
record LateStages(Connection connection, Map<Integer, KnownSource> sources, long now) {
    private static final String LATE = """
            SELECT source, workflow_stage, micros(min(last_sla_due)), count(*)
            FROM stages WHERE source = ANY(?) AND open_now AND last_sla_due < ?
            GROUP BY source, workflow_stage, date_bin('15 minutes', last_sla_due, 'epoch')
            """;

    List<Attention> find() throws SQLException {
        Map<Where, SinceSpark> stages = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(LATE)) {
            select.setArray(1, connection.createArrayOf("int4", sources.keySet().toArray()));
            select.setObject(2, Micros.time(now));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    KnownSource source = Objects.requireNonNull(sources.get(row.getInt(1)));
                    Where where = new Where(source.env(), source.serviceKey(), null, row.getString(2));
                    stages.computeIfAbsent(where, any -> new SinceSpark(now)).add(row.getLong(3), row.getLong(4));
                }
            }
        }
        List<Attention> found = new ArrayList<>();
        stages.forEach((where, spark) -> found.add(attention(where, spark)));
        return found;
    }

    private Attention attention(Where where, SinceSpark spark) {
        String stage = Objects.requireNonNull(where.stepName());
        return Attention.of(
                Kind.PAST_SLA,
                where,
                new Said(Sentences.pastSla(stage, spark.n(), (now - spark.oldest()) / 1000), null),
                spark.n(),
                RunRows.instant(spark.oldest()),
                spark.spark(),
                where.href("/stages", "stage", stage));
    }
}
