package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.ingest.EventText;
import dev.weir.server.query.Eventually;
import dev.weir.testkit.db.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The README's tables say what the code says. */
class ReadmeTest {
    static final Path README = Path.of("..", "README.md");

    @Test
    void listsEverySetting() throws IOException {
        List<String> expected = Settings.OPTIONS.stream()
                .map(option -> "| `%s` | `%s` | %s | %s |"
                        .formatted(
                                option.flag(),
                                option.variable(),
                                option.defaultValue().isEmpty() ? "none" : "`" + option.defaultValue() + "`",
                                option.meaning()))
                .toList();
        assertThat(Files.readAllLines(README).stream().filter(line -> line.startsWith("| `--")))
                .containsExactlyElementsOf(expected);
    }

    @Test
    void listsEveryMetric() throws IOException {
        // what a server in front of a job has beside these is tried with a broker, and what one has that asks a replica
        // with one
        Set<String> listed = names(
                Files.readString(README), Pattern.compile("(?m)^\\| `(weir_[a-z_]+)(?!.*, with `--(kafka|read-db)`)"));
        try (TestDatabase database = new TestDatabase();
                TestServer server = new TestServer(database)) {
            server.post("[1]"); // so that there is a rejection to count
            String now = Instant.now().toString();
            server.post(EventText.batch(
                    EventText.of("workflow.started", "open").at(now),
                    EventText.of("workflow.started", "ended").at(now),
                    EventText.of("workflow.completed", "ended").at(now)));
            Eventually.answer(
                    () -> server.get("/metrics"), answer -> exposed(answer).containsAll(listed));
            assertThat(exposed(server.get("/metrics"))).isEqualTo(listed);
        }
    }

    static Set<String> exposed(TestServer.Answer answer) {
        Set<String> exposed = names(answer.response().body(), Pattern.compile("(?m)^# TYPE (weir_[a-z_]+)"));
        exposed.removeIf(name -> name.endsWith("_max"));
        return exposed;
    }

    static Set<String> names(String text, Pattern pattern) {
        Set<String> names = new TreeSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }
}
