package dev.weir.flink;

import java.util.List;

/** Takes events in groups, as the folds do, and does nothing with them. */
final class NothingOperator extends GroupingOperator<ToFold, Void> {
    private static final long serialVersionUID = 1L;

    NothingOperator(JobSettings settings) {
        super(settings.linger(), settings.mostEvents());
    }

    @Override
    void write(List<ToFold> group) {}
}
