package dev.weir.server.query.failure;

import dev.weir.server.query.OneMoment;
import dev.weir.store.BehindCommits;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Failures are learned from behind the commits: whoever asks waits a little, until those are that were committed before. */
final class LearnedFailures {
    private static final long MOST_WAIT_MS = 1_000;

    private final BehindCommits learning;
    private final OneMoment moment;

    LearnedFailures(DataSource reader, BehindCommits learning) {
        this.learning = learning;
        this.moment = new OneMoment(reader, "failures");
    }

    <T> T answer(OneMoment.Question<T> question) throws SQLException {
        learning.catchUp(MOST_WAIT_MS);
        return moment.answer(question);
    }
}
