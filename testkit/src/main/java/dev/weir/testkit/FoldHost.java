package dev.weir.testkit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The smallest host: newer events take the fast path, an older one makes it fold its whole log again. */
public final class FoldHost<E, S> implements Host<E> {
    private final Fold<E, S> fold;
    private final List<E> log = new ArrayList<>();
    private final Set<Object> known = new HashSet<>();
    private S state;
    private int fastBatches;

    public FoldHost(Fold<E, S> fold) {
        this.fold = fold;
        state = fold.fold(List.of());
    }

    @Override
    public void receive(List<E> batch) {
        List<E> fresh = new ArrayList<>(batch);
        fresh.removeIf(event -> !known.add(fold.identity(event)));
        fresh.sort(fold.order());
        log.addAll(fresh);
        if (fresh.isEmpty()) {
            return;
        }
        if (fold.isNewer(state, fresh.get(0))) {
            state = fold.apply(state, fresh);
            fastBatches++;
        } else {
            state = fold.fold(log);
        }
    }

    @Override
    public Object rows() {
        return fold.rows(state);
    }

    /** How many batches took the fast path, so that a test can tell that it was tried at all. */
    public int fastBatches() {
        return fastBatches;
    }
}
