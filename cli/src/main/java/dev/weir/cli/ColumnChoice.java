package dev.weir.cli;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What {@code --map} says of the columns of a CSV file. */
record ColumnChoice(Map<Role, String> columns) {
    static final ColumnChoice NONE = new ColumnChoice(Map.of());

    /** What a column can tell. */
    enum Role {
        WORKFLOW,
        STAGE,
        START,
        END,
        TIME,
        LIFECYCLE,
        SLA,
        NAME;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final String WORDS =
            Arrays.stream(Role.values()).map(Role::word).collect(Collectors.joining("|"));

    /** Columns are called anything, commas included: a comma only separates where another {@code role=} follows it. */
    static ColumnChoice parse(String text) {
        Map<Role, String> columns = new EnumMap<>(Role.class);
        for (String part : text.isBlank() ? new String[0] : text.split(",(?=(?:" + WORDS + ")=)")) {
            int equals = part.indexOf('=');
            String word = equals < 0 ? part : part.substring(0, equals).strip();
            Role role = Arrays.stream(Role.values())
                    .filter(known -> known.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> wrong(part, "is none of " + WORDS.replace("|", "=, ") + "="));
            if (equals < 0 || part.substring(equals + 1).isBlank()) {
                throw wrong(part, "names no column");
            }
            columns.put(role, part.substring(equals + 1).strip());
        }
        checkTimes(columns.keySet());
        return new ColumnChoice(columns);
    }

    /** A row is one event or an interval: whoever names columns for both would miss what only one of them says. */
    private static void checkTimes(Set<Role> named) {
        boolean isInterval = named.contains(Role.START) || named.contains(Role.END);
        if (isInterval && (named.contains(Role.TIME) || named.contains(Role.LIFECYCLE))) {
            throw new Refusal(
                    Weir.WRONG_USAGE,
                    "--map names both: a row is one event, with time= and lifecycle=, or an interval, with start= and"
                            + " end=.");
        }
    }

    private static Refusal wrong(String part, String why) {
        return new Refusal(Weir.WRONG_USAGE, "--map has \"" + Foreign.line(part) + "\", which " + why + ".");
    }
}
