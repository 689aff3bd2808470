package dev.weir.server.query.run;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.core.event.Ids;
import dev.weir.server.Problem;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Edits;
import dev.weir.server.query.Page;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.Takes;
import dev.weir.store.SavedViews;
import dev.weir.store.SavedViews.Draft;
import dev.weir.store.SavedViews.SavedView;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Questions that people of an organisation gave a name. */
@RestController
final class ViewsEndpoint {
    private static final int MOST = 100; // of a page
    private static final int MOST_COUNTED = 20; // in one answer
    private static final String UNIQUE_VIOLATION = "23505";

    /** What the roll-ups count without reading a run. */
    private static final List<Parameter> CHEAP = List.of(
            Parameter.ENV,
            Parameter.SERVICE,
            Parameter.STATUS,
            Parameter.NAME,
            Parameter.NOT_SERVICE,
            Parameter.NOT_STATUS,
            Parameter.NOT_NAME);

    private final DataSource reader;
    private final Edits edits;
    private final CountEndpoint counts;

    ViewsEndpoint(DataSource reader, Edits edits, CountEndpoint counts) {
        this.reader = reader;
        this.edits = edits;
        this.counts = counts;
    }

    /** @param count of the runs that a pinned view of runs shows, where that is cheap to know */
    record View(@JsonUnwrapped SavedView view, @Nullable Long count) {}

    private interface Change<T> {
        T make(SavedViews views) throws SQLException;
    }

    @GetMapping("/api/v1/views")
    @Takes(Parameter.VIEW_PAGE)
    Page<View> views(Scope scope, Parameters parameters) throws SQLException {
        List<SavedView> saved;
        try (Connection connection = reader.getConnection()) {
            saved = new SavedViews(connection, scope.org()).list(parameters.text(Parameter.VIEW_PAGE));
        }
        List<View> views = new ArrayList<>();
        int counted = 0;
        for (SavedView view : saved) {
            View shown = counted < MOST_COUNTED ? counted(scope, view) : new View(view, null);
            counted += shown.count() == null ? 0 : 1;
            views.add(shown);
        }
        return new Page<>(views, null);
    }

    @PostMapping("/api/v1/views")
    View add(Scope scope, @RequestBody Map<String, @Nullable Object> fields) throws SQLException {
        Draft draft = new ViewDraft(fields).draft();
        return counted(scope, change(scope, draft, views -> {
            findRoom(views, draft, null);
            return views.add(draft);
        }));
    }

    @PutMapping("/api/v1/views/{id}")
    View replace(Scope scope, @PathVariable String id, @RequestBody Map<String, @Nullable Object> fields)
            throws SQLException {
        UUID known = parsed(id);
        Draft draft = new ViewDraft(fields).draft();
        return counted(scope, change(scope, draft, views -> {
            findRoom(views, draft, known);
            SavedView view = views.change(known, draft);
            if (view == null) {
                throw unknown(id);
            }
            return view;
        }));
    }

    @DeleteMapping("/api/v1/views/{id}")
    ResponseEntity<Void> remove(Scope scope, @PathVariable String id) throws SQLException {
        UUID known = parsed(id);
        if (!edits.make(connection -> new SavedViews(connection, scope.org()).remove(known))) {
            throw unknown(id);
        }
        return ResponseEntity.noContent().build();
    }

    private static void findRoom(SavedViews views, Draft draft, @Nullable UUID own) throws SQLException {
        views.hold();
        List<SavedView> there = views.list(draft.page());
        if (there.size() >= MOST && there.stream().noneMatch(view -> view.id().equals(own))) {
            throw new Problem(
                    HttpStatus.CONFLICT,
                    "too_many_views",
                    "There are " + MOST + " views of " + draft.page() + " already: remove one first.");
        }
    }

    private <T> T change(Scope scope, Draft draft, Change<T> change) throws SQLException {
        try {
            return edits.make(connection -> change.make(new SavedViews(connection, scope.org())));
        } catch (SQLException e) {
            if (UNIQUE_VIOLATION.equals(e.getSQLState())) {
                throw new Problem(
                        HttpStatus.CONFLICT,
                        "name_taken",
                        "There is a view of " + draft.page() + " called " + draft.name()
                                + " already: choose another name.");
            }
            throw e;
        }
    }

    private View counted(Scope scope, SavedView view) throws SQLException {
        Parameters cheap = view.pinned() && view.page().equals("runs") ? cheap(view.query()) : null;
        return new View(view, cheap == null ? null : counts.count(scope, cheap).total());
    }

    private static @Nullable Parameters cheap(String query) {
        Map<String, List<String>> values = new HashMap<>();
        for (String part : query.split("&")) {
            if (!part.isEmpty()) {
                String[] pair = part.split("=", 2);
                values.computeIfAbsent(decoded(pair[0]), name -> new ArrayList<>())
                        .add(pair.length == 1 ? "" : decoded(pair[1]));
            }
        }
        Map<String, String[]> raw = new HashMap<>();
        values.forEach((name, all) -> raw.put(name, all.toArray(String[]::new)));
        try {
            return Parameters.of(raw, CHEAP);
        } catch (Problem e) {
            return null; // the page understands more than is counted
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static UUID parsed(String id) {
        UUID known = Ids.parse(id);
        if (known == null) {
            throw unknown(id);
        }
        return known;
    }

    private static Problem unknown(String id) {
        return new Problem(HttpStatus.NOT_FOUND, "unknown_view", "There is no view " + id + " in what you may see.");
    }
}
