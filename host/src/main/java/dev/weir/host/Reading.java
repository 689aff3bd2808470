package dev.weir.host;

import dev.weir.core.event.RunKey;
import dev.weir.core.session.SessionKey;
import dev.weir.store.LogRow;
import dev.weir.store.Parked;
import dev.weir.store.Sources;
import dev.weir.store.Sources.Name;
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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Events as they come become rows for the log: decoded, checked, and placed with the source that they say they have. */
public final class Reading {
    private final EventDecoder decoder;
    private final NetworkDecoder network;
    private final TelemetryDecoder telemetry;
    private final ToldSignalDecoder signals;
    private final Sources sources;

    public Reading(Limits limits, Sources sources) {
        this.decoder = new EventDecoder(limits);
        this.signals = new ToldSignalDecoder(limits);
        this.network = new NetworkDecoder(limits);
        this.telemetry = new TelemetryDecoder(limits, TelemetryDecoder.MAX_METADATA_BYTES);
        this.sources = sources;
    }

    /**
     * Who sends events.
     *
     * @param credential for the accounts
     * @param maySend events of an environment and a service
     */
    public record Sender(UUID org, String credential, BiPredicate<String, String> maySend) {}

    /** What was decoded, and how it becomes a row once its organisation and source have their numbers. */
    private record Received(LogEvent log, Placing placing) {}

    private interface Placing {
        LogRow row(int org, int source);
    }

    /**
     * Whatever family they are of.
     *
     * @param defaults where what does not say it comes from; the service may be empty for events of a network
     * @param now in microseconds since 1970
     */
    public Submission read(
            Sender sender, EventFamily family, List<Slice> slices, EventDecoder.Defaults defaults, long now)
            throws SQLException {
        return switch (family) {
            case WORKFLOW -> workflow(sender, slices, defaults, now);
            case NETWORK -> network(sender, slices, defaults, now);
            case TELEMETRY -> telemetry(sender, slices, defaults, now);
            case SIGNAL -> signal(sender, slices.get(0), null, defaults, now);
        };
    }

    private Submission workflow(Sender sender, List<Slice> slices, EventDecoder.Defaults defaults, long now)
            throws SQLException {
        List<Received> events = new ArrayList<>(slices.size());
        List<Rejection> rejections = new ArrayList<>(0);
        decoder.decode(
                slices,
                defaults,
                now,
                event -> events.add(new Received(event, (org, source) -> row(sender, org, source, event))),
                rejections::add);
        return submission(sender, events, rejections, EventFamily.WORKFLOW);
    }

    /** The envelopes of a live-video network. */
    private Submission network(Sender sender, List<Slice> slices, EventDecoder.Defaults defaults, long now)
            throws SQLException {
        List<Received> events = new ArrayList<>(slices.size());
        List<Rejection> rejections = new ArrayList<>(0);
        network.decode(
                slices,
                new NetworkDecoder.Source(
                        defaults.env(), defaults.serviceKey().isEmpty() ? null : defaults.serviceKey()),
                now,
                event -> events.add(new Received(event.log(), (org, source) -> row(sender, org, source, event))),
                rejections::add);
        return submission(sender, events, rejections, EventFamily.NETWORK);
    }

    private Submission telemetry(Sender sender, List<Slice> slices, EventDecoder.Defaults defaults, long now)
            throws SQLException {
        List<Received> events = new ArrayList<>(slices.size());
        List<Rejection> rejections = new ArrayList<>(0);
        telemetry.decode(
                slices,
                defaults,
                now,
                event -> events.add(new Received(
                        event.log(), (org, source) -> LogRow.ofTelemetry(org, source, sender.org(), event))),
                rejections::add);
        return submission(sender, events, rejections, EventFamily.TELEMETRY);
    }

    /**
     * What somebody tells of a job.
     *
     * @param job null if the body says it
     */
    public Submission signal(Sender sender, Slice slice, @Nullable UUID job, EventDecoder.Defaults defaults, long now)
            throws SQLException {
        List<Received> events = new ArrayList<>(1);
        List<Rejection> rejections = new ArrayList<>(0);
        signals.decode(
                slice,
                job,
                defaults,
                now,
                told -> events.add(
                        new Received(told.log(), (org, source) -> LogRow.ofSignal(org, source, sender.org(), told))),
                rejections::add);
        return submission(sender, events, rejections, EventFamily.SIGNAL);
    }

    /** What cannot even be read as what it says it is: parked as it came, with the reason. */
    public Submission refuse(Sender sender, byte[] event, EventDecoder.Defaults origin, String why)
            throws SQLException {
        Rejection rejection =
                new Rejection(0, null, RejectCode.OUT_OF_RANGE, null, why, origin.env(), origin.serviceKey(), event);
        return submission(sender, List.of(), new ArrayList<>(List.of(rejection)), EventFamily.WORKFLOW);
    }

    private Submission submission(Sender sender, List<Received> events, List<Rejection> rejections, EventFamily family)
            throws SQLException {
        List<Received> allowed = new ArrayList<>(events.size());
        Set<Name> names = new HashSet<>();
        for (Received event : events) {
            if (sender.maySend().test(event.log().env(), event.log().serviceKey())) {
                allowed.add(event);
                names.add(name(event.log()));
            } else {
                rejections.add(notAllowed(event.log()));
            }
        }
        rejections.forEach(rejection -> names.add(name(rejection)));
        int org = sources.org(sender.org());
        Map<Name, Integer> numbers = sources.numbers(org, names);
        List<LogRow> rows = new ArrayList<>(allowed.size());
        for (Received event : allowed) {
            rows.add(event.placing().row(org, number(numbers, name(event.log()))));
        }
        List<Parked.Row> parked = new ArrayList<>(rejections.size());
        for (Rejection rejection : rejections) {
            parked.add(new Parked.Row(org, number(numbers, name(rejection)), sender.credential(), rejection, family));
        }
        return new Submission(sender.org(), sender.credential(), rows, parked);
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

    private static LogRow row(Sender sender, int org, int source, LogEvent event) {
        if (event.workflowId() == null) {
            return new LogRow(org, source, null, null, event);
        }
        RunKey key = new RunKey(sender.org(), event.env(), event.serviceKey(), event.workflowId());
        return new LogRow(org, source, key, key.id(), event);
    }

    private static LogRow row(Sender sender, int org, int source, NetworkEvent event) {
        SessionKey key = event.session() == null
                ? null
                : new SessionKey(sender.org(), event.session().sessionId());
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
