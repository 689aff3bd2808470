package dev.weir.server.query.run;

import dev.weir.server.Problem;
import dev.weir.store.SavedViews.Draft;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** A view as somebody sends it, checked: others will follow it as a link. */
record ViewDraft(Map<String, @Nullable Object> fields) {
    private static final Set<String> KNOWN = Set.of("page", "name", "query", "pinned");
    private static final Set<String> PAGES = Set.of("runs", "failures");
    private static final int LONGEST_NAME = 80;
    private static final int LONGEST_QUERY = 2_000;

    Draft draft() {
        Set<String> unknown = new TreeSet<>(fields.keySet());
        unknown.removeAll(KNOWN);
        if (!unknown.isEmpty()) {
            throw bad(unknown.iterator().next(), "is nothing that a view has");
        }
        return new Draft(page(), name(), query(), pinned());
    }

    private String page() {
        if (fields.get("page") instanceof String page && PAGES.contains(page)) {
            return page;
        }
        throw bad("page", "must be runs or failures");
    }

    private String name() {
        if (fields.get("name") instanceof String name
                && !name.isBlank()
                && name.length() <= LONGEST_NAME
                && name.chars().noneMatch(Character::isISOControl)) {
            return name.strip();
        }
        throw bad("name", "must be a text of 1 to " + LONGEST_NAME + " characters");
    }

    /** The search part of an address and nothing else: with it, nobody can be led to another page. */
    private String query() {
        Object value = fields.getOrDefault("query", "");
        if (value instanceof String query && query.length() <= LONGEST_QUERY) {
            String search = query.startsWith("?") ? query.substring(1) : query;
            if (search.matches("(?:[A-Za-z0-9._~!$&'()*+,;=:@/?\\[\\]-]|%[0-9A-Fa-f]{2})*")) {
                return search;
            }
        }
        throw bad(
                "query",
                "must be the search part of an address, such as status=failed&env=production, of at most "
                        + LONGEST_QUERY + " characters");
    }

    private boolean pinned() {
        Object pinned = fields.getOrDefault("pinned", false);
        if (pinned instanceof Boolean value) {
            return value;
        }
        throw bad("pinned", "must be true or false");
    }

    private static Problem bad(String name, String what) {
        return new Problem(HttpStatus.BAD_REQUEST, "bad_value", "'" + name + "' " + what + ".");
    }
}
