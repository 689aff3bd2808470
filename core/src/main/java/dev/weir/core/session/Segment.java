package dev.weir.core.session;

import java.util.ArrayList;
import java.util.List;

/** A segment while it is put together of the spans that one orchestrator served. */
final class Segment {
    final int index;
    final Span first;
    final SegmentReason reason;
    Orchestrator orchestrator;
    int events;
    Samples samples;

    private Segment(int index, Span first, SegmentReason reason, Orchestrator orchestrator) {
        this.index = index;
        this.first = first;
        this.reason = reason;
        this.orchestrator = orchestrator;
        events = first.events();
        samples = first.samples();
    }

    /**
     * Never none: a session without an orchestrator is one segment.
     *
     * @param seen in the order of {@link SessionState#sightings()}
     */
    static List<Segment> of(SessionState state, List<Orchestrator> seen) {
        List<Segment> segments = new ArrayList<>();
        for (Span span : state.spans()) {
            add(segments, span, seen);
        }
        add(segments, state.span(), seen);
        return segments;
    }

    private static void add(List<Segment> segments, Span span, List<Orchestrator> seen) {
        Orchestrator who = span.sighting() == Span.NOBODY ? Orchestrator.NOBODY : seen.get(span.sighting());
        if (segments.isEmpty()) {
            segments.add(new Segment(0, span, SegmentReason.SESSION_START, who));
            return;
        }
        Segment current = segments.get(segments.size() - 1);
        if (who.isOtherThan(current.orchestrator)) {
            segments.add(new Segment(segments.size(), span, reason(current.first, span), who));
        } else {
            current.orchestrator = current.orchestrator.orBetter(who);
            current.events += span.events();
            current.samples = current.samples.plus(span.samples());
        }
    }

    static Samples samples(List<Segment> segments) {
        return segments.stream().map(segment -> segment.samples).reduce(Samples.NONE, Samples::plus);
    }

    /** How many distinct events and snapshots it is made of. */
    int version() {
        return events + orchestrator.snapshots().size();
    }

    private static SegmentReason reason(Span before, Span span) {
        return span.swapsBefore() > before.swapsBefore()
                ? SegmentReason.ORCHESTRATOR_SWAP
                : SegmentReason.ORCHESTRATOR_CHANGE;
    }
}
