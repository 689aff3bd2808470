package dev.weir.server.query.stage;

import dev.weir.server.access.Scope;
import dev.weir.server.query.Micros;
import dev.weir.server.query.Page;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.Takes;
import dev.weir.server.query.VisibleSource;
import dev.weir.server.query.stage.StageBoard.Board;
import dev.weir.server.query.stage.StageDurations.Figure;
import dev.weir.server.query.stage.StageEdges.Edge;
import dev.weir.server.query.stage.StageGroups.Group;
import dev.weir.server.query.stage.StageVariants.Variants;
import dev.weir.server.query.stage.StagesInFlight.InFlight;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** How stages fare: how long they take, whether in time, what is under way, what is done again, and how they follow. */
@RestController
final class StagesEndpoint {
    private final StageMoment moment;
    private final Clock clock;

    StagesEndpoint(StageMoment moment, Clock clock) {
        this.moment = moment;
        this.clock = clock;
    }

    /** Of a stage or of a workflow, whichever is told apart; the other is null. */
    record CycleTimeItem(
            @Nullable String workflowStage,
            @Nullable String workflowName,
            Figure firstPass,
            Figure perPass,
            Figure span,
            long invertedFirstPasses,
            long invertedPasses,
            long passesWithoutStart) {}

    record SlaItem(
            @Nullable String workflowStage,
            @Nullable String workflowName,
            long missed,
            long met,
            long withoutSla,
            long leftOut,
            long overdueNow,
            @Nullable Double missRate,
            @Nullable Double missRateWithSla,
            Figure missedBy,
            Figure overdueBy) {}

    record ReworkItem(
            @Nullable String workflowStage,
            @Nullable String workflowName,
            long started,
            long reworked,
            long extraStarts,
            long touchMs,
            long reworkMs,
            @Nullable Double reworkShare) {}

    /** @param sentBack which stage sends work back to which */
    record Rework(List<ReworkItem> items, @Nullable String next, List<WorstRework.Item> worst, List<Edge> sentBack) {}

    record Node(String workflowStage, long n, long started, long completed, long reworked, long extraStarts) {}

    record Flow(List<Node> nodes, List<Edge> edges) {}

    @GetMapping("/api/v1/stages/cycle-time")
    @Takes({
        Parameter.STAGE_SOURCE,
        Parameter.STAGE_BY,
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.WORKFLOW,
        Parameter.STAGE,
        Parameter.FROM,
        Parameter.TO
    })
    Page<CycleTimeItem> cycleTime(Scope scope, Parameters parameters) throws SQLException {
        StageFilter filter = StageFilter.of(parameters);
        Set<StageFigure> figures = EnumSet.of(StageFigure.FIRST_PASS, StageFigure.PER_PASS, StageFigure.SPAN);
        return new Page<>(
                groups(scope, filter, figures, null).stream()
                        .map(group -> new CycleTimeItem(
                                stage(filter, group),
                                workflow(filter, group),
                                group.figure(StageFigure.FIRST_PASS),
                                group.figure(StageFigure.PER_PASS),
                                group.figure(StageFigure.SPAN),
                                group.sums().inverted,
                                group.sums().invertedPasses,
                                group.sums().unstartedPasses))
                        .toList(),
                null);
    }

    @GetMapping("/api/v1/stages/sla")
    @Takes({
        Parameter.STAGE_SOURCE,
        Parameter.STAGE_BY,
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.WORKFLOW,
        Parameter.STAGE,
        Parameter.FROM,
        Parameter.TO
    })
    Page<SlaItem> sla(Scope scope, Parameters parameters) throws SQLException {
        StageFilter filter = StageFilter.of(parameters);
        return new Page<>(
                groups(scope, filter, EnumSet.of(StageFigure.LATE), now()).stream()
                        .map(group -> new SlaItem(
                                stage(filter, group),
                                workflow(filter, group),
                                group.sums().missed,
                                group.sums().met,
                                group.sums().withoutSla,
                                group.sums().leftOut,
                                group.overdueBy().n(),
                                group.sums().missRate(),
                                group.sums().missRateWithSla(),
                                group.figure(StageFigure.LATE),
                                group.overdueBy()))
                        .toList(),
                null);
    }

    /** Its items are of one stage of one workflow each, whatever {@code by} says, which all questions about stages take. */
    @GetMapping("/api/v1/stages/in-flight")
    @Takes({
        Parameter.MEANING,
        Parameter.STAGE_SOURCE,
        Parameter.STAGE_BY,
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.WORKFLOW,
        Parameter.STAGE,
        Parameter.FROM,
        Parameter.TO,
        Parameter.LIMIT,
        Parameter.CURSOR
    })
    InFlight inFlight(Scope scope, Parameters parameters) throws SQLException {
        StageFilter filter = StageFilter.of(parameters);
        boolean openNow = parameters.text(Parameter.MEANING, "never-completed").equals("open-now");
        return moment.answer(
                filter,
                connection -> new StagesInFlight(connection, filter, openNow, now())
                        .find(scope, parameters.limit(), parameters.text(Parameter.CURSOR)));
    }

