package dev.weir.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.TreeMap;

/**
 * received = accepted + duplicates + ignored + rejected, or received = queued + rejected where a job finds out the rest,
 * added up over all answers and what never left this machine.
 */
final class Tally {
    private static final int REJECTS_TO_SHOW = 10;

    private long accepted;
    private long duplicates;
    private long ignored;
    private long queued;
    private long rejected;
    private final TreeMap<Place, String> firstRejects = new TreeMap<>();

    synchronized void add(Answer answer) {
        accepted += answer.accepted();
        duplicates += answer.duplicates();
        ignored += answer.ignored();
        queued += answer.queued();
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
        return accepted + duplicates + ignored + queued + rejected;
    }

    synchronized long rejected() {
        return rejected;
    }

    private String parts() {
        boolean counted = queued == 0 || accepted + duplicates + ignored > 0;
        return (queued > 0 ? String.format(Locale.ROOT, "%,d queued + ", queued) : "")
                + (counted
                        ? String.format(
                                Locale.ROOT,
                                "%,d accepted + %,d duplicates + %,d ignored + ",
                                accepted,
                                duplicates,
                                ignored)
                        : "");
    }

    synchronized void print(PrintWriter out) {
        out.print(String.format(Locale.ROOT, "%,d received = %s%,d rejected\n", received(), parts(), rejected));
        firstRejects.forEach((place, reason) -> out.print("  " + place + ": " + reason + "\n"));
        if (rejected > firstRejects.size()) {
            out.print(String.format(Locale.ROOT, "  and %,d more\n", rejected - firstRejects.size()));
        }
    }
}
