package dev.weir.flink.deploy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The shape of a compose file, as far as ours go: which keys there are and what kind of value each has, and that whatever is
 * named in one place is there in the other.
 */
final class ComposeFile {
    private enum Kind {
        TEXT,
        TEXTS,
        TEXT_OR_TEXTS,
        MAP
    }

    private static final Map<String, Kind> OF_THE_FILE =
            Map.of("name", Kind.TEXT, "services", Kind.MAP, "volumes", Kind.MAP, "networks", Kind.MAP);

    private static final Map<String, Kind> OF_A_SERVICE = Map.ofEntries(
            Map.entry("image", Kind.TEXT),
            Map.entry("build", Kind.MAP),
            Map.entry("command", Kind.TEXT_OR_TEXTS),
            Map.entry("entrypoint", Kind.TEXT_OR_TEXTS),
            Map.entry("environment", Kind.MAP),
            Map.entry("ports", Kind.TEXTS),
            Map.entry("volumes", Kind.TEXTS),
            Map.entry("depends_on", Kind.MAP),
            Map.entry("healthcheck", Kind.MAP),
            Map.entry("restart", Kind.TEXT),
            Map.entry("network_mode", Kind.TEXT),
            Map.entry("user", Kind.TEXT),
            Map.entry("shm_size", Kind.TEXT),
            Map.entry("deploy", Kind.MAP));

    private static final Map<String, Set<String>> INSIDE = Map.of(
            "build", Set.of("context", "dockerfile", "args", "target"),
            "healthcheck", Set.of("test", "interval", "timeout", "retries", "start_period"),
            "deploy", Set.of("replicas", "resources"));

    private static final Set<String> CONDITIONS =
            Set.of("service_started", "service_healthy", "service_completed_successfully");
    private static final Pattern RESTART = Pattern.compile("no|always|unless-stopped|on-failure(:\\d+)?");
    private static final Pattern PORT = Pattern.compile("127\\.0\\.0\\.1:\\d+:\\d+");
    private static final Pattern VOLUME = Pattern.compile("[^:]+:/[^:]+(:ro)?");
    private static final Pattern DURATION = Pattern.compile("\\d+(ms|s|m|h)");
    private static final Pattern VARIABLE = Pattern.compile("(?<!\\$)\\$(?!\\$|\\{[A-Z_]+(:?[?-][^}]*)?})");

    private final Map<?, ?> file;
    private final List<String> problems = new ArrayList<>();

    private ComposeFile(Map<?, ?> file) {
        this.file = file;
    }

    static ComposeFile parse(String yaml) {
        Object parsed = new Load(LoadSettings.builder().build()).loadFromString(yaml);
        return new ComposeFile((Map<?, ?>) merged(parsed));
    }