    @GetMapping("/api/v1/stages/board")
    @Takes({
        Parameter.MEANING, Parameter.STAGE_SOURCE, Parameter.STAGE_BY, Parameter.ENV, Parameter.SERVICE,
        Parameter.WORKFLOW, Parameter.STAGE, Parameter.FROM, Parameter.TO, Parameter.LIMIT
    })
    Board board(Scope scope, Parameters parameters) throws SQLException {
        StageFilter filter = StageFilter.of(parameters);
        boolean openNow = parameters.text(Parameter.MEANING, "never-completed").equals("open-now");
        return moment.answer(
                filter,
                connection -> new StageBoard(connection, filter, openNow, now()).find(scope, parameters.limit()));
    }

    @GetMapping("/api/v1/stages/durations")
    @Takes({
        Parameter.FIGURE,
        Parameter.STAGE_SOURCE,
        Parameter.STAGE_BY,
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.WORKFLOW,
        Parameter.STAGE,
        Parameter.FROM,
        Parameter.TO
    })
    Page<StageHistograms.Item> durations(Scope scope, Parameters parameters) throws SQLException {
        StageFilter filter = StageFilter.of(parameters);
        StageFigure figure = StageFigure.of(parameters.text(Parameter.FIGURE, StageFigure.FIRST_PASS.label));
        return new Page<>(
                moment.answer(
                        filter,
                        connection ->
                                new StageHistograms(connection, filter, figure, StagePrecision.USUAL).find(scope)),
                null);
    }

    @GetMapping("/api/v1/stages/rework")
    @Takes({
        Parameter.STAGE_SOURCE,
        Parameter.STAGE_BY,
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.WORKFLOW,
        Parameter.STAGE,
        Parameter.FROM,
        Parameter.TO
    })
    Rework rework(Scope scope, Parameters parameters) throws SQLException {
        StageFilter filter = StageFilter.of(parameters);
        return moment.answer(filter, connection -> {
            Map<Integer, VisibleSource> sources = filter.sources(connection, scope);
            List<Group> groups = groups(connection, scope, filter, Set.of(), null);
            List<ReworkItem> items = groups.stream()
                    .map(group -> new ReworkItem(
                            stage(filter, group),
                            workflow(filter, group),
                            group.sums().started,
                            group.sums().reworked,
                            group.sums().extraStarts,
                            group.sums().touchMs,
                            group.sums().reworkMs,
                            group.sums().reworkShare()))
                    .toList();
            List<Edge> sentBack = edges(connection, filter).find(sources, groups, true);
            return new Rework(items, null, WorstRework.find(connection, filter, sources), sentBack);
        });
    }

    @GetMapping("/api/v1/stages/flow")
    @Takes({
        Parameter.STAGE_SOURCE,
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.WORKFLOW,
        Parameter.STAGE,
        Parameter.FROM,
        Parameter.TO
    })
    Flow flow(Scope scope, Parameters parameters) throws SQLException {
        StageFilter filter = StageFilter.of(parameters);
        return moment.answer(filter, connection -> {
            List<Group> groups = groups(connection, scope, filter, Set.of(), null);
            List<Node> nodes = groups.stream()
                    .map(group -> new Node(
                            group.name(),
                            group.sums().stages,
                            group.sums().started,
                            group.sums().completed,
                            group.sums().reworked,
                            group.sums().extraStarts))
                    .toList();
            return new Flow(nodes, edges(connection, filter).find(filter.sources(connection, scope), groups, false));
        });
    }

    @GetMapping("/api/v1/stages/variants")
    @Takes({
        Parameter.STAGE_SOURCE,
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.WORKFLOW,
        Parameter.STAGE,
        Parameter.FROM,
        Parameter.TO,
        Parameter.LIMIT
    })
    Variants variants(Scope scope, Parameters parameters) throws SQLException {
        StageFilter filter = StageFilter.of(parameters);
        return moment.answer(
                filter,
                connection -> new StageVariants(connection, filter, parameters.limit(), StageDurations.MOST_EXACT)
                        .find(scope));
    }

    private List<Group> groups(Scope scope, StageFilter filter, Set<StageFigure> figures, @Nullable Long now)
            throws SQLException {
        return moment.answer(filter, connection -> groups(connection, scope, filter, figures, now));
    }

    private static List<Group> groups(
            Connection connection, Scope scope, StageFilter filter, Set<StageFigure> figures, @Nullable Long now)
            throws SQLException {
        return new StageGroups(connection, filter, figures, now, StagePrecision.USUAL).find(scope);
    }

    private static StageEdges edges(Connection connection, StageFilter filter) {
        return new StageEdges(connection, filter, StageDurations.MOST_EXACT);
    }

    private long now() {
        return Micros.of(clock.instant());
    }

    private static @Nullable String stage(StageFilter filter, Group group) {
        return filter.byWorkflow() ? null : group.name();
    }

    private static @Nullable String workflow(StageFilter filter, Group group) {
        return filter.byWorkflow() ? group.name() : null;
    }
}
