package dev.weir.store;

import dev.weir.core.session.ParameterUpdateRow;
import dev.weir.core.session.SegmentRow;
import dev.weir.core.session.SessionRows;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The segments and the parameter updates of a session as arrays, in its own row. The views of V8__sessions.sql know the
 * places; times are microseconds after the session's start, and places that only ever are null are kept for them.
 */
final class SessionArrays {
    private final SessionRows rows;
    private final JsonText json;

    private SessionArrays(SessionRows rows, JsonText json) {
        this.rows = rows;
        this.json = json;
    }

    static JsonText segments(SessionRows rows, JsonText json) {
        json.clear().beginArray();
        rows.segments().forEach(new SessionArrays(rows, json)::segment);
        return json.endArray();
    }

    static JsonText parameterUpdates(SessionRows rows, JsonText json) {
        json.clear().beginArray();
        rows.parameterUpdates().forEach(new SessionArrays(rows, json)::update);
        return json.endArray();
    }

    private void segment(SegmentRow segment) {
        json.beginArray();
        time(segment.segmentStartTs());
        time(segment.segmentEndTs());
        json.string(segment.gateway()) // 2
                .string(segment.orchestratorAddress())
                .string(segment.observedOrchestratorAddress())
                .string(segment.orchestratorUrl()) // 5
                .string(segment.identityMatch().label())
                .string(segment.workerId())
                .string(segment.gpuId()) // 8
                .string(segment.modelId())
                .string(segment.gpuAttributionMethod().label()) // 10
                .decimal(segment.gpuAttributionConfidence())
                .string(segment.region())
                .string(segment.reason().label()) // 13
                .string(segment.sourceTraceType())
                .id(segment.sourceEventUid()) // 15
                .number(segment.statusSamples())
                .decimal(segment.avgFps())
                .decimal(segment.avgJitter()) // 18
                .number(segment.version())
                .endArray();
    }

    private void update(ParameterUpdateRow update) {
        json.beginArray();
        time(update.updatedTs());
        json.id(update.sourceEventUid()) // 1
                .number(update.samplesBefore())
                .number(update.samplesAfter()) // 3
                .decimal(update.fpsBefore())
                .decimal(update.fpsAfter()) // 5
                .decimal(update.jitterBefore())
                .decimal(update.jitterAfter())
                .endArray();
    }

    private void time(@Nullable Instant at) {
        json.number(
                at == null
                        ? null
                        : Long.valueOf(ChronoUnit.MICROS.between(rows.session().sessionStartTs(), at)));
    }
}
