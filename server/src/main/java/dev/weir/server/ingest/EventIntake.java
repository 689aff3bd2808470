package dev.weir.server.ingest;

import dev.weir.core.event.RunKey;
import dev.weir.core.session.SessionKey;
import dev.weir.server.access.Scope;
import dev.weir.server.project.GroupCommit;
import dev.weir.server.project.Outcome;
import dev.weir.server.project.Submission;
import dev.weir.store.LogRow;
import dev.weir.store.Parked;
import dev.weir.store.Sources;
import dev.weir.store.Sources.Name;
import dev.weir.wire.EventBody;
import dev.weir.wire.EventDecoder;
import dev.weir.wire.EventFamily;
import dev.weir.wire.Limits;
import dev.weir.wire.LogEvent;
import dev.weir.wire.NetworkDecoder;
import dev.weir.wire.NetworkEvent;
import dev.weir.wire.RejectCode;
import dev.weir.wire.Rejection;
import dev.weir.wire.Slice;
import dev.weir.wire.TelemetryDecoder;
import dev.weir.wire.ToldSignalDecoder;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The one way in: bytes are decoded and checked here, and handed over to be committed. */
public final class EventIntake {
    private final Limits limits;
    private final EventDecoder decoder;
    private final NetworkDecoder network;
    private final TelemetryDecoder telemetry;
    private final ToldSignalDecoder signals;
    private final Sources sources;
    private final GroupCommit commits;
    private final Clock clock;

    EventIntake(Limits limits, Sources sources, GroupCommit commits, Clock clock) {
        this.limits = limits;
        this.decoder = new EventDecoder(limits);
        this.signals = new ToldSignalDecoder(limits);
        this.network = new NetworkDecoder(limits);
        this.telemetry = new TelemetryDecoder(limits, TelemetryDecoder.MAX_METADATA_BYTES);
        this.sources = sources;
        this.commits = commits;
        this.clock = clock;
    }

    /** How the events stand in a body. */
    public enum Format {
        JSON,
        LINES
    }

    /** @throws dev.weir.wire.UnreadableBody if the body as a whole is no good */
    public CompletableFuture<Outcome> take(Scope scope, Format format, byte[] body, EventDecoder.Defaults defaults)
            throws SQLException {
        List<Slice> slices = format == Format.LINES
                ? EventBody.ofLines(body, limits.maxEvents())
                : EventBody.ofJson(body, limits.maxEvents());
        return take(scope, slices, defaults);
    }

    /**
     * The envelopes of a live-video network.
     *
     * @throws dev.weir.wire.UnreadableBody if the body as a whole is no good
     */
    public CompletableFuture<Outcome> takeNetwork(Scope scope, Format format, byte[] body, NetworkDecoder.Source source)
            throws SQLException {
        return takeNetwork(scope, oneOrMany(format, body), source);
    }

    /**
     * Rows of telemetry.
     *
     * @throws dev.weir.wire.UnreadableBody if the body as a whole is no good
     */
    public CompletableFuture<Outcome> takeTelemetry(
            Scope scope, Format format, byte[] body, EventDecoder.Defaults source) throws SQLException {
        return takeTelemetry(scope, oneOrMany(format, body), source);
    }

    private List<Slice> oneOrMany(Format format, byte[] body) {
        return format == Format.LINES
                ? EventBody.ofLines(body, limits.maxEvents())
                : EventBody.ofOneOrMany(body, limits.maxEvents());
    }

    /**
     * Once more what was parked.
     *
     * @param family how it had come
     */
    CompletableFuture<Outcome> takeAgain(Scope scope, byte[] event, EventDecoder.Defaults defaults, EventFamily family)
            throws SQLException {
        List<Slice> slices = List.of(EventBody.ofOne(event));
        return switch (family) {
            case WORKFLOW -> take(scope, slices, defaults);
            case NETWORK ->
                takeNetwork(scope, slices, new NetworkDecoder.Source(defaults.env(), defaults.serviceKey()));
            case TELEMETRY -> takeTelemetry(scope, slices, defaults);
            case SIGNAL -> takeSignal(scope, slices.get(0), null, defaults);
        };
    }

    /** What was decoded, and how it becomes a row once its organisation and source have their numbers. */
    private record Received(LogEvent log, Placing placing) {}

    private interface Placing {
        LogRow row(int org, int source);
    }

    private CompletableFuture<Outcome> take(Scope scope, List<Slice> slices, EventDecoder.Defaults defaults)
            throws SQLException {
        List<Received> events = new ArrayList<>(slices.size());
        List<Rejection> rejections = new ArrayList<>(0);
        decoder.decode(
                slices,
                defaults,
                clock.millis() * 1000,
                event -> events.add(new Received(event, (org, source) -> row(scope, org, source, event))),
                rejections::add);
        return commits.submit(submission(scope, events, rejections, EventFamily.WORKFLOW));
    }

