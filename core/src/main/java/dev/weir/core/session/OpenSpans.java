package dev.weir.core.session;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which orchestrator a session is with, while the fold works on it. An event that names none, or only a part of the one
 * that is known, says nothing of a change.
 */
final class OpenSpans {
    /** No more are told apart, so that nobody can fill a state with names; what names another says nothing of a change. */
    private static final int MOST_SIGHTINGS = 500;

    private List<Sighting> sightings = List.of();
    private Chunks<Span> over = Chunks.none();

    private int sighting = Span.NOBODY;
    private long from;
    private UUID openedBy;
    private String openedByName;
    private @Nullable String gateway;
    private int swapsBefore;
    private int events;
    private Samples samples = Samples.NONE;

    OpenSpans(SessionEvent first) {
        from = first.at();
        openedBy = first.id();
        openedByName = first.name();
    }

    OpenSpans(SessionState state) {
        sightings = state.sightings();
        over = state.spans();
        Span open = state.span();
        sighting = open.sighting();
        from = open.from();
        openedBy = open.openedBy();
        openedByName = open.openedByName();
        gateway = open.gateway();
        swapsBefore = open.swapsBefore();
        events = open.events();
        samples = open.samples();
    }

    /** @param swaps explicit ones so far, this event among them */
    void apply(SessionEvent event, int swaps) {
        String address = event.orchestratorAddress();
        String url = event.orchestratorUrl();
        if ((address != null || url != null) && !isCurrent(address, url)) {
            int next = sightingOf(address, url, event.at());
            if (next != Span.NOBODY) {
                moveTo(next, event, swaps);
            }
        }
        events++;
        gateway = gateway == null ? event.gateway() : gateway;
    }

    void addStatus(@Nullable Double fps) {
        samples = samples.withStatus(fps);
    }

    void addJitter(@Nullable Double jitter) {
        samples = samples.withJitter(jitter);
    }

    private boolean isCurrent(@Nullable String address, @Nullable String url) {
        if (sighting == Span.NOBODY || !sightings.get(sighting).fits(address, url)) {
            return false;
        }
        fill(sighting, address, url);
        return true;
    }

    private int sightingOf(@Nullable String address, @Nullable String url, long at) {
        for (int i = sightings.size() - 1; i >= 0; i--) {
            if (sightings.get(i).fits(address, url)) {
                fill(i, address, url);
                return i;
            }
        }
        if (sightings.size() == MOST_SIGHTINGS) {
            return Span.NOBODY;
        }
        sightings = OpenSession.plus(sightings, new Sighting(address, url, at));
        return sightings.size() - 1;
    }

    private void fill(int index, @Nullable String address, @Nullable String url) {
        Sighting known = sightings.get(index);
        Sighting filled = known.filled(address, url);
        if (filled != known) {
            List<Sighting> more = new ArrayList<>(sightings);
            more.set(index, filled);
            sightings = List.copyOf(more);
        }
    }

    private void moveTo(int next, SessionEvent event, int swaps) {
        if (sighting != Span.NOBODY) {
            over = over.plus(open());
            from = event.at();
            openedBy = event.id();
            openedByName = event.name();
            gateway = null;
            swapsBefore = swaps;
            events = 0;
            samples = Samples.NONE;
        }
        sighting = next;
    }

    List<Sighting> sightings() {
        return sightings;
    }

    Chunks<Span> over() {
        return over;
    }

    Span open() {
        return new Span(sighting, from, openedBy, openedByName, gateway, swapsBefore, events, samples);
    }
}
