package dev.weir.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Something that must hold of what is derived.
 *
 * @param sql finds the rows for which it does not
 */
record Rule(String sentence, String sql) {
    private static final String FILE = "METRICS_VALIDATION_QUERIES.sql";
    private static final String HEADING = "-- check: ";

    /** In the order of the file that people read. */
    static List<Rule> all() {
        try (InputStream file = Objects.requireNonNull(Rule.class.getResourceAsStream(FILE))) {
            return of(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Rule> of(String file) {
        List<Rule> rules = new ArrayList<>();
        String[] parts = file.split("(?m)^" + HEADING);
        for (int i = 1; i < parts.length; i++) { // what stands before the first heading is for people
            String[] lines = parts[i].split("\n", 2);
            rules.add(new Rule(lines[0].strip(), lines[1]));
        }
        return rules;
    }
}
