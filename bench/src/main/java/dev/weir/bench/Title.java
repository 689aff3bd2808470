package dev.weir.bench;

import java.util.List;

/**
 * One title on its way through a studio.
 *
 * @param moments what its stages told, in order; what lies ahead of the clock is not told yet
 * @param isOver its last stage is done
 */
record Title(String env, String service, String name, String id, List<Moment> moments, boolean isOver) {

    /**
     * A stage begins or is done.
     *
     * @param at in microseconds since 1970
     * @param slaDue when it should be done, 0 if that was not said
     * @param pass from 1
     * @param isLast no pass of the same stage follows
     */
    record Moment(String stage, boolean isStart, long at, long slaDue, int pass, boolean isLast) {}
}
