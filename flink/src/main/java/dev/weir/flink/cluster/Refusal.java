package dev.weir.flink.cluster;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** What a JobManager says when it refuses: a list of texts, the last of which may be a stack trace with all its causes. */
final class Refusal {
    private static final String CAUSE = "Caused by: ";

    private Refusal() {}

    /** What the innermost cause says: where it happened tells nobody here anything. */
    static String reason(JsonNode answer) {
        JsonNode errors = answer.path("errors");
        String text = errors.path(errors.size() - 1).asString("it gave no reason");
        List<String> lines = text.lines().toList();
        String said = lines.isEmpty() ? text : lines.get(0);
        for (String line : lines) {
            if (line.startsWith(CAUSE)) {
                said = line.substring(CAUSE.length());
            }
        }
        return said.replaceFirst("^([\\w$]+\\.)+[\\w$]+: ", "");
    }
}
