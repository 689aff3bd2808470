package dev.weir.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.TreeMap;

/** received = accepted + duplicates + ignored + rejected, added up over all answers and what never left this machine. */
final class Tally {
    private static final int REJECTS_TO_SHOW = 10;

    private long accepted;
    private long duplicates;
    private long ignored;
    private long rejected;
    private final TreeMap<Place, String> firstRejects = new TreeMap<>();

    synchronized void add(long accepted, long duplicates, long ignored) {
        this.accepted += accepted;
        this.duplicates += duplicates;
        this.ignored += ignored;
    }

    /** Answers come back in any order, but the first rejects of the files are the ones to look at. */
    synchronized void reject(Place place, String code, String message) {
        rejected++;
        firstRejects.put(place, code + ": " + message);
        if (firstRejects.size() > REJECTS_TO_SHOW) {
            firstRejects.pollLastEntry();
        }
    }

    synchronized long received() {
        return accepted + duplicates + ignored + rejected;
    }

    synchronized long rejected() {
        return rejected;
    }

    synchronized void print(PrintWriter out) {
        out.print(String.format(
                Locale.ROOT,
                "%,d received = %,d accepted + %,d duplicates + %,d ignored + %,d rejected\n",
                received(),
                accepted,
                duplicates,
                ignored,
                rejected));
        firstRejects.forEach((place, reason) -> out.print("  " + place + ": " + reason + "\n"));
        if (rejected > firstRejects.size()) {
            out.print(String.format(Locale.ROOT, "  and %,d more\n", rejected - firstRejects.size()));
        }
    }
}
