package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.core.event.RunKey;
import dev.weir.host.Outcome;
import dev.weir.host.Submission;
import dev.weir.server.project.CommitQueue.Waiting;
import dev.weir.store.LogRow;
import dev.weir.wire.LogEvent;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CommitQueueTest {
    private static final UUID ORG = new UUID(0, 1);

    private final CommitQueue queue = new CommitQueue(100);

    /** A request with an event of each of these runs. */
    private static Submission request(String... runs) {
        List<LogRow> rows = Stream.of(runs)
                .map(run -> new RunKey(ORG, "production", "orders", run))
                .map(key -> new LogRow(1, 1, key, key.id(), event(key.workflowId())))
                .toList();
        return new Submission(new UUID(0, 1), "local", rows, List.of());
    }

    private static LogEvent event(String run) {
        return new LogEvent(
                UUID.randomUUID(), "x", 0, "production", "orders", run, null, null, new byte[] {'{', '}'}, false, 0);
    }

    private static List<Submission> submissions(List<Waiting> group) {
        return group.stream().map(Waiting::submission).toList();
    }

    @Test
    void handsOutWhatWaitsTogether() throws InterruptedException {
        Submission first = request("a");
        Submission second = request("a", "b");
        queue.add(first);
        queue.add(second);
        assertThat(queue.events()).isEqualTo(3);
        assertThat(submissions(queue.take(10))).containsExactly(first, second);
        assertThat(queue.events()).isZero();
    }

    @Test
    void takesNoMoreThanACommitShouldHave() throws InterruptedException {
        Submission first = request("a", "b");
        Submission second = request("c", "d");
        Submission third = request("e");
        queue.add(first);
        queue.add(second);
        queue.add(third);
        assertThat(submissions(queue.take(3))).containsExactly(first, second);
        assertThat(submissions(queue.take(3))).containsExactly(third);
    }

    @Test
    void noTwoGroupsOnTheirWayShareARun() throws InterruptedException {
        Submission first = request("a", "b");
        Submission sameRun = request("b", "c");
        Submission behindIt = request("c");
        Submission another = request("d");
        queue.add(first);
        List<Waiting> onItsWay = queue.take(10);
        queue.add(sameRun);
        queue.add(behindIt);
        queue.add(another);
        assertThat(submissions(queue.take(10)))
                .as("nobody overtakes for the same run")
                .containsExactly(another);

        queue.done(onItsWay);
        assertThat(submissions(queue.take(10))).containsExactly(sameRun, behindIt);
    }

    @Test
    void waitsUntilARunIsFree() throws Exception {
        queue.add(request("a"));
        List<Waiting> onItsWay = queue.take(10);
        Submission next = request("a");
        queue.add(next);
        CompletableFuture<List<Submission>> taken = CompletableFuture.supplyAsync(() -> {
            try {
                return submissions(queue.take(10));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        queue.close(); // what waits is still handed out
        queue.done(onItsWay);
        assertThat(taken.get(10, TimeUnit.SECONDS)).containsExactly(next);
        assertThat(queue.take(10)).isEmpty();
    }

    @Test
    void refusesWhatItHasNoRoomFor() throws InterruptedException {
        CommitQueue small = new CommitQueue(2);
        CompletableFuture<Outcome> fits = small.add(request("a", "b"));
        assertThatThrownBy(() -> small.add(request("c")).join()).hasRootCauseInstanceOf(Unavailable.class);
        assertThat(fits).isNotDone();
        small.take(10);
        assertThat(small.add(request("c"))).isNotDone();
    }

    @Test
    void refusesEverythingInTheEnd() {
        CompletableFuture<Outcome> waiting = queue.add(request("a"));
        queue.close();
        CompletableFuture<Outcome> late = queue.add(request("b"));
        queue.refuseAll();
        assertThat(waiting).isCompletedExceptionally();
        assertThat(late).isCompletedExceptionally();
        assertThat(queue.events()).isZero();
    }
}
