package dev.weir.core.insight;

import dev.weir.core.run.Phrases;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What people are told: short, in the present, with the thing as the subject, how many, since when and what is usual. */
public final class Sentences {
    private static final int FEWEST_FOR_PERCENT = 20;
    private static final long HOUR_MS = 3_600_000;

    private Sentences() {}

    public static String count(long n, String one, String many) {
        return number(n) + " " + (n == 1 ? one : many);
    }

    public static String number(long n) {
        return String.format(Locale.ENGLISH, "%,d", n);
    }

    /** As many digits as tell it from all and from nothing. */
    public static String percent(double share) {
        double percent = share * 100;
        if (percent > 99.99 && percent < 100) {
            return "more than 99.99%";
        }
        if (percent > 0 && percent < 0.01) {
            return "less than 0.01%";
        }
        boolean nearAnEnd = percent > 99 && percent < 100 || percent > 0 && percent < 1;
        return String.format(Locale.ENGLISH, nearAnEnd ? "%.2f%%" : "%.1f%%", percent)
                .replace(".0%", "%");
    }

    /** "17 of 40 runs of processOrder failed since 14:05 UTC, 12 of them at charge-card." */
    public static String failing(
            String name, Outcomes now, long sinceMicros, long nowMicros, @Nullable String step, long atStep) {
        String at = step == null
                ? "."
                : atStep == now.failed()
                        ? ", all at " + step + "."
                        : ", " + number(atStep) + " of them at " + step + ".";
        return number(now.failed()) + " of " + count(now.ended(), "run", "runs") + " of " + name + " failed since "
                + Phrases.time(sinceMicros, nowMicros) + at;
    }

    public static @Nullable String usualFailures(@Nullable UsualRate usual) {
        if (usual == null) {
            return null;
        }
        double share = 1 - usual.successRate();
        return share == 0 ? "Usually none fails." : "Usually " + percent(share) + " fail.";
    }

    public static String overdue(String name, long n, long oldestMs) {
        return count(n, "run", "runs") + " of " + name + " should have resumed, " + (n == 1 ? "" : "the oldest ")
                + Phrases.duration(oldestMs) + " ago.";
    }

    public static String stuck(String name, long n, long longestMs) {
        return count(n, "run", "runs") + " of " + name + (n == 1 ? " has" : " have") + " said nothing for "
                + (n == 1 ? "" : "up to ") + Phrases.duration(longestMs) + ".";
    }

    public static String usuallyTakes(String name, long ms) {
        return name + " usually takes " + Phrases.duration(ms) + ".";
    }

    public static String pastSla(String stage, long n, long oldestMs) {
        return count(n, "title is", "titles are") + " past the due time in " + stage + ", "
                + (n == 1 ? "" : "the latest ") + "by " + Phrases.duration(oldestMs) + ".";
    }

    public static String burning(String where, Outcomes starts, long sinceMicros, long nowMicros) {
        return number(starts.failed()) + " of " + count(starts.ended(), "session", "sessions") + " of " + where
                + " did not start since " + Phrases.time(sinceMicros, nowMicros) + ".";
    }

    public static String usualStarts(UsualRate usual) {
        return "Usually " + percent(usual.successRate()) + " start.";
    }

    public static String slower(String name, Slowness slowness, long n) {
        boolean median = slowness.p50Ms() > slowness.usualP50Ms() * 1.2;
        String what = median
                ? Phrases.duration(Math.round(slowness.p50Ms()))
                : "up to " + Phrases.duration(Math.round(slowness.p95Ms()));
        return name + " takes " + what + ", " + String.format(Locale.ENGLISH, "%.1f", slowness.ratio())
                + " times as long as usual, in " + count(n, "run", "runs") + ".";
    }

    public static String silent(String service, long sinceMs, long usualGapMs) {
        return service + " has sent nothing for " + Phrases.duration(sinceMs) + ", it usually does every "
                + Phrases.duration(usualGapMs) + ".";
    }

    /** "checkout in production completed 91% of 240 runs in the last hour; its alert is at 99%." */
    public static String belowSuccess(String where, Outcomes now, long windowMs, double least) {
        return where + " completed " + share(now) + " in " + last(windowMs) + "; its alert is at " + percent(least)
                + ".";
    }

    public static String aboveDuration(String where, long p95Ms, long n, long windowMs, long mostMs) {
        return where + " took " + Phrases.duration(p95Ms) + " at the 95th percentile of " + count(n, "run", "runs")
                + " in " + last(windowMs) + "; its alert is at " + Phrases.duration(mostMs) + ".";
    }

    public static String aboveSilence(String where, long sinceMs, long mostMs) {
        return where + " has sent nothing for " + Phrases.duration(sinceMs) + "; its alert is at "
                + Phrases.duration(mostMs) + ".";
    }

    private static String last(long ms) {
        return ms == HOUR_MS ? "the last hour" : "the last " + Phrases.duration(ms);
    }

    /** Above the list of what needs somebody. */
    public static String overview(long now, long watch) {
        if (now == 0 && watch == 0) {
            return "Nothing needs you.";
        }
        if (now == 0) {
            return "Nothing needs you now, " + count(watch, "thing", "things") + " to watch.";
        }
        return count(now, "thing needs", "things need") + " you now"
                + (watch == 0 ? "." : ", " + number(watch) + " to watch.");
    }

    /** How much there was, and how it went. */
    public static String overall(Outcomes now, @Nullable UsualRate usual, String range) {
        if (now.ended() == 0) {
            return "No run ended in " + range + ".";
        }
        String went = rate(now) + " in " + range;
        return usual == null ? went + "." : went + ", usually " + percent(usual.successRate()) + ".";
    }

    /** Of an environment that does not fare as usual; null if it does. */
    public static @Nullable String standing(String env, Verdict verdict, @Nullable Long sinceMicros, long nowMicros) {
        String since = sinceMicros == null ? "" : " since " + Phrases.time(sinceMicros, nowMicros);
        return switch (verdict) {
            case SILENT -> env + " has gone silent.";
            case DEGRADED -> env + (since.isEmpty() ? " is degraded." : " has been degraded" + since + ".");
            case FAILING -> env + (since.isEmpty() ? " is failing." : " has been failing" + since + ".");
            case HEALTHY, QUIET -> null;
        };
    }

    /** Of an environment. */
    public static String verdict(String env, Verdict verdict, Outcomes now, @Nullable UsualRate usual) {
        return switch (verdict) {
            case SILENT -> env + " has gone silent.";
            case QUIET -> "No run ended in " + env + ".";
            default ->
                env + ": " + rate(now) + (usual == null ? "." : ", usually " + percent(usual.successRate()) + ".");
        };
    }

    /** No share of fewer than twenty without their count. */
    private static String rate(Outcomes now) {
        return share(now) + " completed";
    }

    private static String share(Outcomes now) {
        String all = " of " + count(now.ended(), "run", "runs");
        return (now.ended() < FEWEST_FOR_PERCENT
                        ? number(now.completed())
                        : percent(now.completed() / (double) now.ended()))
                + all;
    }
}
