package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.store.Migrations;
import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Figures are worth something only if what was loaded is what Weir itself would have stored. */
class StoredStageLoaderTest {
    private static final int TITLES = 2_000;

    @Test
    void storesWhatTheEventsInTheLogSay() throws Exception {
        List<Title> seen = new ArrayList<>();
        try (TestDatabase database = new TestDatabase()) {
            Migrations.apply(database.dataSource());
            long now = System.currentTimeMillis() * 1000;
            new StoredStageLoader(database.jdbcUrl(), now)
                    .loadStages(new Titles("title", now, TITLES, false), seen::addAll);

            Rebuild.Report report = new Rebuild(database.dataSource()).run(true, progress -> {});

            assertThat(report.firstDifferences()).isEmpty();
            assertThat(report.keys()).isEqualTo(TITLES);
        }
        assertThat(seen).hasSize(TITLES);
        assertThat(seen.stream().mapToInt(title -> title.moments().size()).sum() / (double) TITLES)
                .isBetween(Titles.EVENTS_PER_TITLE * 0.95, Titles.EVENTS_PER_TITLE * 1.05);
        assertThat(seen).anyMatch(Title::isOver).anyMatch(title -> !title.isOver());
    }
}
