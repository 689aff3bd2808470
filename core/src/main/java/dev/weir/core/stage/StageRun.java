package dev.weir.core.stage;

import dev.weir.core.event.RunKey;
import dev.weir.core.run.AttemptResult;
import dev.weir.core.run.AttemptState;
import dev.weir.core.run.RunState;
import dev.weir.core.run.RunStatus;
import dev.weir.core.run.StepState;
import dev.weir.core.run.StepStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A workflow that is known only by its stages is a run all the same: its steps are its stages, and their passes attempts. It
 * runs while a stage is open and is completed with the last completion otherwise, until one starts again. As soon as events
 * of the run itself are known, the run fold tells of it, and this is forgotten.
 */
public final class StageRun {

    /** The latest start or completion of a stage: what the run goes by to say what is current. */
    private record Moment(long at, int stage, boolean isStart) {}

    private static final Comparator<Moment> IN_ORDER = Comparator.comparingLong(Moment::at)
            .thenComparing(moment -> !moment.isStart())
            .thenComparingInt(Moment::stage);

    private static final Comparator<AttemptState> AS_BEGUN = Comparator.comparingLong(StageRun::begin)
            .thenComparingInt(AttemptState::step)
            .thenComparingInt(AttemptState::number);

    private StageRun() {}

    public static RunState of(RunKey key, StageState state) {
        List<Moment> moments = moments(state);
        boolean open = state.stages().stream().anyMatch(StageTimes::isOpenNow);
        boolean beganWithAStart = state.stages().stream()
                .anyMatch(stage -> !stage.starts().isEmpty() && stage.starts().first() == state.createdAt());
        return new RunState(
                1,
                state.workflowName() == null ? key.serviceKey() : state.workflowName(),
                false,
                null,
                open ? RunStatus.RUNNING : RunStatus.COMPLETED,
                true,
                null,
                null,
                null,
                state.createdAt(),
                beganWithAStart ? state.createdAt() : null,
                state.createdAt(),
                open ? null : lastCompletion(moments),
                null,
                null,
                null,
                null,
                null,
                null,
                moments.size(),
                state.last(),
                steps(state, moments),
                attempts(state),
                List.of(),
                List.of(),
                List.of());
    }

    private static List<Moment> moments(StageState state) {
        List<Moment> moments = new ArrayList<>(state.stages().size() * 2);
        for (int i = 0; i < state.stages().size(); i++) {
            StageTimes stage = state.stages().get(i);
            if (!stage.starts().isEmpty()) {
                moments.add(new Moment(stage.starts().last(), i, true));
            }
            if (!stage.completions().isEmpty()) {
                moments.add(new Moment(stage.completions().last(), i, false));
            }
        }
        moments.sort(IN_ORDER);
        return moments;
    }

    private static @Nullable Long lastCompletion(List<Moment> moments) {
        Long last = null;
        for (Moment moment : moments) {
            last = moment.isStart() ? last : Long.valueOf(moment.at());
        }
        return last;
    }

    private static List<StepState> steps(StageState state, List<Moment> moments) {
        int[] startedTicks = new int[state.stages().size()];
        int[] completedTicks = new int[state.stages().size()];
        for (int i = 0; i < moments.size(); i++) {
            Moment moment = moments.get(i);
            (moment.isStart() ? startedTicks : completedTicks)[moment.stage()] = i + 1;
        }
        List<StepState> steps = new ArrayList<>(state.stages().size());
        for (int i = 0; i < state.stages().size(); i++) {
            steps.add(step(state.stages().get(i), startedTicks[i], completedTicks[i]));
        }
        return List.copyOf(steps);
    }

    private static StepState step(StageTimes stage, int startedTick, int completedTick) {
        Long started = stage.starts().isEmpty() ? null : stage.starts().first();
        Long completed =
                stage.isOpenNow() ? null : Long.valueOf(stage.completions().last());
        long created = stage.completions().isEmpty()
                ? stage.starts().first()
                : Math.min(stage.completions().first(), started == null ? Long.MAX_VALUE : started);
        return new StepState(
                stage.name(),
                stage.isOpenNow() ? StepStatus.RUNNING : StepStatus.COMPLETED,
                false,
                false,
                created,
                started,
                completed,
                completed,
                null,
                startedTick,
                stage.isOpenNow() ? 0 : completedTick,
                null,
                0,
                null,
                null,
                null,
                null,
                false,
                null,
                null,
                null);
    }

    private static List<AttemptState> attempts(StageState state) {
        List<AttemptState> attempts = new ArrayList<>();
        for (int i = 0; i < state.stages().size(); i++) {
            StageTimes stage = state.stages().get(i);
            for (int pass = 0; pass < stage.passes(); pass++) {
                attempts.add(attempt(i, stage, pass));
            }
        }
        attempts.sort(AS_BEGUN);
        return List.copyOf(attempts);
    }

    /** A start that is later than the end is not the start of that attempt, just as in the run fold. */
    private static AttemptState attempt(int step, StageTimes stage, int pass) {
        Long end = pass < stage.completions().size() ? stage.completions().get(pass) : null;
        Long start = pass < stage.starts().size() ? stage.starts().get(pass) : null;
        boolean inverted = start != null && end != null && end < start;
        return new AttemptState(
                step,
                pass + 1,
                inverted ? null : start,
                end,
                end == null ? null : AttemptResult.SUCCESS,
                null,
                null,
                null,
                false,
                null,
                null);
    }

    private static long begin(AttemptState attempt) {
        Long begin = attempt.startedAt() != null ? attempt.startedAt() : attempt.endedAt();
        return begin == null ? Long.MAX_VALUE : begin;
    }
}
