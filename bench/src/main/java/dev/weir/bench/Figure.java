package dev.weir.bench;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One line of the table.
 *
 * @param value not a number where this machine does not tell it
 * @param beside what it is to be seen against, or how it was measured
 */
record Figure(
        String name,
        String what,
        double value,
        String unit,
        String beside,
        @Nullable Goal goal) {

    /** What a figure should be. It is compared and shown, and never fails anything: machines differ. */
    record Goal(boolean isLeast, double bound) {
        static Goal atLeast(double bound) {
            return new Goal(true, bound);
        }

        static Goal atMost(double bound) {
            return new Goal(false, bound);
        }

        boolean isReachedBy(double value) {
            return isLeast ? value >= bound : value <= bound;
        }

        String verdict(double value) {
            return (isLeast ? "at least " : "at most ") + number(bound) + ": "
                    + (isReachedBy(value) ? "reached" : "missed");
        }
    }

    static Figure of(String name, String what, double value, String unit, String beside) {
        return new Figure(name, what, value, unit, beside, null);
    }

    Figure with(Goal wanted) {
        return new Figure(name, what, value, unit, beside, wanted);
    }

    String shown() {
        return Double.isNaN(value) ? "unknown" : number(value) + " " + unit;
    }

    String verdict() {
        return goal == null || Double.isNaN(value) ? "" : goal.verdict(value);
    }

    private static String number(double value) {
        double size = Math.abs(value);
        String format = size >= 100 || value == Math.rint(value) ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }
}
