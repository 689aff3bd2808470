package dev.weir.core.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The micro-timeline of a run: what it was doing when, in a handful of stretches without gaps. */
public final class Shape {
    private static final int MOST = 32;
    private static final long OPEN = Long.MAX_VALUE;

    /** In the order in which they win where several are going on. */
    public enum Kind {
        RUNNING,
        FAILED,
        RECOVERED,
        WORK,
        BACKOFF,
        SLEEP,
        IDLE;

        private static final Kind[] ALL = values();
        private static final String[] LABELS = Labels.of(ALL);

        public String label() {
            return LABELS[ordinal()];
        }
    }

    /**
     * A stretch, in milliseconds after the start of the run.
     *
     * @param to null while it goes on
     */
    public record Segment(Kind kind, long from, @Nullable Long to) {}

    private final long start;
    private final long end;
    /** How many of each kind begin (or, below zero, end) at an offset. */
    private final TreeMap<Long, int[]> changes = new TreeMap<>();

    private Shape(long start, long end) {
        this.start = start;
        this.end = end;
    }

    public static List<Segment> of(RunState run) {
        Long start = run.startedAt() != null ? run.startedAt() : run.firstActivityAt();
        if (start == null) {
            return List.of();
        }
        Long end = run.endedAt();
        Shape shape = new Shape(start, end == null ? OPEN : Math.max(0, (end - start) / 1000));
        shape.addSleeps(run);
        shape.addAttempts(run);
        List<Segment> segments = shape.sweep();
        return segments.size() <= MOST ? segments : coarser(segments);
    }

    private void addSleeps(RunState run) {
        for (SleepState sleep : run.sleeps()) {
            if (sleep.startedAt() != null) {
                add(Kind.SLEEP, sleep.startedAt(), sleep.completedAt());
            }
        }
    }

    private void addAttempts(RunState run) {
        Map<Integer, Long> failedAt = new HashMap<>();
        for (AttemptState attempt : run.attempts()) {
            StepState step = run.steps().get(attempt.step());
            Long began = attempt.startedAt() != null ? attempt.startedAt() : attempt.endedAt();
            Long failed = failedAt.remove(attempt.step());
            if (failed != null && began != null && began > failed) {
                add(Kind.BACKOFF, failed, began);
            }
            if (began != null) {
                add(kind(run, step, attempt), began, ended(run, step, attempt));
            }
            if (attempt.result() != null && attempt.result() != AttemptResult.SUCCESS && attempt.endedAt() != null) {
                failedAt.put(attempt.step(), attempt.endedAt());
            }
        }
        failedAt.forEach((step, at) -> {
            if (RunRows.shownStatus(run, run.steps().get(step)) == StepStatus.RETRYING) {
                add(Kind.BACKOFF, at, null);
            }
        });
    }

    private static Kind kind(RunState run, StepState step, AttemptState attempt) {
        if (attempt.result() == null) {
            return isUnderWay(run, step, attempt) ? Kind.RUNNING : Kind.WORK;
        }
        if (attempt.result() == AttemptResult.SUCCESS) {
            return Kind.WORK;
        }
        return RunRows.shownStatus(run, step) == StepStatus.COMPLETED ? Kind.RECOVERED : Kind.FAILED;
    }

    private static boolean isUnderWay(RunState run, StepState step, AttemptState attempt) {
        return attempt.endedAt() == null && RunRows.shownStatus(run, step) == StepStatus.RUNNING;
    }

    /** The end of an attempt that was lost is that of its step; null while it goes on. */
    private static @Nullable Long ended(RunState run, StepState step, AttemptState attempt) {
        if (attempt.endedAt() != null) {
            return attempt.endedAt();
        }
        return isUnderWay(run, step, attempt) || step.endedAt() == null ? null : step.endedAt();
    }

    private void add(Kind kind, long fromMicros, @Nullable Long toMicros) {
        long from = Math.min(end, Math.max(0, (fromMicros - start) / 1000));
        long to = toMicros == null ? end : Math.min(end, Math.max(from, (toMicros - start) / 1000));
        changes.computeIfAbsent(from, at -> new int[Kind.ALL.length])[kind.ordinal()]++;
        changes.computeIfAbsent(to, at -> new int[Kind.ALL.length])[kind.ordinal()]--;
    }

    private List<Segment> sweep() {
        changes.computeIfAbsent(0L, at -> new int[Kind.ALL.length]);
        changes.computeIfAbsent(end, at -> new int[Kind.ALL.length]);
        List<Segment> segments = new ArrayList<>();
        int[] going = new int[Kind.ALL.length];
        Long from = null;
        Kind kind = Kind.IDLE;
        for (Map.Entry<Long, int[]> change : changes.entrySet()) {
            if (from != null) {
                append(segments, kind, from, change.getKey());
            }
            for (int i = 0; i < going.length; i++) {
                going[i] += change.getValue()[i];
            }
            from = change.getKey();
            kind = first(going);
        }
        return segments;
    }

    private static Kind first(int[] going) {
        for (Kind kind : Kind.ALL) {
            if (going[kind.ordinal()] > 0) {
                return kind;
            }
        }
        return Kind.IDLE;
    }

    private static void append(List<Segment> segments, Kind kind, long from, long to) {
        Long open = to == OPEN ? null : Long.valueOf(to);
        Segment last = segments.isEmpty() ? null : segments.get(segments.size() - 1);
        if (last != null && last.kind() == kind) {
            segments.set(segments.size() - 1, new Segment(kind, last.from(), open));
        } else if (open == null || to > from) {
            segments.add(new Segment(kind, from, open));
        }
    }

    /** Equal slices, each of the kind that matters most in it: a failure before anything else, then what takes longest. */
    private static List<Segment> coarser(List<Segment> segments) {
        Segment last = segments.get(segments.size() - 1);
        boolean open = last.to() == null;
        int slices = open ? MOST - 1 : MOST;
        long end = last.to() == null ? Math.max(1, last.from()) : last.to();
        List<Segment> coarse = new ArrayList<>();
        int at = 0;
        for (int i = 0; i < slices; i++) {
            long from = end * i / slices;
            long to = end * (i + 1) / slices;
            while (at < segments.size() - 1 && endOf(segments.get(at)) <= from) {
                at++;
            }
            append(coarse, foremost(segments, at, from, to), from, to);
        }
        if (open) {
            append(coarse, last.kind(), end, OPEN);
        }
        return coarse;
    }

    private static Kind foremost(List<Segment> segments, int at, long from, long to) {
        long[] share = new long[Kind.ALL.length];
        for (int i = at; i < segments.size() && segments.get(i).from() < to; i++) {
            Segment segment = segments.get(i);
            share[segment.kind().ordinal()] += Math.min(endOf(segment), to) - Math.max(segment.from(), from);
        }
        if (share[Kind.FAILED.ordinal()] > 0) {
            return Kind.FAILED;
        }
        Kind most = Kind.IDLE;
        for (Kind kind : Kind.ALL) {
            most = share[kind.ordinal()] > share[most.ordinal()] ? kind : most;
        }
        return most;
    }

    private static long endOf(Segment segment) {
        return segment.to() == null ? OPEN : segment.to();
    }
}
