package dev.weir.server.query;

import dev.weir.server.TestServer.Answer;
import dev.weir.testkit.db.TestDatabase;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What happens behind the commits takes a moment: asks until the answer is as expected, or for long enough. */
public final class Eventually {
    private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(30);

    private Eventually() {}

    public static Answer answer(Supplier<Answer> question, int status) {
        return answer(question, answer -> answer.status() == status);
    }

    /** No run is left to be folded again. */
    public static void isFolded(TestDatabase database) throws SQLException {
        isEmpty(database, "SELECT id FROM pending_folds", true);
    }

    public static void isEmpty(TestDatabase database, String sql, boolean expected) throws SQLException {
        long deadline = System.nanoTime() + LONGEST_NS;
        while (Sql.rows(database, sql).isEmpty() != expected) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("Still " + (expected ? "some" : "no") + " rows: " + sql);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    public static Answer answer(Supplier<Answer> question, Predicate<Answer> expected) {
        long deadline = System.nanoTime() + LONGEST_NS;
        Answer answer = question.get();
        while (!expected.test(answer)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(
                        "Still " + answer.status() + " " + answer.response().body());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            answer = question.get();
        }
        return answer;
    }
}
