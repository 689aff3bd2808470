package dev.weir.core.session;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of a session during which its events named one orchestrator, or none. Segments are made of them once it is
 * known who that is.
 *
 * @param sighting its place in {@link SessionState#sightings()}, or {@link #NOBODY}
 * @param openedBy the event that it began with
 * @param openedByName see {@link SessionEvent#name()}
 * @param swapsBefore explicit swaps in the whole session until it began
 */
public record Span(
        int sighting,
        long from,
        UUID openedBy,
        String openedByName,
        @Nullable String gateway,
        int swapsBefore,
        int events,
        Samples samples) {
    public static final int NOBODY = -1;

    Span with(int newEvents, Samples newSamples) {
        return new Span(sighting, from, openedBy, openedByName, gateway, swapsBefore, newEvents, newSamples);
    }
}
