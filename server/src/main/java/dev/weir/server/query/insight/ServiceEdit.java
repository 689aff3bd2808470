package dev.weir.server.query.insight;

import dev.weir.server.Problem;
import dev.weir.store.ServiceDescription;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** What somebody wants to say of a service: what is absent stays, what is null is taken away. */
record ServiceEdit(Map<String, @Nullable Object> changes) {
    private static final Set<String> KNOWN = Set.of("displayName", "description");
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_DESCRIPTION = 2_000;

    ServiceDescription of(ServiceDescription before) {
        Set<String> unknown = new TreeSet<>(changes.keySet());
        unknown.removeAll(KNOWN);
        if (!unknown.isEmpty()) {
            throw bad(unknown.iterator().next(), "is nothing that can be changed");
        }
        return new ServiceDescription(
                text("displayName", before.displayName(), LONGEST_NAME),
                text("description", before.description(), LONGEST_DESCRIPTION));
    }

    private @Nullable String text(String name, @Nullable String before, int longest) {
        if (!changes.containsKey(name)) {
            return before;
        }
        Object value = changes.get(name);
        if (value == null || value instanceof String text && text.isBlank()) {
            return null;
        }
        if (!(value instanceof String text) || text.length() > longest || text.indexOf('\0') >= 0) {
            throw bad(name, "must be a text of at most " + longest + " characters");
        }
        return text.strip();
    }

    private static Problem bad(String name, String what) {
        return new Problem(HttpStatus.BAD_REQUEST, "bad_value", "'" + name + "' " + what + ".");
    }
}
