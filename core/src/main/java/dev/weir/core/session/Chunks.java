package dev.weir.core.session;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;

/**
 * A list to which things are only ever added. A longer one shares all but its last few items with the one that it was made
 * of, so that a state with ten thousand of them costs an event no more than any other, and whoever stores them writes the
 * chunk that grew.
 */
public final class Chunks<T> extends AbstractList<T> implements RandomAccess {
    /** How many items are kept together. */
    public static final int SIZE = 64;

    private static final Chunks<?> NONE = new Chunks<>(new Object[0][], new Object[0]);

    private final Object[][] full;
    private final Object[] rest;

    private Chunks(Object[][] full, Object[] rest) {
        this.full = full;
        this.rest = rest;
    }

    @SuppressWarnings("unchecked")
    public static <T> Chunks<T> none() {
        return (Chunks<T>) NONE;
    }

    public Chunks<T> plus(T item) {
        if (rest.length < SIZE) {
            return new Chunks<>(full, with(rest, item));
        }
        Object[][] more = Arrays.copyOf(full, full.length + 1);
        more[full.length] = rest;
        return new Chunks<>(more, new Object[] {item});
    }

    private static Object[] with(Object[] items, Object item) {
        Object[] more = Arrays.copyOf(items, items.length + 1);
        more[items.length] = item;
        return more;
    }

    @Override
    public int size() {
        return full.length * SIZE + rest.length;
    }

    @Override
    @SuppressWarnings("unchecked")
    public T get(int index) {
        int chunk = index / SIZE;
        return (T) (chunk < full.length ? full[chunk][index % SIZE] : rest[index - full.length * SIZE]);
    }
}
