package dev.weir.server.query.insight;

import dev.weir.server.query.Utf8Order;
import dev.weir.server.query.VisibleSource;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** What runs are told apart by: an environment, a service in it, or a workflow of that; what is not asked for is null. */
record RunPlace(
        String env, @Nullable String serviceKey, @Nullable String workflowName) implements Comparable<RunPlace> {
    private static final Comparator<@Nullable String> TEXTS = Comparator.nullsFirst(Utf8Order::compare);
    private static final Comparator<RunPlace> ORDER = Comparator.comparing(RunPlace::env, Utf8Order::compare)
            .thenComparing(RunPlace::serviceKey, TEXTS)
            .thenComparing(RunPlace::workflowName, TEXTS);

    @Override
    public int compareTo(RunPlace other) {
        return ORDER.compare(this, other);
    }

    /** How finely places are told apart. */
    enum By {
        ENV,
        SERVICE,
        WORKFLOW;

        RunPlace of(VisibleSource source, String workflowName) {
            return new RunPlace(
                    source.env(), this == ENV ? null : source.serviceKey(), this == WORKFLOW ? workflowName : null);
        }
    }
}
