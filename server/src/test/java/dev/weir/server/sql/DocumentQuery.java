package dev.weir.server.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

    private final String name;
    private final String text;

    private DocumentQuery(String name, String text) {
        this.name = name;
        this.text = text;
    }

    static DocumentQuery named(String name) {
        try (InputStream file = DocumentQuery.class.getResourceAsStream("/sql/" + name + ".sql")) {
            byte[] bytes = Objects.requireNonNull(file, name).readAllBytes();
            return new DocumentQuery(name, new String(bytes, StandardCharsets.UTF_8).strip());
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

    boolean isOfTheFirstDraft() {
        return name.startsWith("draft");
    }

    /** The part of its name that both documents share. */
    String view() {
        return name.replaceFirst("^[a-z]+-\\d+-", "");
    }

    /** To the letter: prepared as it stands, and then executed with these values. */
    List<Row> run(EventServer server, List<@Nullable Object> values) {
        server.execute("PREPARE document_query AS " + text);
        try {
            return server.query("EXECUTE document_query"
                    + (values.isEmpty()
                            ? ""
                            : values.stream().map(DocumentQuery::literal).collect(Collectors.joining(", ", "(", ")"))));
        } finally {
            server.execute("DEALLOCATE document_query");
        }
    }

    /** As somebody types it: with the values in the places of the parameters. */
    List<Row> runTyped(EventServer server, List<@Nullable Object> values) {
        return server.query(PARAMETER
                .matcher(text)
                .replaceAll(parameter ->
                        Matcher.quoteReplacement(literal(values.get(Integer.parseInt(parameter.group(1)) - 1)))));
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
