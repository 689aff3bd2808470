package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testkit.db.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The README's tables say what the code says. */
class ReadmeTest {
    private static final Path README = Path.of("..", "README.md");

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
        Set<String> listed = names(Files.readString(README), Pattern.compile("(?m)^\\| `(weir_[a-z_]+)"));
        try (TestDatabase database = new TestDatabase();
                TestServer server = new TestServer(database)) {
            server.post("[1]"); // so that there is a rejection to count
            String metrics = server.get("/metrics").response().body();
            Set<String> exposed = names(metrics, Pattern.compile("(?m)^# TYPE (weir_[a-z_]+)"));
            exposed.removeIf(name -> name.endsWith("_max"));
            listed.remove("weir_runs"); // there are none yet
            assertThat(exposed).isEqualTo(listed);
        }
    }

    private static Set<String> names(String text, Pattern pattern) {
        Set<String> names = new TreeSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }
}
