package dev.weir.flink;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The command line of {@code weir flink}, {@code --name value} or {@code --name=value}. Each option is a variable, too,
 * {@code WEIR_FLINK_NAME}, and the option wins; the database is also that of {@code WEIR_DB}.
 *
 * @param options by name, without the dashes
 * @param rest what is no option
 */
public record Arguments(Map<String, String> options, List<String> rest) {
    /** What every command of Weir's may be given, whether it needs it or not. */
    private static final Set<String> OF_EVERY_COMMAND = Set.of("url", "key", "data", "db");

    private static final String NO_VALUE = "";
    private static final int MOST = 999_999_999;

    /**
     * @param known the command's own options
     * @param flags those of them that need no value: given alone, they are true
     * @throws IllegalArgumentException with a sentence, if one is unknown, given twice or without its value
     */
    public static Arguments of(
            List<String> arguments, Map<String, String> environment, Set<String> known, Set<String> flags) {
        Set<String> all = new HashSet<>(known);
        all.addAll(OF_EVERY_COMMAND);
        Map<String, String> options = new LinkedHashMap<>();
        List<String> rest = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (!argument.startsWith("--")) {
                rest.add(argument);
                continue;
            }
            String name = argument.substring(2).split("=", 2)[0];
            if (!all.contains(name)) {
                throw new IllegalArgumentException("\"--" + name + "\" is not an option here; --help lists them.");
            }
            String value = argument.contains("=") ? argument.substring(name.length() + 3) : NO_VALUE;
            if (!argument.contains("=") && i + 1 < arguments.size() && isValue(arguments.get(i + 1), name, flags)) {
                value = arguments.get(++i);
            } else if (value.isEmpty() && flags.contains(name)) {
                value = "true";
            }
            put(options, name, value);
        }
        fromEnvironment(environment, all, options);
        return new Arguments(options, rest);
    }

    private static boolean isValue(String next, String name, Set<String> flags) {
        return flags.contains(name) ? next.equals("true") || next.equals("false") : !next.startsWith("--");
    }

    private static void put(Map<String, String> options, String name, String value) {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("--" + name + " needs a value; --help says which.");
        }
        if (options.put(name, value) != null) {
            throw new IllegalArgumentException("--" + name + " is given twice, but may be given only once.");
        }
    }

    private static void fromEnvironment(
            Map<String, String> environment, Set<String> names, Map<String, String> options) {
        for (String name : names) {
            String own = environment.getOrDefault(variable(name), "");
            String value = own.isEmpty() && name.equals("db") ? environment.getOrDefault("WEIR_DB", "") : own;
            if (!value.isEmpty()) {
                options.putIfAbsent(name, value);
            }
        }
    }

    private static String variable(String name) {
        return "WEIR_FLINK_" + name.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    public @Nullable String get(String name) {
        return options.get(name);
    }

    String get(String name, String otherwise) {
        return options.getOrDefault(name, otherwise);
    }

    int number(String name, int otherwise) {
        return number(name, otherwise, MOST);
    }

    /** From 1 on. */
    public int number(String name, int otherwise, int most) {
        String text = options.get(name);
        if (text == null) {
            return otherwise;
        }
        if (!text.matches("[1-9][0-9]{0,8}") || Integer.parseInt(text) > most) {
            throw new IllegalArgumentException(
                    "--" + name + " is \"" + text + "\", but it must be a number from 1 to " + most + ".");
        }
        return Integer.parseInt(text);
    }

    /** Where processes on this machine keep what they have. */
    public Path data() {
        return Path.of(get("data", System.getProperty("weir.flink.data", ".weir/flink")));
    }

    /** For a command that takes nothing but options. */
    public void refuseTheRest() {
        if (!rest.isEmpty()) {
            throw new IllegalArgumentException("\"" + rest.get(0) + "\" is not an option here; --help lists them.");
        }
    }
}
