package dev.weir.core.session;

import dev.weir.core.run.RunRows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is shown of one session.
 *
 * @param edges the first of each trace type, in event order
 */
public record SessionRows(
        SessionRow session,
        List<SegmentRow> segments,
        List<ParameterUpdateRow> parameterUpdates,
        List<SessionEdge> edges) {

    /** The only type of workflow that the families of session events tell of. */
    public static final String WORKFLOW_TYPE = "ai_live_video_stream";

    /**
     * @param facts what snapshots tell of the orchestrators in {@link SessionState#sightings()}; others among them change
     *     nothing
     */
    public static SessionRows of(
            SessionKey key, SessionState state, Collection<CapabilityFact> facts, SessionRules rules) {
        return of(key, state, Attribution.of(state, facts, rules));
    }

    public static SessionRows of(SessionKey key, SessionState state, Attribution attribution) {
        List<Segment> segments = Segment.of(state, attribution.orchestrators());
        return new SessionRows(
                session(key, state, segments),
                segmentRows(key, state, segments),
                parameterUpdates(key, state),
                state.edges());
    }

    private static SessionRow session(SessionKey key, SessionState state, List<Segment> segments) {
        Latencies latencies = Latencies.of(state);
        StartupOutcome outcome = StartupOutcome.of(state);
        Samples samples = Segment.samples(segments);
        Orchestrator last = segments.get(segments.size() - 1).orchestrator;
        int orchestrators = orchestrators(segments);
        return new SessionRow(
                key.workflowSessionId(),
                state.env(),
                SessionRun.service(state),
                state.streamId(),
                state.requestId(),
                WORKFLOW_TYPE,
                workflowId(state),
                state.pipeline(),
                state.pipelineId(),
                RunRows.instant(state.createdAt()),
                RunRows.instant(state.last().at()),
                first(state, SessionEventType.STREAM_REQUESTED),
                first(state, SessionEventType.PROCESSED),
                first(state, SessionEventType.PLAYABLE),
                RunRows.instant(state.promptAt()),
                first(state, SessionEventType.CLOSED),
                latencies.startupMs(),
                latencies.e2eProxyMs(),
                latencies.promptToPlayableMs(),
                latencies.gatewayRunnerLagMs(),
                latencies.inversions(),
                outcome,
                outcome != StartupOutcome.NOT_IN_DENOMINATOR,
                outcome == StartupOutcome.SUCCESS,
                outcome == StartupOutcome.EXCUSED,
                outcome == StartupOutcome.UNEXCUSED,
                state.swaps(),
                segments.size() - 1,
                orchestrators,
                state.swaps() > 0 || orchestrators > 1,
                state.errors(),
                state.excusableErrors(),
                state.errorsAfterClose(),
                state.eventsAfterClose(),
                state.failure(),
                state.failureEvent(),
                last.address(),
                last.observedAddress(),
                last.url(),
                last.match(),
                state.gateway(),
                last.modelId(),
                last.gpuId(),
                last.method(),
                last.method().confidence(),
                state.streamState(),
                segments.size(),
                state.marks().size(),
                samples.statuses(),
                samples.fpsPositive(),
                samples.avgFps(),
                samples.avgJitter(),
                state.firstEvent(),
                state.last().id(),
                state.events() + Carried.snapshots(segments).size());
    }

    /** What a session is called as a workflow. */
    public static String workflowId(SessionState state) {
        if (state.pipelineId() != null) {
            return state.pipelineId();
        }
        return state.pipeline() != null ? state.pipeline() : WORKFLOW_TYPE;
    }

    private static int orchestrators(List<Segment> segments) {
        return (int) segments.stream()
                .map(segment -> segment.orchestrator.address())
                .filter(Objects::nonNull)
                .distinct()
                .count();
    }

    private static List<SegmentRow> segmentRows(SessionKey key, SessionState state, List<Segment> segments) {
        List<SegmentRow> rows = new ArrayList<>(segments.size());
        for (Segment segment : segments) {
            Long end = segment.index + 1 < segments.size()
                    ? Long.valueOf(segments.get(segment.index + 1).first.from())
                    : closedAfter(state, segment.first.from());
            rows.add(segmentRow(key, state, segment, end));
        }
        return rows;
    }

    /** A close before the last segment began is not its end. */
    private static @Nullable Long closedAfter(SessionState state, long from) {
        Long closed = state.lastClosedAt();
        return closed == null || closed < from ? null : closed;
    }

    private static SegmentRow segmentRow(SessionKey key, SessionState state, Segment segment, @Nullable Long end) {
        Orchestrator who = segment.orchestrator;
        return new SegmentRow(
                key.workflowSessionId(),
                segment.index,
                RunRows.instant(segment.first.from()),
                RunRows.instant(end),
                segment.first.gateway() == null ? state.gateway() : segment.first.gateway(),
                who.address(),
                who.observedAddress(),
                who.url(),
                who.match(),
                null,
                who.gpuId(),
                who.modelId(),
                who.method(),
                who.method().confidence(),
                null,
                segment.reason,
                segment.first.openedByName(),
                segment.first.openedBy(),
                segment.samples.statuses(),
                segment.samples.avgFps(),
                segment.samples.avgJitter(),
                segment.version());
    }

    private static List<ParameterUpdateRow> parameterUpdates(SessionKey key, SessionState state) {
        List<ParameterUpdateRow> rows = new ArrayList<>(state.marks().size());
        for (int i = 0; i < state.marks().size(); i++) {
            ParameterMark mark = state.marks().get(i);
            Samples before = mark.before();
            Samples after =
                    i + 1 < state.marks().size() ? state.marks().get(i + 1).before() : state.samplesSinceMark();
            rows.add(new ParameterUpdateRow(
                    key.workflowSessionId(),
                    i,
                    RunRows.instant(mark.at()),
                    before.statuses(),
                    after.statuses(),
                    before.avgFps(),
                    after.avgFps(),
                    before.avgJitter(),
                    after.avgJitter(),
                    mark.event()));
        }
        return rows;
    }

    private static @Nullable Instant first(SessionState state, SessionEventType type) {
        return RunRows.instant(state.first(type));
    }
}
