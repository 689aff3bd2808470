package dev.weir.store;

import dev.weir.core.session.Carried;
import dev.weir.core.session.ParameterUpdateRow;
import dev.weir.core.session.Samples;
import dev.weir.core.session.SegmentRow;
import dev.weir.core.session.SessionRows;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The segments and the parameter updates of a session as arrays, in its own row. The views of V16__session_tallies.sql know
 * the places; times are microseconds after the session's start, and places that only ever are null are kept for them. What
 * counts on with every sample is not in them, but in the session's tallies.
 */
final class SessionArrays {
    private final SessionRows rows;
    private final JsonText json;

    private SessionArrays(SessionRows rows, JsonText json) {
        this.rows = rows;
        this.json = json;
    }

    static JsonText segments(SessionRows rows, Carried carried, JsonText json) {
        SessionArrays arrays = new SessionArrays(rows, json);
        json.clear().beginArray();
        int last = rows.segments().size() - 1;
        for (SegmentRow segment : rows.segments()) {
            json.beginArray();
            arrays.segment(segment);
            if (segment.segmentIndex() < last) {
                arrays.figures(segment);
            } else {
                arrays.carried(carried);
            }
            json.endArray();
        }
        return json.endArray();
    }

    static JsonText parameterUpdates(SessionRows rows, JsonText json) {
        SessionArrays arrays = new SessionArrays(rows, json);
        json.clear().beginArray();
        int last = rows.parameterUpdates().size() - 1;
        rows.parameterUpdates().forEach(update -> arrays.update(update, update.updateIndex() == last));
        return json.endArray();
    }

    private void segment(SegmentRow segment) {
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
                .id(segment.sourceEventUid()); // 15
    }

    private void figures(SegmentRow segment) {
        json.number(segment.statusSamples()) // 16
                .decimal(segment.avgFps())
                .decimal(segment.avgJitter()) // 18
                .number(segment.version());
    }

    private void carried(Carried carried) {
        Samples samples = carried.segmentSamples();
        json.nothing().nothing().nothing().nothing(); // its figures are yet to be added up
        json.beginArray() // 20
                .unlessZero(carried.segmentVersion())
                .unlessZero(samples.statuses())
                .unlessZero(samples.fpsCount())
                .number(samples.fpsMicros() == 0 ? null : Long.valueOf(samples.fpsMicros()))
                .unlessZero(samples.jitterCount())
                .number(samples.jitterMicros() == 0 ? null : Long.valueOf(samples.jitterMicros()))
                .endArray();
    }

    /** @param last what came after it is yet to be added up */
    private void update(ParameterUpdateRow update, boolean last) {
        json.beginArray();
        time(update.updatedTs());
        json.id(update.sourceEventUid()) // 1
                .number(update.samplesBefore())
                .number(last ? null : Integer.valueOf(update.samplesAfter())) // 3
                .decimal(update.fpsBefore())
                .decimal(last ? null : update.fpsAfter()) // 5
                .decimal(update.jitterBefore())
                .decimal(last ? null : update.jitterAfter())
                .endArray();
    }

    private void time(@Nullable Instant at) {
        json.number(
                at == null
                        ? null
                        : Long.valueOf(ChronoUnit.MICROS.between(rows.session().sessionStartTs(), at)));
    }
}
