package dev.weir.store;

import dev.weir.core.run.RunState;
import dev.weir.store.RunStore.RunChange;
import dev.weir.store.RunStore.StoredRun;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a run has beyond its first chunk of steps, attempts and sleeps. Only chunks that changed are written: the fold
 * passes on what it did not touch, so identity tells.
 */
final class RunOverflow {
    static final List<String> LISTS = List.of("s", "a", "z");

    private RunOverflow() {}

    static boolean has(RunState run) {
        return run.steps().size() > RunStateJson.CHUNK
                || run.attempts().size() > RunStateJson.CHUNK
                || run.sleeps().size() > RunStateJson.CHUNK;
    }

    /** The same run as it is stored, null if all of it has to be written. */
    static @Nullable RunState before(RunChange change, RunState run) {
        StoredRun previous = change.previous();
        return previous != null && !change.foldedAgain() && previous.seq() == run.seq() ? previous.state() : null;
    }

    static int lastChunk(RunState run, String list) {
        return Math.max(0, (items(run, list).size() - 1) / RunStateJson.CHUNK);
    }

    static List<OverflowChunk> changed(UUID id, RunState run, @Nullable RunState before) {
        List<OverflowChunk> changed = new ArrayList<>();
        BitSet retold = stepsOfChangedAttempts(run, before);
        for (String list : LISTS) {
            List<?> now = items(run, list);
            List<?> then = before == null ? List.of() : items(before, list);
            for (int from = RunStateJson.CHUNK; from < now.size(); from += RunStateJson.CHUNK) {
                int to = Math.min(from + RunStateJson.CHUNK, now.size());
                if (!isSame(now, then, from, to)
                        || (list.equals("a") && renumbered(run, before))
                        || (list.equals("s") && (shownOtherwise(run, before) || hasAny(retold, from, to)))) {
                    changed.add(new OverflowChunk(
                            id,
                            run.seq(),
                            list,
                            from / RunStateJson.CHUNK,
                            new String(write(run, list, from, to), StandardCharsets.UTF_8)));
                }
            }
        }
        return changed;
    }

    /** A step's item also tells of its latest attempt. */
    private static BitSet stepsOfChangedAttempts(RunState run, @Nullable RunState before) {
        BitSet steps = new BitSet();
        for (int i = 0; i < run.attempts().size(); i++) {
            boolean same = before != null
                    && i < before.attempts().size()
                    && before.attempts().get(i) == run.attempts().get(i);
            if (!same) {
                steps.set(run.attempts().get(i).step());
            }
        }
        return steps;
    }

    /** An attempt 0 that is heard of late gives all attempts of its step other numbers. */
    private static boolean renumbered(RunState run, @Nullable RunState before) {
        int known = before == null ? 0 : before.steps().size();
        for (int i = 0; i < known && before != null; i++) {
            if (before.steps().get(i).zeroBased() != run.steps().get(i).zeroBased()) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasAny(BitSet steps, int from, int to) {
        int next = steps.nextSetBit(from);
        return next >= 0 && next < to;
    }

    private static List<?> items(RunState run, String list) {
        return switch (list) {
            case "s" -> run.steps();
            case "a" -> run.attempts();
            default -> run.sleeps();
        };
    }

    private static byte[] write(RunState run, String list, int from, int to) {
        return switch (list) {
            case "s" -> RunStateJson.steps(run, from, to);
            case "a" -> RunStateJson.attempts(run, from, to);
            default -> RunStateJson.sleeps(run, from, to);
        };
    }

    private static boolean isSame(List<?> now, List<?> then, int from, int to) {
        if (then.size() < to || (to == now.size() && then.size() != now.size())) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (now.get(i) != then.get(i)) {
                return false;
            }
        }
        return true;
    }

    /** How steps are shown depends on how the run ended. */
    private static boolean shownOtherwise(RunState run, @Nullable RunState before) {
        return before == null
                || before.status() != run.status()
                || !before.namedSteps().equals(run.namedSteps())
                || before.createdAt() != run.createdAt();
    }
}
