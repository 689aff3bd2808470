package dev.weir.bench;

import dev.weir.bench.Figure.Goal;
import dev.weir.bench.PacedQuestions.Asking;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** How fast a failure is matched, over HTTP and by the function in SQL. */
final class SignatureMatches {
    private static final int PER_SECOND = 100;
    private static final int PER_TURN = 100;
    private static final int WARM_UP = 500;
    private static final double MOST_MS = 10;
    private static final String MATCH =
            "SELECT * FROM scheduler.match_failure_signature(?, 'analyze', ?, 'registry.example/team-x/web:v1')";

    private final WeirProcess weir;
    private final PacedQuestions questions;
    private final int turns;

    SignatureMatches(WeirProcess weir, PacedQuestions questions, int turns) {
        this.weir = weir;
        this.questions = questions;
        this.turns = turns;
    }

    private static final class Match implements Asking {
        @Override
        public String path(int number) {
            return "/api/v1/signatures/match?" + KnownFailures.question(number);
        }

        @Override
        public int status() {
            return 200;
        }
    }

    List<Figure> measure() throws IOException, SQLException {
        questions.ask(new Match(), 0, WARM_UP, PER_SECOND);
        Latencies asked = Latencies.of(List.of(questions.ask(new Match(), 0, turns * PER_TURN, PER_SECOND)));
        Latencies function = function();
        String how = String.format(Locale.ROOT, "%,d requests at %d a second", asked.count(), PER_SECOND);
        String inSql = String.format(Locale.ROOT, "%,d calls, one after the other", function.count());
        return List.of(
                Figure.of("matchP50", "(d) match_failure_signature in SQL, p50", function.ms(0.5), "ms", inSql),
                Figure.of("matchP99", "    p99", function.ms(0.99), "ms", inSql).with(Goal.atMost(MOST_MS)),
                Figure.of("matchHttpP50", "    GET signatures/match, p50", asked.ms(0.5), "ms", how),
                Figure.of("matchHttpP99", "    p99", asked.ms(0.99), "ms", how).with(Goal.atMost(MOST_MS)));
    }

    private Latencies function() throws SQLException {
        long[] latencies = new long[turns * PER_TURN];
        try (Connection connection = DriverManager.getConnection(weir.jdbcUrl());
                PreparedStatement match = connection.prepareStatement(MATCH)) {
            match.setObject(1, StoredRunLoader.ORG);
            for (int i = -WARM_UP; i < latencies.length; i++) {
                long began = System.nanoTime();
                match.setString(2, KnownFailures.code(i + WARM_UP));
                match.executeQuery().close();
                if (i >= 0) {
                    latencies[i] = System.nanoTime() - began;
                }
            }
        }
        return Latencies.of(List.of(latencies));
    }
}
