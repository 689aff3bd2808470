package dev.weir.core.session;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * What the figures of a session, and those of its last segment, have from spans that are over and from snapshots. Beside the
 * open span, which counts on with every sample, it stays the same for many events.
 *
 * @param snapshots distinct ones that went into the session
 * @param segmentVersion events and snapshots of the last segment
 */
public record Carried(int snapshots, Samples samples, int segmentVersion, Samples segmentSamples) {

    public static Carried of(SessionState state, Attribution attribution) {
        List<Segment> segments = Segment.of(state, attribution.orchestrators());
        Segment last = segments.get(segments.size() - 1);
        Span open = state.span();
        return new Carried(
                snapshots(segments).size(),
                Segment.samples(segments).minus(open.samples()),
                last.version() - open.events(),
                last.samples.minus(open.samples()));
    }

    static Set<UUID> snapshots(List<Segment> segments) {
        Set<UUID> snapshots = new HashSet<>();
        segments.forEach(segment -> snapshots.addAll(segment.orchestrator.snapshots()));
        return snapshots;
    }
}
