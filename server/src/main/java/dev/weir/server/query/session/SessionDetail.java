package dev.weir.server.query.session;

import dev.weir.core.run.RunRows;
import dev.weir.core.session.ParameterUpdateRow;
import dev.weir.core.session.SegmentRow;
import dev.weir.core.session.SessionEdge;
import dev.weir.core.session.SessionEvent;
import dev.weir.core.session.SessionEventType;
import dev.weir.core.session.SessionRules;
import dev.weir.core.session.TraceCategory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Everything of one session. Samples, errors and swaps are as the log has them, in event order, so there may be more of them
 * than the session tells while its last events wait to be folded.
 *
 * @param edges the first of each trace type
 * @param samplesTotal how many there are, of which no more than some are here
 * @param errors the last of them, if they are very many
 * @param swaps the last of them, if they are very many
 */
record SessionDetail(
        SessionItem session,
        List<SegmentRow> segments,
        List<Edge> edges,
        List<ParameterUpdateRow> parameterUpdates,
        Samples samples,
        long samplesTotal,
        List<Failure> errors,
        List<Swap> swaps) {
    static final int MOST_SAMPLES = 2_000;
    static final int MOST_MARKS = 1_000;

    record Edge(String traceType, TraceCategory category, Instant at) {
        static Edge of(SessionEdge edge) {
            return new Edge(edge.traceType(), edge.category(), RunRows.instant(edge.at()));
        }
    }

    /** Of one status. */
    record Fps(Instant at, @Nullable Double fps, @Nullable String state) {}

    record Jitter(Instant at, double jitter) {}

    /** Each thinned evenly. */
    record Samples(List<Fps> fps, List<Jitter> jitter) {}

    /** @param eventId in the log, as in the session's row */
    record Failure(Instant at, @Nullable String message, boolean excusable, UUID eventId) {}

    record Swap(Instant at, UUID eventId) {}

    /** @param history in any order */
    static SessionDetail of(
            SessionItem session,
            List<SegmentRow> segments,
            List<SessionEdge> edges,
            List<ParameterUpdateRow> parameterUpdates,
            List<SessionEvent> history,
            SessionRules rules) {
        List<SessionEvent> events = new ArrayList<>(history);
        events.sort(Comparator.comparing(SessionEvent::order));
        List<SessionEvent> statuses = of(SessionEventType.STATUS, events);
        List<SessionEvent> jitters = of(SessionEventType.INGEST_METRICS, events).stream()
                .filter(event -> event.jitter() != null)
                .toList();
        return new SessionDetail(
                session,
                segments,
                edges.stream().map(Edge::of).toList(),
                parameterUpdates,
                new Samples(thinned(statuses, SessionDetail::fps), thinned(jitters, SessionDetail::jitter)),
                (long) statuses.size() + jitters.size(),
                last(of(SessionEventType.ERROR, events), event -> failure(event, rules)),
                last(of(SessionEventType.SWAPPED, events), event -> new Swap(at(event), event.id())));
    }

    private static List<SessionEvent> of(SessionEventType type, List<SessionEvent> events) {
        return events.stream().filter(event -> event.type() == type).toList();
    }

    /** The first, the last, and what lies evenly between them. */
    private static <T> List<T> thinned(List<SessionEvent> events, Function<SessionEvent, T> shown) {
        int n = Math.min(MOST_SAMPLES, events.size());
        List<T> kept = new ArrayList<>(n);
        for (int i = 0; i < n; i++) {
            kept.add(shown.apply(events.get((int) ((long) i * (events.size() - 1) / Math.max(1, n - 1)))));
        }
        return kept;
    }

    private static <T> List<T> last(List<SessionEvent> events, Function<SessionEvent, T> shown) {
        return events.subList(Math.max(0, events.size() - MOST_MARKS), events.size()).stream()
                .map(shown)
                .toList();
    }

    private static Fps fps(SessionEvent event) {
        return new Fps(at(event), event.fps(), event.streamState());
    }

    private static Jitter jitter(SessionEvent event) {
        return new Jitter(at(event), event.jitter() == null ? 0 : event.jitter());
    }

    private static Failure failure(SessionEvent event, SessionRules rules) {
        return new Failure(at(event), event.message(), rules.isExcusable(event.message()), event.id());
    }

    private static Instant at(SessionEvent event) {
        return RunRows.instant(event.at());
    }
}
