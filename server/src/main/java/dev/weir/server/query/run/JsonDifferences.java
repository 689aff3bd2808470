package dev.weir.server.query.run;

import dev.weir.core.run.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** Where two JSON values differ, by path, as far as a person can look at it: so many places, so deep, so long. */
final class JsonDifferences {
    private static final int MOST = 100;
    private static final int DEEPEST = 8;
    private static final int LONGEST = 200;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final List<Difference> found = new ArrayList<>();

    private JsonDifferences() {}

    /**
     * One place, with the JSON text of what is there, cut if it is long.
     *
     * @param path names and indices from the top, {@code $} for the whole
     * @param here null if there is nothing
     */
    record Difference(
            String path, @Nullable String here, @Nullable String there) {}

    static List<Difference> of(@Nullable Json here, @Nullable Json there) {
        JsonDifferences differences = new JsonDifferences();
        differences.compare("", read(here), read(there), 0);
        return differences.found;
    }

    /** Whatever the order of the fields. */
    static boolean areSame(Json here, Json there) {
        return read(here).equals(read(there));
    }

    private static JsonNode read(@Nullable Json json) {
        if (json == null) {
            return MissingNode.getInstance();
        }
        try {
            return JSON.readTree(json.text());
        } catch (JacksonException e) {
            return JSON.getNodeFactory().stringNode(json.text());
        }
    }

    private void compare(String path, JsonNode here, JsonNode there, int depth) {
        if (found.size() >= MOST || here.equals(there)) {
            return;
        }
        if (depth < DEEPEST && here.isObject() && there.isObject()) {
            Set<String> names = new LinkedHashSet<>(here.propertyNames());
            names.addAll(there.propertyNames());
            for (String name : names) {
                compare(path.isEmpty() ? name : path + "." + name, here.path(name), there.path(name), depth + 1);
            }
        } else if (depth < DEEPEST && here.isArray() && there.isArray()) {
            for (int i = 0; i < Math.max(here.size(), there.size()) && found.size() < MOST; i++) {
                compare(path + "[" + i + "]", here.path(i), there.path(i), depth + 1);
            }
        } else {
            found.add(new Difference(path.isEmpty() ? "$" : path, text(here), text(there)));
        }
    }

    private static @Nullable String text(JsonNode value) {
        if (value.isMissingNode()) {
            return null;
        }
        String text = value.toString();
        if (text.length() <= LONGEST) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
        return text.substring(0, end) + "…";
    }
}
