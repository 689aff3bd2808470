package dev.weir.core.run;

/**
 * Buckets whose width grows with what they hold: exact for small values, then 2<sup>subBits</sup> to a doubling. Their
 * numbers are stored, so a choice once made stays.
 */
public record LogBuckets(int subBits) {

    /** The bucket of a value; a negative one counts as none. */
    public int of(long value) {
        if (value < exact()) {
            return (int) Math.max(0, value);
        }
        int exponent = 63 - Long.numberOfLeadingZeros(value);
        int sub = (int) (value >> (exponent - subBits)) & (perDoubling() - 1);
        return exact() + (exponent - subBits - 1) * perDoubling() + sub;
    }

    /** The least value of a bucket. */
    public long from(int bucket) {
        return bucket < exact() ? bucket : (perDoubling() + (bucket - exact()) % perDoubling()) * width(bucket);
    }

    /** How many whole values share it. */
    public long width(int bucket) {
        return bucket < exact() ? 1 : 2L << ((bucket - exact()) / perDoubling());
    }

    private int perDoubling() {
        return 1 << subBits;
    }

    private int exact() {
        return 2 << subBits;
    }
}