    private CompletableFuture<Outcome> takeNetwork(Scope scope, List<Slice> slices, NetworkDecoder.Source origin)
            throws SQLException {
        List<Received> events = new ArrayList<>(slices.size());
        List<Rejection> rejections = new ArrayList<>(0);
        network.decode(
                slices,
                origin,
                clock.millis() * 1000,
                event -> events.add(new Received(event.log(), (org, source) -> row(scope, org, source, event))),
                rejections::add);
        return commits.submit(submission(scope, events, rejections, EventFamily.NETWORK));
    }

    private CompletableFuture<Outcome> takeTelemetry(Scope scope, List<Slice> slices, EventDecoder.Defaults origin)
            throws SQLException {
        List<Received> events = new ArrayList<>(slices.size());
        List<Rejection> rejections = new ArrayList<>(0);
        telemetry.decode(
                slices,
                origin,
                clock.millis() * 1000,
                event -> events.add(new Received(
                        event.log(), (org, source) -> LogRow.ofTelemetry(org, source, scope.org(), event))),
                rejections::add);
        return commits.submit(submission(scope, events, rejections, EventFamily.TELEMETRY));
    }

    /** What somebody tells of a job. */
    CompletableFuture<Outcome> takeSignal(Scope scope, byte[] body, UUID job, EventDecoder.Defaults origin)
            throws SQLException {
        return takeSignal(scope, EventBody.ofOne(body), job, origin);
    }

    private CompletableFuture<Outcome> takeSignal(
            Scope scope, Slice slice, @Nullable UUID job, EventDecoder.Defaults origin) throws SQLException {
        List<Received> events = new ArrayList<>(1);
        List<Rejection> rejections = new ArrayList<>(0);
        signals.decode(
                slice,
                job,
                origin,
                clock.millis() * 1000,
                told -> events.add(
                        new Received(told.log(), (org, source) -> LogRow.ofSignal(org, source, scope.org(), told))),
                rejections::add);
        return commits.submit(submission(scope, events, rejections, EventFamily.SIGNAL));
    }

    private Submission submission(Scope scope, List<Received> events, List<Rejection> rejections, EventFamily family)
            throws SQLException {
        List<Received> allowed = new ArrayList<>(events.size());
        Set<Name> names = new HashSet<>();
        for (Received event : events) {
            if (scope.includes(event.log().env(), event.log().serviceKey())) {
                allowed.add(event);
                names.add(name(event.log()));
            } else {
                rejections.add(notAllowed(event.log()));
            }
        }
        rejections.forEach(rejection -> names.add(name(rejection)));
        int org = sources.org(scope.org());
        Map<Name, Integer> numbers = sources.numbers(org, names);
        List<LogRow> rows = new ArrayList<>(allowed.size());
        for (Received event : allowed) {
            rows.add(event.placing().row(org, number(numbers, name(event.log()))));
        }
        List<Parked.Row> parked = new ArrayList<>(rejections.size());
        for (Rejection rejection : rejections) {
            parked.add(new Parked.Row(org, number(numbers, name(rejection)), scope.credential(), rejection, family));
        }
        return new Submission(scope.credential(), rows, parked);
    }

    private static Name name(LogEvent event) {
        return new Name(event.env(), event.serviceKey());
    }

    /** Also what is rejected is accounted for where it says it comes from, be it the first that is heard of it. */
    private static Name name(Rejection rejection) {
        return new Name(rejection.env(), rejection.serviceKey());
    }

    private static int number(Map<Name, Integer> numbers, Name name) {
        return Objects.requireNonNull(numbers.get(name));
    }

    private static LogRow row(Scope scope, int org, int source, LogEvent event) {
        if (event.workflowId() == null) {
            return new LogRow(org, source, null, null, event);
        }
        RunKey key = new RunKey(scope.org(), event.env(), event.serviceKey(), event.workflowId());
        return new LogRow(org, source, key, key.id(), event);
    }

    private static LogRow row(Scope scope, int org, int source, NetworkEvent event) {
        SessionKey key = event.session() == null
                ? null
                : new SessionKey(scope.org(), event.session().sessionId());
        return LogRow.ofNetwork(org, source, key, event);
    }

    private static Rejection notAllowed(LogEvent event) {
        return new Rejection(
                event.index(),
                null,
                RejectCode.NOT_ALLOWED,
                null,
                "This key may not send events of " + event.env() + "/" + event.serviceKey() + ".",
                event.env(),
                event.serviceKey(),
                event.payload());
    }
}
