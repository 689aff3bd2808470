package dev.weir.store;

import dev.weir.core.session.Sighting;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A name under which a session saw an orchestrator: an address or a URL.
 *
 * @param name see {@link Capabilities#folded}
 */
record SightedName(String name, long firstAt) {

    static Set<SightedName> of(List<Sighting> sightings) {
        Set<SightedName> names = new LinkedHashSet<>();
        for (Sighting sighting : sightings) {
            if (sighting.address() != null) {
                names.add(new SightedName(Capabilities.folded(sighting.address()), sighting.firstAt()));
            }
            if (sighting.url() != null) {
                names.add(new SightedName(Capabilities.folded(sighting.url()), sighting.firstAt()));
            }
        }
        return names;
    }
}
