package dev.weir.core.insight;

/**
 * The interval in which the true share lies, judged by a sample, after Wilson: it stays between 0 and 1 and is sensible for
 * few values and for shares near the ends, where the usual normal interval is not.
 */
record Wilson(double lower, double upper) {
    /** The interval holds the true share in 99 of 100 cases. */
    private static final double Z = 2.576;

    static Wilson of(long hits, long n) {
        if (n == 0) {
            return new Wilson(0, 1);
        }
        double share = (double) hits / n;
        double z2 = Z * Z / n;
        double middle = (share + z2 / 2) / (1 + z2);
        double half = Z / (1 + z2) * Math.sqrt(share * (1 - share) / n + z2 / (4 * n));
        return new Wilson(Math.max(0, middle - half), Math.min(1, middle + half));
    }
}
