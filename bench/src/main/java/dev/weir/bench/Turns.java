package dev.weir.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What one of several that take turns has done so far. */
final class Turns {
    private final List<Double> rates = new ArrayList<>();
    private double events;
    private double seconds;
    private JobCpu cpu = JobCpu.NONE;

    void add(int count, double took, JobCpu used) {
        rates.add(count / took);
        events += count;
        seconds += took;
        cpu = cpu.plus(used);
    }

    double rate() {
        return events / seconds;
    }

    String processorTime() {
        return cpu.perEvent(events);
    }

    double of(Turns other) {
        return rate() / other.rate();
    }

    /** How much that differs by turns. */
    String sharesOf(Turns other) {
        double least = Double.MAX_VALUE;
        double most = 0;
        for (int i = 0; i < rates.size(); i++) {
            double share = rates.get(i) / other.rates.get(i);
            least = Math.min(least, share);
            most = Math.max(most, share);
        }
        return String.format(
                Locale.ROOT,
                "%d turns of %,.0f events each; %.2f to %.2f by turns",
                rates.size(),
                events / rates.size(),
                least,
                most);
    }
}
