package dev.weir.core.session;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An orchestrator that a gateway found when it looked for one.
 *
 * @param index its place in what was found
 */
public record DiscoveryFact(
        UUID event,
        int index,
        long at,
        @Nullable String gateway,
        @Nullable String address,
        @Nullable String url,
        @Nullable Double latencyMs) {}
