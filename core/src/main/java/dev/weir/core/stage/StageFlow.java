package dev.weir.core.stage;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The way that one workflow took through its stages. A pass follows the one that had ended last when it began, so stages
 * that run beside each other all follow the one before them, and not one another. Where times tie, what was over sooner
 * comes first, and then the name decides, so that the same work gives the same way. A pass of which only one edge is known, or whose edges are inverted, is taken for a moment; an open one has
 * no end, and nothing follows it yet.
 *
 * @param variant the stages in the order in which their passes began
 */
public record StageFlow(List<String> variant, List<StageTransition> transitions) {

    private record Visit(
            int place,
            String stage,
            Instant begin,
            @Nullable Instant end) {}

    /** @param rows all stages of one workflow, or all steps of one run */
    public static StageFlow of(List<StageRow> rows) {
        List<Visit> visits = visits(rows);
        Map<String, Integer> firstSeen = new HashMap<>();
        List<String> variant = new ArrayList<>(visits.size());
        List<StageTransition> transitions = new ArrayList<>(visits.size());
        PriorityQueue<Visit> ending = new PriorityQueue<>(
                Comparator.comparing(StageFlow::endOrForever).thenComparingInt(Visit::place));
        Visit last = null;
        for (Visit visit : visits) {
            firstSeen.putIfAbsent(visit.stage(), visit.place());
            variant.add(visit.stage());
            while (!ending.isEmpty() && !endOrForever(ending.peek()).isAfter(visit.begin())) {
                last = ending.remove();
            }
            if (last != null) {
                transitions.add(transition(last, visit, firstSeen));
            }
            ending.add(visit);
        }
        return new StageFlow(variant, transitions);
    }

    private static StageTransition transition(Visit from, Visit to, Map<String, Integer> firstSeen) {
        long waitMs = to.begin().toEpochMilli() - endOrForever(from).toEpochMilli();
        boolean back = firstSeen.getOrDefault(to.stage(), 0) <= firstSeen.getOrDefault(from.stage(), 0);
        return new StageTransition(from.stage(), to.stage(), to.begin(), waitMs, back);
    }

    private static List<Visit> visits(List<StageRow> rows) {
        List<Visit> visits = new ArrayList<>();
        for (StageRow row : rows) {
            for (StagePass pass : row.passes()) {
                Instant begin = pass.startedAt() != null ? pass.startedAt() : pass.endedAt();
                if (begin != null) {
                    visits.add(new Visit(0, row.workflowStage(), begin, pass.isInverted() ? begin : pass.endedAt()));
                }
            }
        }
        visits.sort(Comparator.comparing(Visit::begin)
                .thenComparing(StageFlow::endOrForever)
                .thenComparing(Visit::stage));
        for (int i = 0; i < visits.size(); i++) {
            Visit visit = visits.get(i);
            visits.set(i, new Visit(i, visit.stage(), visit.begin(), visit.end()));
        }
        return visits;
    }

    private static Instant endOrForever(Visit visit) {
        return visit.end() == null ? Instant.MAX : visit.end();
    }
}
