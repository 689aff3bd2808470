package dev.weir.server.query.insight;

import dev.weir.core.insight.Sentences;
import dev.weir.core.run.Health;
import dev.weir.core.run.HealthState;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.Usual;
import dev.weir.server.query.Micros;
import dev.weir.server.query.insight.Attention.Kind;
import dev.weir.server.query.insight.Attention.Said;
import dev.weir.server.query.insight.Attention.Where;
import dev.weir.server.query.run.OpenRun;
import dev.weir.store.RunDurations.Name;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Open runs that should have gone on: overdue, or stuck. */
record LateRuns(List<OpenRun> open, Map<UUID, Health> healths, Map<Name, @Nullable Usual> usual, long now) {
    private record Group(Kind kind, Name name, Where where) {}

    List<Attention> find() {
        Map<Group, SinceSpark> groups = new HashMap<>();
        for (OpenRun run : open) {
            Health health = Objects.requireNonNull(healths.get(run.id()));
            Instant due = health.until();
            if (health.state() == HealthState.OVERDUE && due != null) {
                add(groups, Kind.OVERDUE, run, Micros.of(due));
            } else if (health.state() == HealthState.STALLED) {
                add(groups, Kind.STUCK, run, run.lastEventAt());
            }
        }
        List<Attention> found = new ArrayList<>();
        groups.forEach((group, spark) -> found.add(attention(group, spark)));
        return found;
    }

    private void add(Map<Group, SinceSpark> groups, Kind kind, OpenRun run, long since) {
        Where where = new Where(run.env(), run.serviceKey(), run.workflowName(), null);
        groups.computeIfAbsent(new Group(kind, run.name(), where), group -> new SinceSpark(now))
                .add(since, 1);
    }

    private Attention attention(Group group, SinceSpark spark) {
        Where where = group.where();
        String name = group.name().workflowName();
        boolean overdue = group.kind() == Kind.OVERDUE;
        long longest = (now - spark.oldest()) / 1000;
        Usual takes = usual.get(group.name());
        return Attention.of(
                group.kind(),
                where,
                new Said(
                        overdue
                                ? Sentences.overdue(name, spark.n(), longest)
                                : Sentences.stuck(name, spark.n(), longest),
                        takes == null ? null : Sentences.usuallyTakes(name, takes.p50Ms())),
                spark.n(),
                RunRows.instant(spark.oldest()),
                spark.spark(),
                where.href("/runs", "name", name, "health", overdue ? "overdue" : "stalled"));
    }
}
