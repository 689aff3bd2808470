package dev.weir.wire;

import dev.weir.core.signal.SignalKind;
import dev.weir.core.signal.SignalPhase;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What Weir reads of a row of telemetry. Anything else in it is kept in the payload. */
enum TelemetryField {
    EVENT_ID("eventId", Kind.NAME),
    EVENT_TYPE("eventType", Kind.NAME),
    TIMESTAMP("timestamp", Kind.TIME),
    JOB_ID("jobId", Kind.UUID),
    RUN_ID("runId", Kind.UUID),
    SURFACE("surface", List.of("ui", "cli", "ci")),
    TTFS_MS("ttfsMs", Kind.MILLIS),
    CACHE_HIT("cacheHit", Kind.FLAG),
    SIGNAL_SOURCE("signalSource", List.of("snapshot", "cold_start", "failure_index")),
    KIND("kind", SignalKind.labels()),
    PHASE("phase", SignalPhase.labels()),
    NETWORK_STATE("networkState", Kind.NAME),
    DEVICE("device", Kind.NAME),
    RELEASE("release", Kind.NAME),
    CORRELATION_ID("correlationId", Kind.NAME),
    TRACE_ID("traceId", Kind.NAME),
    SPAN_ID("spanId", Kind.NAME),
    ERROR_CODE("errorCode", Kind.CODE),
    ERROR_MESSAGE("errorMessage", Kind.TEXT),
    METADATA("metadata", Kind.OBJECT);

    enum Kind {
        NAME,
        CODE,
        TEXT,
        WORD,
        TIME,
        UUID,
        MILLIS,
        FLAG,
        OBJECT
    }

    /** The types of events that are counted. */
    static final List<String> TYPES = List.of(
            "signal.start",
            "signal.rendered",
            "signal.timeout",
            "signal.error",
            "signal.cache_hit",
            "signal.cold_start");

    private static final Map<String, TelemetryField> BY_NAME = new HashMap<>();

    static {
        for (TelemetryField field : values()) {
            BY_NAME.put(field.wireName, field);
            BY_NAME.put(field.name().toLowerCase(Locale.ROOT), field); // as the column is called
        }
        BY_NAME.put("ts", TIMESTAMP);
    }

    final String wireName;
    final Kind kind;

    /** What it may be, if it is a word. */
    final List<String> words;

    TelemetryField(String wireName, Kind kind) {
        this.wireName = wireName;
        this.kind = kind;
        words = List.of();
    }

    TelemetryField(String wireName, List<String> words) {
        this.wireName = wireName;
        kind = Kind.WORD;
        this.words = words;
    }

    /** In either spelling. */
    static @Nullable TelemetryField of(String name) {
        return BY_NAME.get(name);
    }
}
