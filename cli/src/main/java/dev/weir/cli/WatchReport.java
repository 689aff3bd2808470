package dev.weir.cli;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What helps somebody whose run has just ended badly. */
record WatchReport(Api api) {

    List<String> lines(FirstSignal signal) {
        List<String> lines = new ArrayList<>();
        if (signal.hasSucceeded()) {
            return lines;
        }
        JsonNode seen = signal.seenBefore();
        add(lines, "", FirstSignal.text(seen, "sentence"));
        add(lines, "Likely cause: ", FirstSignal.text(seen, "likelyCause"));
        add(lines, "Suggested action: ", FirstSignal.text(seen, "suggestedAction"));
        add(lines, "Read more: ", api.link(FirstSignal.text(seen, "remediationUrl")));
        JsonNode action = signal.json().path("nextActions").path(0);
        add(lines, FirstSignal.text(action, "label") + ": ", api.link(FirstSignal.text(action, "href")));
        return lines;
    }

    private static void add(List<String> lines, String name, String value) {
        if (!value.isEmpty()) {
            lines.add(name + value);
        }
    }
}
