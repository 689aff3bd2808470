package dev.weir.server.query.stage;

/**
 * Where percentiles come from. Reading all values is the quickest way to few of them, and buckets are to many.
 *
 * @param mostRead up to so many values behind a figure, all are read
 * @param mostExact up to so many, those at the ranks are read, and beyond, buckets stand for them
 */
record StagePrecision(int mostRead, int mostExact) {
    static final StagePrecision USUAL = new StagePrecision(5_000, StageDurations.MOST_EXACT);

    boolean readsAll(long n) {
        return n <= Math.min(mostRead, mostExact);
    }

    boolean readsRanks(long n) {
        return n > mostRead && n <= mostExact;
    }
}
