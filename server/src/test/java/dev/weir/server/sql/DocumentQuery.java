package dev.weir.server.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A query as the monitoring documents print it, with its parameters. */
final class DocumentQuery {
    private static final Pattern PARAMETER = Pattern.compile("\\$(\\d+)");

    private final String text;

    private DocumentQuery(String text) {
        this.text = text;
    }

    static DocumentQuery named(String name) {
        try (InputStream file = DocumentQuery.class.getResourceAsStream("/sql/" + name + ".sql")) {
            byte[] bytes = Objects.requireNonNull(file, name).readAllBytes();
            return new DocumentQuery(new String(bytes, StandardCharsets.UTF_8).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of all of them. */
    static List<String> names() {
        try (Stream<Path> files =
                Files.list(Path.of(DocumentQuery.class.getResource("/sql").toURI()))) {
            return files.map(file -> file.getFileName().toString().replace(".sql", ""))
                    .sorted()
                    .toList();
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How many values it wants. */
    int parameters() {
        return PARAMETER
                .matcher(text)
                .results()
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .max()
                .orElse(0);
    }

    /** To the letter: prepared as it stands, and then executed with these values. */
    List<Row> run(EventServer server, @Nullable Object... values) {
        server.execute("PREPARE document_query AS " + text);
        try {
            return server.query("EXECUTE document_query"
                    + (values.length == 0
                            ? ""
                            : Arrays.stream(values)
                                    .map(DocumentQuery::literal)
                                    .collect(Collectors.joining(", ", "(", ")"))));
        } finally {
            server.execute("DEALLOCATE document_query");
        }
    }

    /** As somebody types it: with the values in the places of the parameters. */
    List<Row> runTyped(EventServer server, @Nullable Object... values) {
        return server.query(PARAMETER
                .matcher(text)
                .replaceAll(parameter ->
                        Matcher.quoteReplacement(literal(values[Integer.parseInt(parameter.group(1)) - 1]))));
    }

    private static String literal(@Nullable Object value) {
        if (value == null) {
            return "NULL";
        }
        return value instanceof Number
                ? value.toString()
                : "'" + value.toString().replace("'", "''") + "'";
    }
}
