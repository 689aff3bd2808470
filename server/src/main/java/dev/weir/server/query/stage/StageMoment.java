package dev.weir.server.query.stage;

import dev.weir.server.query.OneMoment;
import dev.weir.store.BehindCommits;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Answers questions about stages from one moment. Those about steps may wait until what was committed before is counted. */
final class StageMoment {
    private static final long MOST_WAIT_MS = 2_000;

    private final OneMoment moment;
    private final BehindCommits steps;

    StageMoment(DataSource database, BehindCommits steps) {
        this.moment = new OneMoment(database, "stages");
        this.steps = steps;
    }

    <T> T answer(StageFilter filter, OneMoment.Question<T> question) throws SQLException {
        if (filter.isOfSteps()) {
            steps.catchUp(MOST_WAIT_MS);
        }
        return moment.answer(question);
    }
}
