package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * What every fold and every host has to keep, whatever the history: see {@link Seeds} for how to run them over many and
 * how to repeat one that fails.
 *
 * <ul>
 *   <li><b>order</b>: any order and repetition of the same events folds to the same rows;
 *   <li><b>split</b>: any split into batches, in any order of arrival, ends with the same rows;
 *   <li><b>purity</b>: applying an event leaves the state that it was applied to as it was, and does the same each time.
 * </ul>
 *
 * <p>What databases have to keep beside these is in {@link dev.weir.testkit.db.StoredLaws}.
 */
public final class Laws {
    private static final int TRIES = 4;

    private Laws() {}

    /** All three laws for a fold. */
    public static <E, S> void check(long seed, List<E> history, Fold<E, S> fold) {
        order(seed, history, fold);
        split(seed, history, fold.rows(fold.fold(history)), () -> new FoldHost<>(fold));
        purity(history, fold);
    }

    public static <E, S> void order(long seed, List<E> history, Fold<E, S> fold) {
        SplittableRandom random = new SplittableRandom(seed);
        Object expected = fold.rows(fold.fold(history));
        List<E> backwards = new ArrayList<>(history);
        Collections.reverse(backwards);
        assertThat(fold.rows(fold.fold(backwards)))
                .as("order: the rows of the history backwards")
                .isEqualTo(expected);
        for (int i = 1; i <= TRIES; i++) {
            List<E> shuffled = shuffled(repeated(history, random), random);
            assertThat(fold.rows(fold.fold(shuffled)))
                    .as("order: the rows of shuffle %d, with repetitions", i)
                    .isEqualTo(expected);
        }
    }

    /**
     * For a fold as for any other host.
     *
     * @param newHost each time one that knows nothing of the history's key
     */
    public static <E> void split(long seed, List<E> history, Object expected, Supplier<? extends Host<E>> newHost) {
        SplittableRandom random = new SplittableRandom(~seed);
        splitOnce("as emitted", history, expected, newHost.get(), random);
        splitOnce("as emitted, with repetitions", repeated(history, random), expected, newHost.get(), random);
        splitOnce("slightly out of order", jostled(history, random), expected, newHost.get(), random);
        splitOnce(
                "shuffled, with repetitions",
                shuffled(repeated(history, random), random),
                expected,
                newHost.get(),
                random);
    }

    private static <E> void splitOnce(
            String arrival, List<E> events, Object expected, Host<E> host, SplittableRandom random) {
        for (int from = 0; from < events.size(); ) {
            int to = Math.min(events.size(), from + 1 + random.nextInt(random.nextBoolean() ? 2 : 10));
            host.receive(events.subList(from, to));
            from = to;
        }
        assertThat(host.rows()).as("split: the rows after batches, %s", arrival).isEqualTo(expected);
    }

    public static <E, S> void purity(List<E> history, Fold<E, S> fold) {
        List<E> sorted = new ArrayList<>(history);
        sorted.sort(fold.order());
        for (int n = 0; n < sorted.size(); n++) {
            S before = fold.fold(sorted.subList(0, n));
            Object shownBefore = fold.rows(before);
            List<E> next = sorted.subList(n, n + 1);
            assertThat(fold.isNewer(before, sorted.get(n)))
                    .as("purity: event %d is newer than those before it", n + 1)
                    .isTrue();
            S once = fold.apply(before, next);
            S twice = fold.apply(before, next);
            assertThat(twice)
                    .as("purity: event %d applied a second time to the same state", n + 1)
                    .isEqualTo(once);
            assertThat(fold.rows(before))
                    .as("purity: the rows of a state after event %d was applied to it", n + 1)
                    .isEqualTo(shownBefore);
            assertThat(fold.rows(once))
                    .as("purity: the rows after event %d, by the fast path", n + 1)
                    .isEqualTo(fold.rows(fold.fold(sorted.subList(0, n + 1))));
        }
    }

    private static <E> List<E> repeated(List<E> events, SplittableRandom random) {
        List<E> repeated = new ArrayList<>(events);
        for (int i = 1 + events.size() / 5; i > 0; i--) {
            repeated.add(random.nextInt(repeated.size() + 1), events.get(random.nextInt(events.size())));
        }
        return repeated;
    }

    private static <E> List<E> shuffled(List<E> events, SplittableRandom random) {
        List<E> shuffled = new ArrayList<>(events);
        Collections.shuffle(shuffled, new Random(random.nextLong()));
        return shuffled;
    }

    /** Some neighbours change places, as they do between two connections. */
    private static <E> List<E> jostled(List<E> events, SplittableRandom random) {
        List<E> jostled = new ArrayList<>(events);
        for (int i = 1; i < jostled.size(); i++) {
            if (random.nextInt(5) == 0) {
                Collections.swap(jostled, i - 1, i);
            }
        }
        return jostled;
    }
}
