package dev.weir.server.project;

import dev.weir.wire.Rejection;
import java.util.ArrayList;
import java.util.List;

/** What became of a request's events. They are durable and folded. */
public record Outcome(int accepted, int duplicates, int ignored, List<Rejection> rejected) {

    Outcome plus(Outcome other) {
        List<Rejection> all = new ArrayList<>(rejected);
        all.addAll(other.rejected);
        return new Outcome(
                accepted + other.accepted, duplicates + other.duplicates, ignored + other.ignored, List.copyOf(all));
    }

    public int received() {
        return accepted + duplicates + ignored + rejected.size();
    }
}
