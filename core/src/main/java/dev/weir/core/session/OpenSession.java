package dev.weir.core.session;

import dev.weir.core.event.EventOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A session while the fold works on it: what each event does to it. Applied in event order only. Nothing ever finalises a
 * session: errors and more come after it was closed.
 */
final class OpenSession {
    /** Signals always have a place; of other traces no more are told apart, so that nobody can fill a state with names. */
    private static final int MOST_EDGES = 40;

    private static final int LONGEST_FAILURE = 500;

    private final String env;
    private final @Nullable String streamId;
    private final @Nullable String requestId;
    private final long createdAt;
    private final UUID firstEvent;
    private final OpenSpans spans;

    private @Nullable String service;
    private @Nullable String gateway;
    private @Nullable String pipeline;
    private @Nullable String pipelineId;
    private EventOrder heartbeat;
    private int events;
    private List<SessionEdge> edges = List.of();
    private @Nullable Long promptAt;
    private int swaps;
    private int errors;
    private int excusableErrors;
    private int errorsAfterClose;
    private int eventsAfterClose;
    private @Nullable String failure;
    private @Nullable UUID failureEvent;
    private @Nullable Long lastClosedAt;
    private @Nullable String streamState;
    private Chunks<ParameterMark> marks = Chunks.none();
    private Samples samplesSinceMark = Samples.NONE;

    OpenSession(SessionEvent first) {
        env = first.env();
        streamId = first.streamId();
        requestId = first.requestId();
        createdAt = first.at();
        firstEvent = first.id();
        spans = new OpenSpans(first);
        heartbeat = first.order();
    }

    OpenSession(SessionState state) {
        env = state.env();
        streamId = state.streamId();
        requestId = state.requestId();
        createdAt = state.createdAt();
        firstEvent = state.firstEvent();
        spans = new OpenSpans(state);
        service = state.service();
        gateway = state.gateway();
        pipeline = state.pipeline();
        pipelineId = state.pipelineId();
        heartbeat = state.heartbeat();
        events = state.events();
        edges = state.edges();
        promptAt = state.promptAt();
        swaps = state.swaps();
        errors = state.errors();
        excusableErrors = state.excusableErrors();
        errorsAfterClose = state.errorsAfterClose();
        eventsAfterClose = state.eventsAfterClose();
        failure = state.failure();
        failureEvent = state.failureEvent();
        lastClosedAt = state.lastClosedAt();
        streamState = state.streamState();
        marks = state.marks();
        samplesSinceMark = state.samplesSinceMark();
    }

    void apply(SessionEvent event, SessionRules rules) {
        events++;
        heartbeat = SessionRun.heartbeat(heartbeat, event);
        if (lastClosedAt != null) {
            eventsAfterClose++;
        }
        learnNames(event);
        if (event.type() == SessionEventType.SWAPPED) {
            swaps++;
        }
        spans.apply(event, swaps);
        if (event.type().isTrace()) {
            addEdge(event);
        }
        switch (event.type()) {
            case STATUS -> applyStatus(event);
            case INGEST_METRICS -> applyMetrics(event);
            case PARAMETERS_UPDATED -> applyParameters(event);
            case ERROR -> applyError(event, rules);
            case CLOSED -> lastClosedAt = event.at();
            default -> {
                // an edge, and nothing more
            }
        }
    }

    private void learnNames(SessionEvent event) {
        service = service == null ? event.service() : service;
        gateway = gateway == null ? event.gateway() : gateway;
        pipeline = pipeline == null ? event.pipeline() : pipeline;
        pipelineId = pipelineId == null ? event.pipelineId() : pipelineId;
    }

    private void addEdge(SessionEvent event) {
        boolean isSignal = event.type() != SessionEventType.OTHER_TRACE;
        for (SessionEdge edge : edges) {
            if (isSignal ? edge.type() == event.type() : edge.traceType().equals(event.name())) {
                return;
            }
        }
        if (isSignal || edges.size() < MOST_EDGES) {
            edges = plus(edges, new SessionEdge(event.type(), event.name(), event.at()));
        }
    }

    private void applyStatus(SessionEvent event) {
        samplesSinceMark = samplesSinceMark.withStatus(event.fps());
        spans.addStatus(event.fps());
        streamState = event.streamState() == null ? streamState : event.streamState();
        Long start = event.startTime();
        if (start != null && (promptAt == null || start < promptAt)) {
            promptAt = start;
        }
    }

    private void applyMetrics(SessionEvent event) {
        samplesSinceMark = samplesSinceMark.withJitter(event.jitter());
        spans.addJitter(event.jitter());
    }

    private void applyParameters(SessionEvent event) {
        marks = marks.plus(new ParameterMark(event.at(), event.id(), samplesSinceMark));
        samplesSinceMark = Samples.NONE;
    }

    private void applyError(SessionEvent event, SessionRules rules) {
        errors++;
        if (lastClosedAt != null) {
            errorsAfterClose++;
        }
        if (rules.isExcusable(event.message())) {
            excusableErrors++;
        } else {
            failure = event.message() == null ? null : cut(event.message());
            failureEvent = event.id();
        }
    }

    private static String cut(String message) {
        if (message.length() <= LONGEST_FAILURE) {
            return message;
        }
        boolean splitsPair = Character.isHighSurrogate(message.charAt(LONGEST_FAILURE - 1));
        return message.substring(0, splitsPair ? LONGEST_FAILURE - 1 : LONGEST_FAILURE);
    }

    static <T> List<T> plus(List<T> list, T item) {
        List<T> more = new ArrayList<>(list.size() + 1);
        more.addAll(list);
        more.add(item);
        return List.copyOf(more);
    }

    SessionState state(EventOrder last) {
        return new SessionState(
                env,
                service,
                streamId,
                requestId,
                gateway,
                pipeline,
                pipelineId,
                createdAt,
                firstEvent,
                last,
                heartbeat,
                events,
                edges,
                promptAt,
                swaps,
                errors,
                excusableErrors,
                errorsAfterClose,
                eventsAfterClose,
                failure,
                failureEvent,
                lastClosedAt,
                streamState,
                spans.sightings(),
                spans.over(),
                spans.open(),
                marks,
                samplesSinceMark);
    }
}
