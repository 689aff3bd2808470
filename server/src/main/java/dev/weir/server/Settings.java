package dev.weir.server;

import java.io.PrintStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Everything that can be set, checked once and then immutable: an option on the command line wins over its variable in
 * the environment, which wins over the default.
 *
 * <p>This file stands alone and uses nothing but the JDK, because the launcher runs it straight from source to find
 * wrong options before anything is built.
 */
public record Settings(
        int port,
        String host,
        Path data,
        Optional<String> db,
        Optional<String> readDb,
        Optional<String> kafka,
        String kafkaTopic,
        int kafkaPartitions,
        boolean takeOver,
        String auth,
        int maxBodyBytes,
        int maxEvents,
        int maxEventBytes,
        int maxDepth,
        int maxStringLength,
        int maxNameLength,
        Duration maxFuture,
        int queueEvents,
        int commitEvents,
        int stateCache,
        int refoldInlineEvents,
        long parkedBytesPerDay,
        int dbPool,
        Duration overdueGrace,
        Duration stalledFloor,
        Duration stalledAfter,
        Duration sessionIdle,
        Duration attributionWindow,
        List<String> excusableErrors,
        boolean literalWallets,
        String signalPhases,
        Duration keepSignals,
        Duration keepTelemetry,
        Duration keepSignatures,
        LogFormat logFormat,
        boolean demo) {

    public enum LogFormat {
        TEXT,
        JSON;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** One row of the configuration table: {@code --name} on the command line, {@code WEIR_NAME} in the environment. */
    public record Option(String name, String defaultValue, String meaning, Function<Settings, Object> value) {
        public String flag() {
            return "--" + name;
        }

        public String variable() {
            return "WEIR_" + name.toUpperCase(Locale.ROOT).replace('-', '_');
        }
    }

    public static final List<Option> OPTIONS = List.of(
            new Option("port", "8420", "port to listen on; 0 takes any free one", Settings::port),
            new Option("host", "127.0.0.1", "address to listen on; loopback only in this version", Settings::host),
            new Option(
                    "data",
                    ".weir/data",
                    "directory of the embedded PostgreSQL, by default beside the launcher",
                    Settings::data),
            new Option("db", "", "JDBC URL of a PostgreSQL 15 or newer to use instead", s -> s.db.orElse("")),
            new Option(
                    "read-db",
                    "",
                    "JDBC URL of a replica of the database to put questions to (docs/replica.md)",
                    s -> s.readDb.orElse("")),
            new Option(
                    "kafka",
                    "",
                    "brokers to hand events over to, for a Flink job to fold (docs/scale.md)",
                    s -> s.kafka.orElse("")),
            new Option("kafka-topic", "weir-events", "topic that events go to", Settings::kafkaTopic),
            new Option(
                    "kafka-partitions",
                    "12",
                    "partitions of that topic, if it has to be created",
                    Settings::kafkaPartitions),
            new Option(
                    "take-over",
                    "false",
                    "uses a database that the other kind of host folded, which must be gone for good",
                    Settings::takeOver),
            new Option("auth", "none", "whether keys are required; only none in this version", Settings::auth),
            new Option("max-body-bytes", "16MiB", "largest request body, after gunzip", Settings::maxBodyBytes),
            new Option("max-events", "20000", "most events in one request", Settings::maxEvents),
            new Option("max-event-bytes", "1MiB", "largest single event", Settings::maxEventBytes),
            new Option("max-depth", "64", "deepest nesting of an event's JSON", Settings::maxDepth),
            new Option("max-string-length", "262144", "longest string in an event", Settings::maxStringLength),
            new Option("max-name-length", "1000", "longest id or name in an event, in bytes", Settings::maxNameLength),
            new Option("max-future", "24h", "how far ahead of the clock a timestamp may be", Settings::maxFuture),
            new Option("queue-events", "50000", "events that may wait for a commit", Settings::queueEvents),
            new Option("commit-events", "8000", "most events in one commit", Settings::commitEvents),
            new Option("state-cache", "20000", "runs kept folded in memory", Settings::stateCache),
            new Option(
                    "refold-inline-events",
                    "2000",
                    "events of the longest run folded again at once",
                    Settings::refoldInlineEvents),
            new Option("parked-bytes-per-day", "64MiB", "rejected events kept per day", Settings::parkedBytesPerDay),
            new Option("db-pool", "8", "database connections for reading", Settings::dbPool),
            new Option(
                    "overdue-grace", "30s", "how late a run may resume before it is overdue", Settings::overdueGrace),
            new Option("stalled-floor", "1m", "no run is stalled after a shorter silence", Settings::stalledFloor),
            new Option(
                    "stalled-after",
                    "1h",
                    "silence after which a run is stalled where it is not known what is usual",
                    Settings::stalledAfter),
            new Option("session-idle", "5m", "silence after which a live-video session is idle", Settings::sessionIdle),
            new Option(
                    "attribution-window",
                    "24h",
                    "how far a capability snapshot may be from a session that it tells of",
                    Settings::attributionWindow),
            new Option(
                    "excusable-errors",
                    "no orchestrators available;mediamtx ingest disconnected;whip disconnected;missing video"
                            + ";ice connection state failed;user disconnected",
                    "what an excusable error of a session contains, in any case; separated by ;",
                    s -> String.join(";", s.excusableErrors)),
            new Option(
                    "literal-wallets",
                    "false",
                    "takes local_address for an orchestrator's identity, and address for its hot key",
                    Settings::literalWallets),
            new Option(
                    "signal-phases",
                    "",
                    "words in the names of steps and the phases that they belong to, as in fetch=download*,pull;analyze=scan*"
                            + " (docs/signals.md has what goes without saying)",
                    Settings::signalPhases),
            new Option(
                    "keep-signals", "24h", "how long the first signal of an ended run is kept", Settings::keepSignals),
            new Option("keep-telemetry", "90d", "how long telemetry of first signals is kept", Settings::keepTelemetry),
            new Option(
                    "keep-signatures",
                    "30d",
                    "how long after its last failure a signature of little confidence is matched",
                    Settings::keepSignatures),
            new Option("log-format", "text", "text or json", Settings::logFormat),
            new Option("demo", "false", "also feeds a lively, made-up workload", Settings::demo));

    /** Options that need no value on the command line: given alone, they are true. */
    private static final Set<String> FLAGS = Set.of("demo", "literal-wallets", "take-over");

    private static final Set<String> URLS = Set.of("db", "read-db");

    /** Thrown with every problem at once, so that nobody mends one only to meet the next. */
    public static final class WrongUsage extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient List<String> problems;

        WrongUsage(List<String> problems) {
            super(String.join("\n", problems));
            this.problems = List.copyOf(problems);
        }

        public List<String> problems() {
            return problems;
        }
    }

    public static Settings of(List<String> arguments, Map<String, String> environment) {
        List<String> problems = new ArrayList<>();
        Map<String, Given> given = fromArguments(arguments, problems);
        for (Option option : OPTIONS) {
            String value = environment.getOrDefault(option.variable(), "");
            if (!value.isEmpty()) {
                given.putIfAbsent(option.name(), new Given(option.variable(), value));
            }
        }
        given.computeIfAbsent("data", name -> new Given("--data", defaultData(environment)));
        return new Reader(given, problems).read();
    }

    public static Settings defaults() {
        return of(List.of(), Map.of());
    }

    /** These settings with some changed, by name as on the command line but without the dashes. */
    public Settings with(Map<String, String> changes) {
        Map<String, String> all = new LinkedHashMap<>();
        OPTIONS.forEach(option -> all.put(option.name(), text(option.value().apply(this))));
        all.putAll(changes);
        List<String> arguments = new ArrayList<>();
        all.forEach((name, value) -> {
            if (!value.isEmpty()) {
                arguments.add("--" + name + "=" + value);
            }
        });
        return of(arguments, Map.of());
    }

    /** The launcher says where Weir lives; without it, data goes below the working directory. */
    public static String defaultData(Map<String, String> environment) {
        String home = environment.getOrDefault("WEIR_HOME", "");
        return home.isEmpty() ? ".weir/data" : home + "/.weir/data";
    }

    /** A database's URL may hold a password, so it never reaches a log by accident. */
    @Override
    public String toString() {
        StringBuilder line = new StringBuilder("Settings[");
        for (Option option : OPTIONS) {
            String value = text(option.value().apply(this));
            boolean secret = URLS.contains(option.name()) && !value.isEmpty();
            line.append(line.charAt(line.length() - 1) == '[' ? "" : ", ");
            line.append(option.name()).append('=').append(secret ? "(given)" : value);
        }
        return line.append(']').toString();
    }

    /** What is wrong with the URL of a database, in one sentence that repeats nothing of it. */
    public static Optional<String> objectionToUrl(String source, String url) {
        return Optional.of(DatabaseUrl.objection(url))
                .filter(objection -> !objection.isEmpty())
                .map(objection -> source + " " + objection + "; its value is not shown, as it may hold a password.");
    }

    public static String usage() {
        StringBuilder text = new StringBuilder("""
                Usage: weir up [OPTION]…

                Starts Weir in the foreground; Ctrl-C stops it. Each option is also a variable in the environment.

                """);
        for (Option option : OPTIONS) {
            String otherwise = option.defaultValue().isEmpty() ? "none" : option.defaultValue();
            text.append(String.format(
                    Locale.ROOT,
                    "  %-23s %-26s %s (default %s)\n",
                    option.flag(),
                    option.variable(),
                    option.meaning(),
                    otherwise));
        }
        return text.append("\nSizes may be written as 64kB or 16MiB, durations as 30s, 5m, 24h or 7d.\n")
                .toString();
    }

    /** Checks only: {@code up [OPTION]…} prints what is wrong and ends with 2, or says nothing and ends with 0. */
    public static void main(String[] arguments) {
        List<String> all = List.of(arguments);
        if (all.isEmpty() || !all.get(0).equals("up")) {
            return;
        }
        List<String> options = all.subList(1, all.size());
        if (options.contains("--help")) {
            new PrintStream(System.out, true, StandardCharsets.UTF_8).print(usage());
            return;
        }
        try {
            of(options, System.getenv());
        } catch (WrongUsage wrong) {
            PrintStream errors = new PrintStream(System.err, true, StandardCharsets.UTF_8);
            wrong.problems().forEach(errors::println);
            System.exit(2);
        }
    }

    /** A value as it was given, and under which name, so that a complaint points at the right place. */
    private record Given(String source, String value) {}

    private static Map<String, Given> fromArguments(List<String> arguments, List<String> problems) {
        Map<String, Given> given = new LinkedHashMap<>();
        ListIterator<String> rest = arguments.listIterator();
        while (rest.hasNext()) {
            String argument = rest.next();
            String flag = argument.startsWith("--") ? argument.split("=", 2)[0] : argument;
            boolean alone = argument.equals(flag);
            String value = alone ? valueAfter(rest) : argument.substring(flag.length() + 1);
            if (alone && FLAGS.contains(flag.replaceFirst("^--", "")) && !isTruth(value)) {
                if (!value.isEmpty()) {
                    rest.previous();
                }
                value = "true";
            }
            if (OPTIONS.stream().noneMatch(option -> option.flag().equals(flag))) {
                problems.add("\"" + flag + "\" is not an option of weir up; weir up --help lists them.");
            } else if (argument.equals(flag) && value.isEmpty()) {
                problems.add(flag + " needs a value.");
            } else if (given.put(flag.substring(2), new Given(flag, value)) != null) {
                problems.add(flag + " is given twice, but may be given only once.");
            }
        }
        return given;
    }

    private static boolean isTruth(String value) {
        return value.equals("true") || value.equals("false");
    }

    private static String valueAfter(ListIterator<String> rest) {
        if (!rest.hasNext()) {
            return "";
        }
        String next = rest.next();
        if (next.startsWith("--")) {
            rest.previous();
            return "";
        }
        return next;
    }

    private static String text(Object value) {
        return value instanceof Duration duration ? duration.toSeconds() + "s" : value.toString();
    }

    /** PostgreSQL's driver says that it takes a URL or not, but not why not, and shows it to everybody. */
    private static final class DatabaseUrl {
        private static final Pattern PARTS = Pattern.compile("jdbc:postgresql:(?://([^/?]*)/)?([^/?]*(?:\\?.*)?)");
        private static final Pattern PORT = Pattern.compile(".*:(\\d{1,5})|[^:]*|\\[.*]");
        private static final Pattern STRAY_PERCENT = Pattern.compile("%(?![0-9a-fA-F]{2})");

        private DatabaseUrl() {}

        /** @return an empty text if there is none */
        static String objection(String url) {
            if (!url.startsWith("jdbc:postgresql:")) {
                return "must start with jdbc:postgresql: and does not";
            }
            Matcher parts = PARTS.matcher(url);
            if (!parts.matches()) {
                return "must look like jdbc:postgresql://HOST:PORT/NAME?user=…&password=… and does not";
            }
            String hosts = parts.group(1) == null ? "" : parts.group(1);
            if (hosts.contains("@")) {
                return "names a user before the host: write ?user=…&password=… at its end instead";
            }
            if (!Stream.of(hosts.split(",")).allMatch(DatabaseUrl::hasPort)) {
                return "has a port that is no number from 1 to 65535";
            }
            return STRAY_PERCENT.matcher(parts.group(2)).find()
                    ? "has a % that is not followed by two hexadecimal digits: write %25 for it"
                    : "";
        }

        private static boolean hasPort(String host) {
            Matcher parts = PORT.matcher(host);
            if (!parts.matches()) {
                return false;
            }
            int port = parts.group(1) == null ? 1 : Integer.parseInt(parts.group(1));
            return port >= 1 && port <= 65_535;
        }
    }

    /** Turns what was given into typed values, and notes what is wrong with each. */
    private static final class Reader {
        private static final Pattern SIZE = Pattern.compile("(\\d{1,12}) ?(?:([kmg])(i?)b|b)?");
        private static final Pattern DURATION = Pattern.compile("(\\d{1,9}) ?([smhd])");
        private static final String PHASE =
                "\\s*(resolve|fetch|restore|analyze|policy|report|unknown)\\s*=[\\s\\p{L}\\p{N}*,]+";
        private static final Pattern PHASES = Pattern.compile("(" + PHASE + "(;" + PHASE + ")*;?)?");
        private static final String BROKER = "[^\\s,:/]+:\\d{1,5}|\\[[0-9a-fA-F:.]+]:\\d{1,5}";
        private static final Pattern BROKERS = Pattern.compile("((" + BROKER + ")(,(" + BROKER + "))*)?");
        private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9._-]{1,249}");
        private static final Pattern NUMERIC_ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[?[0-9a-fA-F.]*:.*");

        private static final long LONGEST_DAYS = 3_650;

        /** An entry of an index of PostgreSQL's has at most 2,704 bytes, and one of them holds an env and a service. */
        private static final int LONGEST_NAME = 1_300;

        private final Map<String, Given> given;
        private final List<String> problems;

        Reader(Map<String, Given> given, List<String> problems) {
            this.given = given;
            this.problems = problems;
        }

        Settings read() {
            Settings settings = new Settings(
                    number("port", 0, 65_535),
                    host(),
                    data(),
                    url("db"),
                    url("read-db"),
                    brokers(),
                    topic(),
                    number("kafka-partitions", 1, 10_000),
                    truth("take-over"),
                    auth(),
                    (int) size("max-body-bytes", 1L << 30),
                    number("max-events", 1, 1_000_000),
                    (int) size("max-event-bytes", 1L << 28),
                    number("max-depth", 1, 500),
                    number("max-string-length", 1, 100_000_000),
                    number("max-name-length", 1, LONGEST_NAME),
                    duration("max-future"),
                    number("queue-events", 1, 10_000_000),
                    number("commit-events", 1, 1_000_000),
                    number("state-cache", 0, 10_000_000),
                    number("refold-inline-events", 0, 10_000_000),
                    size("parked-bytes-per-day", 1L << 40),
                    number("db-pool", 2, 1_000),
                    duration("overdue-grace"),
                    duration("stalled-floor"),
                    duration("stalled-after"),
                    duration("session-idle"),
                    duration("attribution-window"),
                    patterns("excusable-errors"),
                    truth("literal-wallets"),
                    phases(),
                    duration("keep-signals"),
                    duration("keep-telemetry"),
                    duration("keep-signatures"),
                    logFormat(),
                    truth("demo"));
            if (problems.isEmpty() && settings.maxEvents > settings.queueEvents) {
                refuse(
                        value("max-events"),
                        "a request that large would never fit into a queue of " + settings.queueEvents
                                + " events: it must not be more than --queue-events");
            }
            if (!problems.isEmpty()) {
                throw new WrongUsage(problems);
            }
            return settings;
        }

        private Optional<String> brokers() {
            Given brokers = value("kafka");
            if (!BROKERS.matcher(brokers.value()).matches()) {
                refuse(brokers, "it must be brokers with their ports, as in one:9092,two:9092");
            }
            return brokers.value().isEmpty() ? Optional.empty() : Optional.of(brokers.value());
        }

        private String topic() {
            Given topic = value("kafka-topic");
            if (!TOPIC.matcher(topic.value()).matches()) {
                refuse(topic, "it must be at most 249 letters, digits, dots, dashes and underscores");
            }
            return topic.value();
        }

        private String phases() {
            Given phases = value("signal-phases");
            if (!PHASES.matcher(phases.value()).matches()) {
                refuse(
                        phases,
                        "it must be phases with words of names, as in fetch=download*,pull;analyze=scan*, of the phases"
                                + " resolve, fetch, restore, analyze, policy, report and unknown");
            }
            return phases.value();
        }

        private Given value(String name) {
            for (Option option : OPTIONS) {
                if (option.name().equals(name)) {
                    return given.getOrDefault(name, new Given(option.flag(), option.defaultValue()));
                }
            }
            throw new IllegalArgumentException(name + " is missing in the table of options");
        }

        private void refuse(Given wrong, String allowed) {
            problems.add(wrong.source() + " is \"" + wrong.value() + "\", but " + allowed + ".");
        }

        private int number(String name, int least, int most) {
            Given number = value(name);
            if (number.value().matches("\\d{1,9}")) {
                int parsed = Integer.parseInt(number.value());
                if (parsed >= least && parsed <= most) {
                    return parsed;
                }
            }
            refuse(number, "it must be a whole number from " + least + " to " + most);
            return least;
        }

        private long size(String name, long most) {
            Given size = value(name);
            Matcher parts = SIZE.matcher(size.value().toLowerCase(Locale.ROOT));
            if (parts.matches()) {
                int power = parts.group(2) == null ? 0 : "kmg".indexOf(parts.group(2)) + 1;
                long unit = (long) Math.pow("i".equals(parts.group(3)) ? 1024 : 1000, power);
                long number = Long.parseLong(parts.group(1));
                if (number > 0 && number <= most / unit) {
                    return number * unit;
                }
            }
            refuse(size, "it must be a size such as 65536, 64kB or 16MiB, from 1 to " + most + " bytes");
            return 1;
        }

        private Duration duration(String name) {
            Given duration = value(name);
            Matcher parts = DURATION.matcher(duration.value());
            if (parts.matches()) {
                long number = Long.parseLong(parts.group(1));
                Duration parsed = switch (parts.group(2)) {
                    case "s" -> Duration.ofSeconds(number);
                    case "m" -> Duration.ofMinutes(number);
                    case "h" -> Duration.ofHours(number);
                    default -> Duration.ofDays(number);
                };
                if (parsed.toDays() <= LONGEST_DAYS) {
                    return parsed;
                }
            }
            refuse(duration, "it must be a duration such as 30s, 5m, 24h or 7d, up to " + LONGEST_DAYS + "d");
            return Duration.ZERO;
        }

        private String host() {
            Given host = value("host");
            if (!value("auth").value().equals("required") && !isLoopback(host.value())) {
                refuse(
                        host,
                        "without WEIR_AUTH=required, which this version does not have yet, it must be a loopback"
                                + " address such as 127.0.0.1 or ::1");
            }
            return host.value().replaceAll("^\\[|]$", "");
        }

        /** Asks no name server: a name other than localhost may point elsewhere tomorrow. */
        private static boolean isLoopback(String host) {
            if (host.equalsIgnoreCase("localhost")) {
                return true;
            }
            try {
                return NUMERIC_ADDRESS.matcher(host).matches()
                        && InetAddress.getByName(host).isLoopbackAddress();
            } catch (UnknownHostException e) {
                return false;
            }
        }

        private Path data() {
            Given data = value("data");
            try {
                if (!data.value().isBlank()) {
                    return Path.of(data.value()).toAbsolutePath().normalize();
                }
            } catch (InvalidPathException e) {
                // refused below, like a blank one
            }
            refuse(data, "it must be the path of a directory");
            return Path.of("");
        }

        private Optional<String> url(String name) {
            Given url = value(name);
            if (!given.containsKey(name)) {
                return Optional.empty();
            }
            objectionToUrl(url.source(), url.value()).ifPresent(problems::add);
            return Optional.of(url.value());
        }

        private String auth() {
            Given auth = value("auth");
            if (!auth.value().equals("none")) {
                refuse(auth, "only \"none\" is available in this version");
            }
            return auth.value();
        }

        private boolean truth(String name) {
            Given truth = value(name);
            if (!isTruth(truth.value())) {
                refuse(truth, "it must be true or false");
            }
            return truth.value().equals("true");
        }

        private List<String> patterns(String name) {
            Given patterns = value(name);
            List<String> parts = Stream.of(patterns.value().split(";", -1))
                    .map(String::strip)
                    .toList();
            if (parts.contains("")) {
                refuse(patterns, "it must be a list such as whip disconnected;missing video, without empty parts");
            }
            return parts;
        }

        private LogFormat logFormat() {
            Given format = value("log-format");
            for (LogFormat known : LogFormat.values()) {
                if (known.toString().equals(format.value())) {
                    return known;
                }
            }
            refuse(format, "it must be text or json");
            return LogFormat.TEXT;
        }
    }
}
