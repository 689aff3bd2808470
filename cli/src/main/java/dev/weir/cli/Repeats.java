package dev.weir.cli;

import java.util.UUID;

/**
 * Counts how often each identity came, so that identical events of a file stay as many as they are. Identical events lie
 * close to each other in a log, so only the last few million identities are remembered: what comes again later than that
 * counts as the same event. Files of any length fit in the same memory, and the same file always gives the same numbers.
 */
final class Repeats {
    private static final int MOST_PER_GENERATION = 1 << 21;

    private final int mostPerGeneration;
    private Generation current = new Generation();
    private Generation previous = new Generation();

    Repeats() {
        this(MOST_PER_GENERATION);
    }

    Repeats(int mostPerGeneration) {
        this.mostPerGeneration = mostPerGeneration;
    }

    /** @return 1 for the first one, and so on */
    int next(UUID identity) {
        long hash = identity.getMostSignificantBits() ^ Long.rotateLeft(identity.getLeastSignificantBits(), 32);
        long key = hash == 0 ? 1 : hash;
        int known = current.get(key);
        if (known == 0) {
            known = previous.get(key);
        }
        if (current.size == mostPerGeneration) {
            previous = current;
            current = new Generation();
        }
        current.put(key, known + 1);
        return known + 1;
    }

    /** An open table: a map of objects would take ten times the memory. */
    private static final class Generation {
        private long[] keys = new long[1 << 10];
        private int[] counts = new int[1 << 10];
        int size;

        int get(long key) {
            return counts[slot(key)];
        }

        void put(long key, int count) {
            int slot = slot(key);
            if (keys[slot] == 0) {
                keys[slot] = key;
                size++;
            }
            counts[slot] = count;
            if (size > keys.length / 2) {
                grow();
            }
        }

        private int slot(long key) {
            int mask = keys.length - 1;
            int slot = (int) key & mask; // keys are hashes already
            while (keys[slot] != 0 && keys[slot] != key) {
                slot = slot + 1 & mask;
            }
            return slot;
        }

        private void grow() {
            long[] oldKeys = keys;
            int[] oldCounts = counts;
            keys = new long[oldKeys.length * 2];
            counts = new int[oldKeys.length * 2];
            for (int i = 0; i < oldKeys.length; i++) {
                if (oldKeys[i] != 0) {
                    int slot = slot(oldKeys[i]);
                    keys[slot] = oldKeys[i];
                    counts[slot] = oldCounts[i];
                }
            }
        }
    }
}
