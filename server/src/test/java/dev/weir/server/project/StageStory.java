package dev.weir.server.project;

import dev.weir.core.event.RunKey;
import dev.weir.core.run.EventText;
import dev.weir.core.run.RunFold;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.core.stage.StageFold;
import dev.weir.core.stage.StageRow;
import dev.weir.core.stage.StageRows;
import dev.weir.core.stage.StageRun;
import dev.weir.core.stage.StageState;
import dev.weir.core.stage.StepStages;
import dev.weir.server.access.Scope;
import dev.weir.store.StageSheet;
import dev.weir.store.StageStore;
import dev.weir.testkit.EventJson;
import dev.weir.testkit.RunHistories;
import dev.weir.testkit.SentEvent;
import dev.weir.testkit.SentStage;
import dev.weir.testkit.StageHistories;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A workflow with stages, every third with events of its run as well: what is sent of it, and what has to be stored. */
public final class StageStory {
    public final RunKey key;
    public final List<String> sent = new ArrayList<>();
    private final List<SentEvent> runEvents;
    private final List<SentStage> stages;

    public StageStory(long seed) {
        key = new RunKey(Scope.LOCAL_ORG, seed % 2 == 0 ? "production" : "test", "studio", "title-" + seed);
        stages = SentStage.of(key, StageHistories.history(seed));
        runEvents = seed % 3 == 0 // with a seed of their own, or ids would meet
                ? RunHistories.sent(~seed, key)
                : List.of();
        stages.forEach(stage -> sent.add(stage.json()));
        Random random = new Random(seed);
        runEvents.forEach(event -> sent.add(random.nextInt(sent.size() + 1), EventJson.write(event)));
    }

    public static List<StageStory> some(long from, int count) {
        List<StageStory> stories = new ArrayList<>();
        for (long seed = from; seed < from + count; seed++) {
            stories.add(new StageStory(seed));
        }
        return stories;
    }

    public static List<String> traffic(List<StageStory> stories, Random random) {
        List<String> all =
                stories.stream().flatMap(story -> story.sent.stream()).collect(Collectors.toList());
        Collections.shuffle(all, random);
        return all;
    }

    public static String batch(List<String> events) {
        return "{\"events\":[" + String.join(",", events) + "]}";
    }

    /** The runs, and the rows of stages with all that is stored beside them. */
    record Stored(List<RunRows> runs, @Nullable StageSheet stages) {}

    Stored stored(DataSource database) {
        try (Connection connection = database.getConnection()) {
            return new Stored(
                    StoredRows.of(database, key),
                    StageStore.load(connection, List.of(key.id())).get(key.id()));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    Stored expected(DataSource database) {
        Map<UUID, EventText> texts = new HashMap<>();
        runEvents.forEach(event -> texts.put(event.event().id(), EventJson.text(event)));
        List<RunState> runs = runs();
        List<RunRows> rows = runs.stream()
                .map(run -> RunRows.of(key, run, Instant.EPOCH, id -> texts.getOrDefault(id, EventText.NONE)))
                .toList();
        boolean ended = runs.get(runs.size() - 1).isEnded();
        return new Stored(rows, StageSheet.of(key, source(database), state(), ended));
    }

    private StageState state() {
        return Objects.requireNonNull(
                StageFold.fold(stages.stream().map(SentStage::event).toList()));
    }

    private List<RunState> runs() {
        return runEvents.isEmpty()
                ? List.of(StageRun.of(key, state()))
                : RunFold.fold(runEvents.stream().map(SentEvent::event).toList());
    }

    /** What the pure fold shows of its stages. */
    public List<StageRow> rows() {
        List<RunState> runs = runs();
        return StageRows.of(key, state(), runs.get(runs.size() - 1).isEnded());
    }

    /** Of each of its runs that has events of its own, the steps as stages. */
    public List<List<StageRow>> steps() {
        return runEvents.isEmpty()
                ? List.of()
                : runs().stream().map(run -> StepStages.of(key, run)).toList();
    }

    private int source(DataSource database) {
        try (Connection connection = database.getConnection();
                Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(
                        "SELECT source FROM sources WHERE service_key = 'studio' AND env = '" + key.env() + "'")) {
            row.next();
            return row.getInt(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
