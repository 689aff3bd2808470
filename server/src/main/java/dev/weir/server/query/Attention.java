package dev.weir.server.query;

import com.fasterxml.jackson.annotation.JsonValue;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One thing that needs a person now, or may soon.
 *
 * @param key the same for the same thing, as long as it lasts
 * @param usual a sentence
 * @param of what is counted
 * @param href a page of the window, with its search
 */
record Attention(
        String key,
        Kind kind,
        String urgency,
        String sentence,
        @Nullable String usual,
        String env,
        String serviceKey,
        @Nullable String workflowName,
        @Nullable String stepName,
        long count,
        String of,
        Instant since,
        Spark spark,
        String href) {

    /**
     * The worst first: broken for people, late, over a limit that people set, burning, slower, silent; those of one rank are as
     * bad.
     */
    enum Kind {
        FAILING(0, true, "runs"),
        OVERDUE(1, true, "runs"),
        STUCK(1, true, "runs"),
        PAST_SLA(1, true, "titles"),
        ALERT(2, true, "runs"),
        BURNING(3, false, "sessions"),
        SLOWER(4, false, "runs"),
        SILENT(5, false, "events");

        private final int rank;
        private final boolean needsSomebody;
        private final String of;

        Kind(int rank, boolean needsSomebody, String of) {
            this.rank = rank;
            this.needsSomebody = needsSomebody;
            this.of = of;
        }

        @JsonValue
        String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean needsSomebody() {
            return needsSomebody;
        }
    }

    /** Counts of buckets, the oldest first. */
    record Spark(Instant from, long bucketMs, List<Long> counts) {}

    /** Then those that reach furthest, then the oldest. */
    static final Comparator<Attention> WORST_FIRST = Comparator.<Attention>comparingInt(one -> one.kind.rank)
            .thenComparing(Comparator.comparingLong(Attention::count).reversed())
            .thenComparing(Attention::since)
            .thenComparing(Attention::key);

    /** Where something is. */
    record Where(
            String env,
            String serviceKey,
            @Nullable String workflowName,
            @Nullable String stepName) {

        /** @param more names and values beside those of the place, in turn */
        String href(String page, String... more) {
            List<String> parts = new ArrayList<>(List.of("env=" + encoded(env), "service=" + encoded(serviceKey)));
            for (int i = 0; i + 1 < more.length; i += 2) {
                parts.add(more[i] + "=" + encoded(more[i + 1]));
            }
            return page + "?" + String.join("&", parts);
        }

        private static String encoded(String value) {
            return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
        }
    }

    /** What is said of it. */
    record Said(String sentence, @Nullable String usual) {}

    static Attention of(Kind kind, Where where, Said said, long count, Instant since, Spark spark, String href) {
        String what = kind == Kind.PAST_SLA && where.stepName != null ? where.stepName : "";
        return of(kind, what, where, said, count, kind.of, since, spark, href);
    }

    /** Each limit of an alert is a thing of its own. */
    static Attention ofAlert(
            ServiceAlerts.Limit limit, Where where, Said said, long count, Instant since, Spark spark, String href) {
        String of = limit == ServiceAlerts.Limit.SILENCE ? "events" : Kind.ALERT.of;
        return of(Kind.ALERT, limit.label(), where, said, count, of, since, spark, href);
    }

    private static Attention of(
            Kind kind,
            String what,
            Where where,
            Said said,
            long count,
            String of,
            Instant since,
            Spark spark,
            String href) {
        return new Attention(
                String.join(
                        "/",
                        kind.label(),
                        where.env,
                        where.serviceKey,
                        where.workflowName == null ? "" : where.workflowName,
                        what),
                kind,
                kind.needsSomebody ? "now" : "watch",
                said.sentence,
                said.usual,
                where.env,
                where.serviceKey,
                where.workflowName,
                where.stepName,
                count,
                of,
                since,
                spark,
                href);
    }
}
