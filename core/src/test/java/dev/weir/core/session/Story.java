package dev.weir.core.session;

import java.time.Instant;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A session, written down: {@code story().at("10:00").trace("gateway_receive_stream_request").with("0xA", "https://a")}.
 * Times are of one day. Event number n has the UUIDv7 n, so that events of the same time are in the order in which they are
 * written down.
 */
final class Story {
    static final SessionKey KEY = new SessionKey(new UUID(0, 1), "stream|request");

    static final String REQUEST = "gateway_receive_stream_request";
    static final String INGEST = "gateway_send_first_ingest_segment";
    static final String RUNNER = "runner_send_first_processed_segment";
    static final String PROCESSED = "gateway_receive_first_processed_segment";
    static final String PLAYABLE = "gateway_receive_few_processed_segments";
    static final String CLOSED = "gateway_ingest_stream_closed";
    static final String NO_ORCHESTRATORS = "gateway_no_orchestrators_available";
    static final String SWAP = "orchestrator_swap";

    private static final Instant MIDNIGHT = Instant.parse("2026-03-01T00:00:00Z");

    private final List<SessionEvent> events = new ArrayList<>();
    private final List<CapabilityFact> facts = new ArrayList<>();
    private long now = micros("00:00");
    private boolean ordered = true;
    private @Nullable String gateway;
    private @Nullable String pipeline;
    private @Nullable String pipelineId;
    private @Nullable String service;
    private @Nullable String address;
    private @Nullable String url;
    private SessionRules rules = SessionRules.DEFAULT;

    static Story story() {
        return new Story();
    }

    static Instant time(String text) {
        return MIDNIGHT.plusNanos(LocalTime.parse(text).toNanoOfDay());
    }

    static long micros(String text) {
        Instant time = time(text);
        return time.getEpochSecond() * 1_000_000 + time.getNano() / 1000;
    }

    Story at(String time) {
        now = micros(time);
        return this;
    }

    Story rules(SessionRules those) {
        rules = those;
        return this;
    }

    /** From here on ids say nothing of time. */
    Story unordered() {
        ordered = false;
        return this;
    }

    Story gateway(@Nullable String name) {
        gateway = name;
        return this;
    }

    Story service(@Nullable String name) {
        service = name;
        return this;
    }

    Story pipeline(@Nullable String name, @Nullable String id) {
        pipeline = name;
        pipelineId = id;
        return this;
    }

    /** The orchestrator that events name from here on. */
    Story with(@Nullable String orchestrator, @Nullable String orchestratorUrl) {
        address = orchestrator;
        url = orchestratorUrl;
        return this;
    }

    Story trace(String traceType) {
        return add(SessionEventType.ofTrace(traceType), traceType, null, null, null, null);
    }

    Story status(double fps) {
        return add(SessionEventType.STATUS, "ai_stream_status", null, null, fps, null);
    }

    Story statusFrom(String startTime) {
        return add(SessionEventType.STATUS, "ai_stream_status", null, micros(startTime), null, null);
    }

    Story metrics(double jitter) {
        return add(SessionEventType.INGEST_METRICS, "stream_ingest_metrics", null, null, null, jitter);
    }

    Story update() {
        return add(SessionEventType.PARAMETERS_UPDATED, "ai_stream_events", null, null, null, null);
    }

    Story error(@Nullable String message) {
        return add(SessionEventType.ERROR, "ai_stream_events", message, null, null, null);
    }

    private Story add(
            SessionEventType type,
            String name,
            @Nullable String message,
            @Nullable Long startTime,
            @Nullable Double fps,
            @Nullable Double jitter) {
        UUID id = new UUID(ordered ? 0x7000L : 0x4000L, 0x8000_0000_0000_0000L | events.size() + 1);
        events.add(new SessionEvent(
                id,
                type,
                name,
                now,
                "production",
                service,
                "stream|request",
                "stream",
                "request",
                gateway,
                address,
                url,
                pipeline,
                pipelineId,
                message,
                null,
                startTime,
                fps,
                jitter));
        return this;
    }

    /** A snapshot of its own that tells of one orchestrator. */
    Story snapshot(String time, String orchestrator, String hotKey, @Nullable String uri, CapabilityModel... models) {
        UUID id = new UUID(0x4000L, 0x9000_0000_0000_0000L | facts.size() + 1);
        facts.add(new CapabilityFact(id, 0, micros(time), null, orchestrator, hotKey, uri, null, List.of(models)));
        return this;
    }

    static CapabilityModel model(String modelId, @Nullable String gpuId) {
        return new CapabilityModel("live-video-to-video", modelId, gpuId, null);
    }

    List<SessionEvent> events() {
        return events;
    }

    UUID id(int number) {
        return events.get(number - 1).id();
    }

    SessionState state() {
        return Objects.requireNonNull(SessionFold.fold(events, rules));
    }

    SessionRows rows() {
        return SessionRows.of(KEY, state(), facts, rules);
    }

    SessionRow row() {
        return rows().session();
    }

    /** The segments as {@code 10:00–10:05 0xa session_start}, with a dash for what is missing. */
    String segments() {
        List<String> segments = new ArrayList<>();
        for (SegmentRow segment : rows().segments()) {
            segments.add(clock(segment.segmentStartTs()) + "–" + clock(segment.segmentEndTs()) + " "
                    + Objects.requireNonNullElse(segment.orchestratorAddress(), "-") + " "
                    + segment.reason().label());
        }
        return String.join(", ", segments);
    }

    private static String clock(@Nullable Instant time) {
        return time == null ? "" : time.toString().substring(11, 16);
    }
}
