package dev.weir.core.session;

import org.jspecify.annotations.Nullable;

/**
 * An orchestrator as the events of a session name it; not both parts are null. Whoever computes rows looks up the
 * {@link CapabilityFact}s that have this address, as either of theirs, or this URL.
 *
 * @param address as sent; compared case-insensitively
 * @param firstAt when the session first saw it, which is what snapshots are held against
 */
public record Sighting(@Nullable String address, @Nullable String url, long firstAt) {

    /** Nothing that both tell differs, and something is the same. */
    boolean fits(@Nullable String otherAddress, @Nullable String otherUrl) {
        boolean sameAddress = address != null && address.equalsIgnoreCase(otherAddress);
        boolean sameUrl = url != null && url.equalsIgnoreCase(otherUrl);
        return (sameAddress && (sameUrl || url == null || otherUrl == null))
                || (sameUrl && (address == null || otherAddress == null));
    }

    Sighting filled(@Nullable String otherAddress, @Nullable String otherUrl) {
        boolean learns = (address == null && otherAddress != null) || (url == null && otherUrl != null);
        return learns
                ? new Sighting(address == null ? otherAddress : address, url == null ? otherUrl : url, firstAt)
                : this;
    }
}
