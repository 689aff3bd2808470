package dev.weir.core.session;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who the orchestrators are that a session saw, by what snapshots tell of them. Few events change what it is made of, so
 * whoever keeps it with a session need not make it again for every sample.
 */
public final class Attribution {
    private final List<Sighting> sightings;
    private final @Nullable String model;
    private final List<CapabilityFact> facts;
    private final List<Orchestrator> orchestrators;

    private Attribution(SessionState state, Collection<CapabilityFact> facts, SessionRules rules) {
        this.sightings = state.sightings();
        this.model = state.pipeline();
        this.facts = List.copyOf(facts);
        Orchestrators known = new Orchestrators(facts, rules, model);
        this.orchestrators = sightings.stream().map(known::of).toList();
    }

    /** @param facts of the orchestrators in {@link SessionState#sightings()}; others among them change nothing */
    public static Attribution of(SessionState state, Collection<CapabilityFact> facts, SessionRules rules) {
        return new Attribution(state, facts, rules);
    }

    /** Whether it would be made of the same, by the same rules. Compares lists by what they are and not by what they hold. */
    public boolean isOf(SessionState state, Collection<CapabilityFact> facts) {
        return this.sightings == state.sightings()
                && this.facts == facts
                && Objects.equals(this.model, state.pipeline());
    }

    public List<CapabilityFact> facts() {
        return facts;
    }

    /** In the order of the sightings. */
    List<Orchestrator> orchestrators() {
        return orchestrators;
    }
}
