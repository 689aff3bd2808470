package dev.weir.server.query.failure;

import dev.weir.server.Problem;
import dev.weir.store.FailureInbox.Change;
import dev.weir.store.FailureInbox.Text;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** What somebody wants to do about failures: what is absent stays, what is null is taken away. */
record InboxEdit(Map<String, @Nullable Object> changes) {
    private static final Set<String> KNOWN = Set.of("takenBy", "note", "closed");
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_NOTE = 2_000;

    Change change() {
        Set<String> unknown = new TreeSet<>(changes.keySet());
        unknown.removeAll(KNOWN);
        if (!unknown.isEmpty()) {
            throw bad(unknown.iterator().next(), "is nothing that can be changed");
        }
        return new Change(text("takenBy", LONGEST_NAME), text("note", LONGEST_NOTE), closed());
    }

    private @Nullable Text text(String name, int longest) {
        if (!changes.containsKey(name)) {
            return null;
        }
        Object value = changes.get(name);
        if (value == null || value instanceof String text && text.isBlank()) {
            return new Text(null);
        }
        if (!(value instanceof String text) || text.length() > longest || text.indexOf('\0') >= 0) {
            throw bad(name, "must be a text of at most " + longest + " characters");
        }
        return new Text(text.strip());
    }

    private @Nullable Boolean closed() {
        if (!changes.containsKey("closed")) {
            return null;
        }
        if (changes.get("closed") instanceof Boolean closed) {
            return closed;
        }
        throw bad("closed", "must be true or false");
    }

    private static Problem bad(String name, String what) {
        return new Problem(HttpStatus.BAD_REQUEST, "bad_value", "'" + name + "' " + what + ".");
    }
}
