package dev.weir.store;

import dev.weir.core.session.ParameterMark;
import dev.weir.core.session.Samples;
import dev.weir.core.session.SessionEdge;
import dev.weir.core.session.SessionState;
import dev.weir.core.session.Sighting;
import dev.weir.core.session.Span;
import org.jspecify.annotations.Nullable;

/**
 * The state of a session as one terse JSON array, but for what {@link SessionTallies} have of it: it is rewritten whenever
 * more changes than those. Times are microseconds after the first event, ids are base64, signals are told by their number.
 * {@link SessionStateReader} knows the places.
 */
final class SessionStateJson {
    private final SessionState session;
    private final JsonText json;

    private SessionStateJson(SessionState session, JsonText json) {
        this.session = session;
        this.json = json;
    }

    static JsonText write(SessionState session, JsonText json) {
        new SessionStateJson(session, json.clear()).write();
        return json;
    }

    private void write() {
        json.beginArray()
                .number(session.createdAt()) // 0
                .id(session.firstEvent())
                .string(session.env()) // 2
                .string(session.service())
                .string(session.streamId())
                .string(session.requestId())
                .string(session.gateway()) // 6
                .string(session.pipeline())
                .string(session.pipelineId())
                .string(session.streamState());
        edges(); // 10
        time(session.promptAt());
        json.number(session.swaps());
        json.beginArray() // 13
                .number(session.errors())
                .number(session.excusableErrors())
                .number(session.errorsAfterClose())
                .endArray()
                .string(session.failure()) // 14
                .id(session.failureEvent());
        time(session.lastClosedAt());
        sightings(); // 17
        spans();
        marks(); // 19
        json.endArray();
    }

    private void edges() {
        json.beginArray();
        for (SessionEdge edge : session.edges()) {
            json.beginArray();
            if (edge.type().traceType() == null) {
                json.string(edge.traceType());
            } else {
                json.number(edge.type().ordinal());
            }
            time(edge.at());
            json.endArray();
        }
        json.endArray();
    }

    private void sightings() {
        json.beginArray();
        for (Sighting sighting : session.sightings()) {
            json.beginArray();
            time(sighting.firstAt());
            json.string(sighting.address()).string(sighting.url()).endArray();
        }
        json.endArray();
    }

    /** The open one is the last. */
    private void spans() {
        json.beginArray();
        for (Span span : session.spans()) {
            json.beginArray();
            span(span);
            json.number(span.events());
            samples(span.samples());
            json.endArray();
        }
        json.beginArray();
        span(session.span());
        json.endArray();
        json.endArray();
    }

    private void span(Span span) {
        json.number(span.sighting());
        time(span.from());
        json.id(span.openedBy()).string(span.openedByName());
        if (span.gateway() != null && span.gateway().equals(session.gateway())) { // 4
            json.number(0);
        } else {
            json.string(span.gateway());
        }
        json.number(span.swapsBefore());
    }

    private void marks() {
        json.beginArray();
        for (ParameterMark mark : session.marks()) {
            json.beginArray();
            time(mark.at());
            json.id(mark.event());
            samples(mark.before());
            json.endArray();
        }
        json.endArray();
    }

    private void samples(Samples samples) {
        json.beginArray()
                .unlessZero(samples.statuses())
                .unlessZero(samples.fpsCount())
                .unlessZero(samples.fpsPositive())
                .number(samples.fpsMicros() == 0 ? null : Long.valueOf(samples.fpsMicros()))
                .unlessZero(samples.jitterCount())
                .number(samples.jitterMicros() == 0 ? null : Long.valueOf(samples.jitterMicros()))
                .endArray();
    }

    private void time(@Nullable Long micros) {
        json.number(micros == null ? null : Long.valueOf(micros - session.createdAt()));
    }
}
