package dev.weir.cli;

import java.util.List;
import java.util.Map;
import java.util.Map.Entry;

/** How people name a run: what follows the second slash is the id, whatever is in it. */
record RunName(String env, String service, String id) {

    static RunName of(String text) {
        String[] parts = text.split("/", 3);
        if (parts.length < 3 || parts[2].isEmpty()) {
            throw new Refusal(Weir.WRONG_USAGE, "\"" + text + "\" does not name a run: write it as ENV/SERVICE/ID.");
        }
        return new RunName(parts[0], parts[1], parts[2]);
    }

    List<Entry<String, String>> query() {
        return List.of(Map.entry("env", env), Map.entry("service", service), Map.entry("id", id));
    }

    @Override
    public String toString() {
        return Foreign.line(env + "/" + service + "/" + id);
    }
}
