package dev.weir.testkit;

import java.util.Comparator;
import java.util.List;

/**
 * A fold of one key as the laws see it.
 *
 * @param <E> its events
 * @param <S> all that it knows of one key
 */
public interface Fold<E, S> {

    /** From a whole history, in any order and with repetitions. */
    S fold(List<E> history);

    /** The fast path: applies events that are newer than all before them, given in event order. */
    S apply(S state, List<E> newer);

    /** Whether the fast path may take this event. */
    boolean isNewer(S state, E event);

    /** Event order. */
    Comparator<E> order();

    /** Two events of the same identity are one. */
    Object identity(E event);

    /** What is compared, by equality. */
    Object rows(S state);
}
