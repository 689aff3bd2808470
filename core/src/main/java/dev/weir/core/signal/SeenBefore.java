package dev.weir.core.signal;

import dev.weir.core.run.Phrases;
import java.util.Locale;

/** What is known of a kind of failure, in the same words on every surface. */
public final class SeenBefore {

    private SeenBefore() {}

    /**
     * @param samples how often it was seen
     * @param repairs how long it took until it was gone
     */
    public static String sentence(long samples, RepairTimes repairs) {
        if (samples <= 0) {
            return "Not seen before.";
        }
        String seen = samples == 1 ? "Seen once" : String.format(Locale.ROOT, "Seen %,d times", samples);
        Long p50 = repairs.p50Seconds();
        if (p50 == null) {
            return seen + "; when it passes is not known.";
        }
        String gone =
                samples == 1 ? ", gone after " : repairs.n() == 1 ? ", once gone after " : ", usually gone after ";
        return seen + gone + Phrases.duration(p50 * 1000) + ".";
    }
}