    /** YAML's merge key, which this parser leaves as it is: a service's own keys win. */
    private static Object merged(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(one -> one == null ? "" : merged(one)).toList();
        }
        if (!(value instanceof Map<?, ?> map)) {
            return value;
        }
        Map<Object, Object> all = new LinkedHashMap<>();
        if (map.get("<<") instanceof Map<?, ?> base) {
            base.forEach((key, inner) -> all.put(key, merged(inner)));
        }
        map.forEach((key, inner) -> {
            if (!"<<".equals(key)) {
                all.put(key, inner == null ? Map.of() : merged(inner));
            }
        });
        return all;
    }

    Map<?, ?> services() {
        return file.get("services") instanceof Map<?, ?> services ? services : Map.of();
    }

    Map<?, ?> service(String name) {
        return services().get(name) instanceof Map<?, ?> service ? service : Map.of();
    }

    /** One sentence each; none if it is well. */
    List<String> problems() {
        problems.clear();
        file.forEach((key, value) -> {
            if (!key.toString().startsWith("x-")) {
                check("the file", key, value, OF_THE_FILE);
            }
        });
        if (services().isEmpty()) {
            problems.add("the file has no services");
        }
        services().keySet().forEach(name -> service(name.toString(), service(name.toString())));
        return List.copyOf(problems);
    }

    private void check(String where, Object key, Object value, Map<String, Kind> known) {
        Kind kind = known.get(key.toString());
        if (kind == null) {
            problems.add(where + " has \"" + key + "\", which compose does not know");
        } else if (!isOf(kind, value)) {
            problems.add(where + " has a \"" + key + "\" of another kind than compose wants");
        }
    }

    private static boolean isOf(Kind kind, Object value) {
        return switch (kind) {
            case TEXT -> isScalar(value);
            case TEXTS -> value instanceof List<?> list && list.stream().allMatch(ComposeFile::isScalar);
            case TEXT_OR_TEXTS -> isOf(Kind.TEXT, value) || isOf(Kind.TEXTS, value);
            case MAP -> value instanceof Map<?, ?>;
        };
    }

    private static boolean isScalar(Object value) {
        return value instanceof String || value instanceof Number;
    }

    private void service(String name, Map<?, ?> service) {
        String where = "service " + name;
        service.forEach((key, value) -> {
            check(where, key, value, OF_A_SERVICE);
            if (INSIDE.containsKey(key.toString()) && value instanceof Map<?, ?> inner) {
                inner.keySet().stream()
                        .filter(inside -> !INSIDE.get(key.toString()).contains(inside))
                        .forEach(inside -> problems.add(where + " has \"" + inside + "\" in its " + key));
            }
        });
        if (!service.containsKey("image") && !service.containsKey("build")) {
            problems.add(where + " has neither an image nor a build");
        }
        if (service.get("image") instanceof String image && !image.matches("[^:]+:\\d.*")) {
            problems.add(where + " has an image without a version");
        }
        if (!RESTART.matcher(text(service.get("restart"), "no")).matches()) {
            problems.add(where + " has a restart that compose does not know");
        }
        each(service.get("ports"), PORT, where + " has a port that is not on loopback");
        each(service.get("volumes"), VOLUME, where + " has a volume without a path inside");
        volumes(where, service);
        dependencies(where, service);
        health(where, service);
        environment(where, service);
    }

    private void each(Object values, Pattern pattern, String problem) {
        if (values instanceof Collection<?> all) {
            all.stream()
                    .filter(value -> !pattern.matcher(value.toString()).matches())
                    .forEach(value -> problems.add(problem + ": " + value));
        }
    }

    private void volumes(String where, Map<?, ?> service) {
        Map<?, ?> declared = file.get("volumes") instanceof Map<?, ?> volumes ? volumes : Map.of();
        if (service.get("volumes") instanceof List<?> mounts) {
            for (Object mount : mounts) {
                String source = mount.toString().split(":", 2)[0];
                if (!source.startsWith(".") && !source.startsWith("/") && !declared.containsKey(source)) {
                    problems.add(where + " mounts " + source + ", which is not among the volumes");
                }
            }
        }
    }

    private void dependencies(String where, Map<?, ?> service) {
        if (service.get("depends_on") instanceof Map<?, ?> others) {
            others.forEach((other, how) -> {
                String condition = how instanceof Map<?, ?> map ? text(map.get("condition"), "") : "";
                if (!services().containsKey(other)) {
                    problems.add(where + " depends on " + other + ", which is not there");
                } else if (!CONDITIONS.contains(condition)) {
                    problems.add(where + " depends on " + other + " under no condition that compose knows");
                } else if (condition.equals("service_healthy")
                        && !service(other.toString()).containsKey("healthcheck")) {
                    problems.add(where + " waits for the health of " + other + ", which has no check");
                }
            });
        }
    }

    private void health(String where, Map<?, ?> service) {
        if (service.get("healthcheck") instanceof Map<?, ?> check) {
            if (!(check.get("test") instanceof List<?> test) || !test.get(0).equals("CMD")) {
                problems.add(where + " has a healthcheck without a command");
            }
            for (String time : List.of("interval", "timeout", "start_period")) {
                if (!DURATION.matcher(text(check.get(time), "0s")).matches()) {
                    problems.add(where + " has a healthcheck whose " + time + " is no time");
                }
            }
        }
    }

    private void environment(String where, Map<?, ?> service) {
        if (service.get("environment") instanceof Map<?, ?> variables) {
            variables.forEach((name, value) -> {
                if (!isScalar(value) || VARIABLE.matcher(value.toString()).find()) {
                    problems.add(where + " has a variable " + name + " that is no text");
                }
            });
        }
    }

    private static String text(Object value, String otherwise) {
        return value == null ? otherwise : value.toString();
    }
}
