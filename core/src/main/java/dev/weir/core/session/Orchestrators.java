package dev.weir.core.session;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tells who the orchestrators are that a session saw, by what snapshots tell of them.
 *
 * <p>All that it depends on, of any number of snapshots, are the newest at or before and the earliest after the first
 * sighting, for each (address, local address, URI, with or without models): nobody has to hand in more.
 */
final class Orchestrators {
    private static final long MINUTE = 60_000_000;

    private final List<CapabilityFact> facts;
    private final SessionRules rules;
    private final @Nullable String model;

    /** @param model what the session runs, if it is known */
    Orchestrators(Collection<CapabilityFact> facts, SessionRules rules, @Nullable String model) {
        this.facts = facts.stream().sorted(CapabilityFact.IN_ORDER).distinct().toList();
        this.rules = rules;
        this.model = model;
    }

    /** A key and its URL say more than the URL alone, and a key alone only says something while it has one owner. */
    Orchestrator of(Sighting seen) {
        List<CapabilityFact> both = matching(fact -> fact.hasAddress(seen.address()) && fact.hasUri(seen.url()));
        if (!both.isEmpty()) {
            return mapped(seen, IdentityMatch.ADDRESS_AND_URL, both);
        }
        List<CapabilityFact> byUrl = matching(fact -> fact.hasUri(seen.url()));
        if (!byUrl.isEmpty()) {
            return mapped(seen, IdentityMatch.URL, byUrl);
        }
        List<CapabilityFact> byAddress = matching(fact -> fact.hasAddress(seen.address()));
        if (byAddress.isEmpty()) {
            return unmapped(seen, IdentityMatch.UNMAPPED);
        }
        return byAddress.stream().map(this::canonical).distinct().count() == 1
                ? mapped(seen, IdentityMatch.ADDRESS, byAddress)
                : unmapped(seen, IdentityMatch.AMBIGUOUS);
    }

    private List<CapabilityFact> matching(Predicate<CapabilityFact> test) {
        return facts.stream().filter(test).toList();
    }

    private String canonical(CapabilityFact fact) {
        return (rules.literalWallets() ? fact.localAddress() : fact.address()).toLowerCase(Locale.ROOT);
    }

    private static Orchestrator unmapped(Sighting seen, IdentityMatch match) {
        String address = seen.address() == null ? null : seen.address().toLowerCase(Locale.ROOT);
        return new Orchestrator(
                address, seen.address(), seen.url(), match, null, null, AttributionMethod.NONE, Set.of());
    }

    /** What belonged to another one at another time is told by the snapshot that is nearest. */
    private Orchestrator mapped(Sighting seen, IdentityMatch match, List<CapabilityFact> candidates) {
        CapabilityFact prior = newestUntil(candidates, seen.firstAt());
        CapabilityFact mapping = prior != null ? prior : candidates.get(0);
        String address = canonical(mapping);
        List<CapabilityFact> offers = candidates.stream()
                .filter(fact -> !fact.models().isEmpty() && canonical(fact).equals(address))
                .toList();
        Offer offer = nearestOffer(offers, seen.firstAt());
        Set<UUID> snapshots = new HashSet<>(Set.of(mapping.snapshot()));
        if (offer.snapshot() != null) {
            snapshots.add(offer.snapshot());
        }
        return new Orchestrator(
                address,
                seen.address(),
                seen.url(),
                match,
                offer.modelId(),
                offer.gpuId(),
                offer.method(),
                Set.copyOf(snapshots));
    }

    private record Offer(
            AttributionMethod method,
            @Nullable UUID snapshot,
            @Nullable String modelId,
            @Nullable String gpuId) {
        static final Offer NONE = new Offer(AttributionMethod.PROXY_ADDRESS_JOIN, null, null, null);
    }

    private Offer nearestOffer(List<CapabilityFact> offers, long at) {
        CapabilityFact prior = within(newestUntil(offers, at), at);
        CapabilityFact next = within(earliestAfter(offers, at), at);
        CapabilityFact exact = nearer(ofMinute(prior, at), ofMinute(next, at), at);
        if (exact != null) {
            return offer(AttributionMethod.EXACT_ORCHESTRATOR_TIME_MATCH, exact, offers);
        }
        if (prior != null) {
            return offer(AttributionMethod.NEAREST_PRIOR_SNAPSHOT, prior, offers);
        }
        return next == null ? Offer.NONE : offer(AttributionMethod.NEAREST_SNAPSHOT_WITHIN_TTL, next, offers);
    }

    private static @Nullable CapabilityFact ofMinute(@Nullable CapabilityFact fact, long at) {
        return fact != null && Math.floorDiv(fact.at(), MINUTE) == Math.floorDiv(at, MINUTE) ? fact : null;
    }

    private static @Nullable CapabilityFact nearer(
            @Nullable CapabilityFact prior, @Nullable CapabilityFact next, long at) {
        if (prior == null || next == null) {
            return prior == null ? next : prior;
        }
        return next.at() - at < at - prior.at() ? next : prior;
    }

    /**
     * Of several models the one that the session runs, and of several GPUs only the one that runs it alone: there is no
     * evidence of which of two it was.
     */
    private Offer offer(AttributionMethod method, CapabilityFact nearest, List<CapabilityFact> offers) {
        Set<String> models = new HashSet<>();
        Set<String> gpus = new HashSet<>();
        for (CapabilityFact fact : offers) {
            if (fact.snapshot().equals(nearest.snapshot())) {
                for (CapabilityModel offered : fact.models()) {
                    if (offered.serves(model)) {
                        models.add(offered.modelId());
                        if (offered.gpuId() != null) {
                            gpus.add(offered.gpuId());
                        }
                    }
                }
            }
        }
        String modelId = only(models);
        String gpuId = only(gpus);
        return modelId == null && gpuId == null ? Offer.NONE : new Offer(method, nearest.snapshot(), modelId, gpuId);
    }

    private static @Nullable String only(Set<String> values) {
        return values.size() == 1 ? values.iterator().next() : null;
    }

    private @Nullable CapabilityFact within(@Nullable CapabilityFact fact, long at) {
        return fact != null && Math.abs(fact.at() - at) <= rules.attributionMicros() ? fact : null;
    }

    private static @Nullable CapabilityFact newestUntil(List<CapabilityFact> ordered, long at) {
        CapabilityFact newest = null;
        for (CapabilityFact fact : ordered) {
            newest = fact.at() <= at ? fact : newest;
        }
        return newest;
    }

    private static @Nullable CapabilityFact earliestAfter(List<CapabilityFact> ordered, long at) {
        for (CapabilityFact fact : ordered) {
            if (fact.at() > at) {
                return fact;
            }
        }
        return null;
    }
}
