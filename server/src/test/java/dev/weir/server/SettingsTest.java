package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.core.session.SessionRules;
import dev.weir.server.Settings.LogFormat;
import dev.weir.server.Settings.Option;
import dev.weir.server.Settings.WrongUsage;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.Driver;

class SettingsTest {
    private static final Settings DEFAULTS = new Settings(
            8420,
            "127.0.0.1",
            Path.of(".weir/data").toAbsolutePath(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            "weir-events",
            12,
            false,
            "none",
            16 << 20,
            20_000,
            1 << 20,
            64,
            262_144,
            1_000,
            Duration.ofHours(24),
            50_000,
            8_000,
            20_000,
            2_000,
            64L << 20,
            8,
            Duration.ofSeconds(30),
            Duration.ofMinutes(1),
            Duration.ofHours(1),
            Duration.ofMinutes(5),
            Duration.ofHours(24),
            SessionRules.DEFAULT.excusable(),
            false,
            "",
            Duration.ofHours(24),
            Duration.ofDays(90),
            Duration.ofDays(30),
            LogFormat.TEXT,
            false);

    /** A value other than the default for every option, as one would type it. */
    private static final Map<String, String> OTHERS = others();

    private static final Settings OTHER = new Settings(
            0,
            "::1",
            Path.of("/srv/weir data"),
            Optional.of("jdbc:postgresql://db/weir?user=u&password=p"),
            Optional.of("jdbc:postgresql://replica/weir?user=u&password=q"),
            Optional.of("one:9092,[::1]:9093"),
            "events.of-weir",
            3,
            true,
            "none",
            65_536,
            10,
            2_000,
            7,
            300,
            200,
            Duration.ofDays(7),
            400,
            50,
            0,
            1,
            3_000_000_000L,
            2,
            Duration.ofSeconds(40),
            Duration.ofMinutes(2),
            Duration.ofHours(3),
            Duration.ofSeconds(90),
            Duration.ofDays(2),
            List.of("gone", "too slow"),
            true,
            "fetch=pull*;analyze=scan",
            Duration.ofDays(2),
            Duration.ofDays(7),
            Duration.ofDays(8),
            LogFormat.JSON,
            true);

    private static Map<String, String> others() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("port", "0");
        values.put("host", "::1");
        values.put("data", "/srv/weir data");
        values.put("db", "jdbc:postgresql://db/weir?user=u&password=p");
        values.put("read-db", "jdbc:postgresql://replica/weir?user=u&password=q");
        values.put("kafka", "one:9092,[::1]:9093");
        values.put("kafka-topic", "events.of-weir");
        values.put("kafka-partitions", "3");
        values.put("take-over", "true");
        values.put("auth", "none");
        values.put("max-body-bytes", "64KiB");
        values.put("max-events", "10");
        values.put("max-event-bytes", "2kB");
        values.put("max-depth", "7");
        values.put("max-string-length", "300");
        values.put("max-name-length", "200");
        values.put("max-future", "7d");
        values.put("queue-events", "400");
        values.put("commit-events", "50");
        values.put("state-cache", "0");
        values.put("refold-inline-events", "1");
        values.put("parked-bytes-per-day", "3GB");
        values.put("db-pool", "2");
        values.put("overdue-grace", "40s");
        values.put("stalled-floor", "2m");
        values.put("stalled-after", "3h");
        values.put("session-idle", "90s");
        values.put("attribution-window", "2d");
        values.put("excusable-errors", "gone; too slow");
        values.put("literal-wallets", "true");
        values.put("signal-phases", "fetch=pull*;analyze=scan");
        values.put("keep-signals", "2d");
        values.put("keep-telemetry", "7d");
        values.put("keep-signatures", "8d");
        values.put("log-format", "json");
        values.put("demo", "true");
        return values;
    }

    @Test
    void hasDefaults() {
        assertThat(Settings.defaults()).isEqualTo(DEFAULTS);
    }

    @Test
    void keepsDataBesideTheLauncher() {
        Settings settings = Settings.of(List.of(), Map.of("WEIR_HOME", "/opt/weir"));

        assertThat(settings.data()).isEqualTo(Path.of("/opt/weir/.weir/data"));
    }

    @Test
    void tableHasOneRowPerSetting() {
        List<String> components = Arrays.stream(Settings.class.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();

        assertThat(Settings.OPTIONS).extracting(SettingsTest::camelCase).isEqualTo(components);
        assertThat(OTHERS.keySet())
                .containsExactlyElementsOf(
                        Settings.OPTIONS.stream().map(Option::name).toList());
    }

    @Test
    void tableNamesTheVariableOfAnOption() {
        Option bodyBytes = Settings.OPTIONS.stream()
                .filter(option -> option.name().equals("max-body-bytes"))
                .findFirst()
                .orElseThrow();

        assertThat(bodyBytes.flag()).isEqualTo("--max-body-bytes");
        assertThat(bodyBytes.variable()).isEqualTo("WEIR_MAX_BODY_BYTES");
    }

    @Test
    void takesEveryKeyFromTheCommandLine() {
        List<String> separate = OTHERS.entrySet().stream()
                .flatMap(other -> List.of("--" + other.getKey(), other.getValue()).stream())
                .toList();
        List<String> joined = OTHERS.entrySet().stream()
                .map(other -> "--" + other.getKey() + "=" + other.getValue())
                .toList();

        assertThat(Settings.of(separate, Map.of())).isEqualTo(OTHER);
        assertThat(Settings.of(joined, Map.of())).isEqualTo(OTHER);
    }

    @Test
    void takesEveryKeyFromTheEnvironment() {
        Map<String, String> environment = new LinkedHashMap<>();
        Settings.OPTIONS.forEach(option -> environment.put(option.variable(), OTHERS.get(option.name())));

        assertThat(Settings.of(List.of(), environment)).isEqualTo(OTHER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--demo", "--demo=true", "--demo true"})
    void flagNeedsNoValue(String flag) {
        List<String> arguments = new ArrayList<>(List.of("--port", "3"));
        arguments.addAll(List.of(flag.split(" ")));
        arguments.addAll(List.of("--db-pool", "4"));

        assertThat(Settings.of(arguments, Map.of()))
                .isEqualTo(DEFAULTS.with(Map.of("port", "3", "db-pool", "4", "demo", "true")));
    }

    @Test
    void optionWinsOverVariableAndEmptyVariableIsNone() {
        Map<String, String> environment = Map.of("WEIR_PORT", "1", "WEIR_MAX_EVENTS", "2", "WEIR_DB", "");

        assertThat(Settings.of(List.of("--port", "3"), environment))
                .isEqualTo(DEFAULTS.with(Map.of("port", "3", "max-events", "2")));
    }

    @Test
    void withChangesSomeAndKeepsTheRest() {
        assertThat(OTHER.with(Map.of())).isEqualTo(OTHER);
        assertThat(OTHER.with(Map.of("db-pool", "3")).dbPool()).isEqualTo(3);
        assertThat(OTHER.with(Map.of("db", "")).db()).isEmpty();
        assertThat(DEFAULTS.with(OTHERS)).isEqualTo(OTHER);
    }

    @ParameterizedTest
    @CsvSource({"1,1", "64kB,64000", "64 kb,64000", "16MiB,16777216", "1GiB,1073741824", "7b,7", "2MB,2000000"})
    void readsSizes(String written, int bytes) {
        assertThat(DEFAULTS.with(Map.of("max-body-bytes", written)).maxBodyBytes())
                .isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"0s,0", "30s,30", "5m,300", "24h,86400", "7d,604800"})
    void readsDurations(String written, long seconds) {
        assertThat(DEFAULTS.with(Map.of("max-future", written)).maxFuture()).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.8.9.10", "::1", "[::1]", "localhost", "LOCALHOST"})
    void servesLoopback(String host) {
        assertThat(DEFAULTS.with(Map.of("host", host)).host())
                .isEqualTo(host.replace("[", "").replace("]", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "10.0.0.1", "999.0.0.1", "example.org", "1", ":::"})
    void refusesOtherHostsWithoutKeys(String host) {
        assertThat(problems("--host", host))
                .containsExactly("--host is \"" + host
                        + "\", but without WEIR_AUTH=required, which this version does not have yet, it must be a"
                        + " loopback address such as 127.0.0.1 or ::1.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "port|65536|it must be a whole number from 0 to 65535",
                "port|-1|it must be a whole number from 0 to 65535",
                "port|99999999999|it must be a whole number from 0 to 65535",
                "auth|required|only \"none\" is available in this version",
                "max-body-bytes|0|it must be a size such as 65536, 64kB or 16MiB, from 1 to 1073741824 bytes",
                "max-body-bytes|2GiB|it must be a size such as 65536, 64kB or 16MiB, from 1 to 1073741824 bytes",
                "max-event-bytes|1.5MiB|it must be a size such as 65536, 64kB or 16MiB, from 1 to 268435456 bytes",
                "max-events|0|it must be a whole number from 1 to 1000000",
                "max-depth|501|it must be a whole number from 1 to 500",
                "max-string-length|64k|it must be a whole number from 1 to 100000000",
                "max-name-length|1301|it must be a whole number from 1 to 1300",
                "max-future|1w|it must be a duration such as 30s, 5m, 24h or 7d, up to 3650d",
                "max-future|3651d|it must be a duration such as 30s, 5m, 24h or 7d, up to 3650d",
                "queue-events|many|it must be a whole number from 1 to 10000000",
                "commit-events|1e3|it must be a whole number from 1 to 1000000",
                "state-cache|١|it must be a whole number from 0 to 10000000",
                "refold-inline-events|10000001|it must be a whole number from 0 to 10000000",
                "parked-bytes-per-day|2TB|it must be a size such as 65536, 64kB or 16MiB, from 1 to 1099511627776 bytes",
                "db-pool|1|it must be a whole number from 2 to 1000",
                "log-format|TEXT|it must be text or json",
                "data|' '|it must be the path of a directory",
            })
    void namesOptionOrVariableWithItsValueAndWhatIsAllowed(String name, String value, String allowed) {
        String variable = "WEIR_" + name.toUpperCase(Locale.ROOT).replace('-', '_');
        String sentence = " is \"" + value + "\", but " + allowed + ".";

        assertThat(problems("--" + name, value)).containsExactly("--" + name + sentence);
        assertThatThrownBy(() -> Settings.of(List.of(), Map.of(variable, value)))
                .hasMessage(variable + sentence);
    }

    @Test
    void reportsEverythingAtOnce() {
        assertThat(problems("--prot", "1", "x", "--port", "y", "--port=2", "--max-events", "--data"))
                .containsExactly(
                        "\"--prot\" is not an option of weir up; weir up --help lists them.",
                        "\"x\" is not an option of weir up; weir up --help lists them.",
                        "--port is given twice, but may be given only once.",
                        "--max-events needs a value.",
                        "--data needs a value.");
    }

    /** An emitter would send such a request for ever. */
    @Test
    void refusesRequestsThatCouldNeverBeQueued() {
        assertThat(problems("--queue-events", "19999"))
                .containsExactly("--max-events is \"20000\", but a request that large would never fit into a queue of"
                        + " 19999 events: it must not be more than --queue-events.");
        assertThat(Settings.of(List.of("--queue-events", "20000"), Map.of()).maxEvents())
                .isEqualTo(20_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"db", "read-db"})
    void neverShowsAPasswordInADatabaseUrl(String name) {
        assertThat(problems("--" + name, "postgres://u:secret@db/weir"))
                .containsExactly("--" + name + " must start with jdbc:postgresql: and does not; its value is not shown,"
                        + " as it may hold a password.");
        assertThat(OTHER.toString()).startsWith("Settings[port=0, host=::1, ").contains(", " + name + "=(given), ");
        assertThat(DEFAULTS.toString()).contains(", " + name + "=, ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "//h:secret/w|has a port that is no number from 1 to 65535",
                "//h:/w?password=secret|has a port that is no number from 1 to 65535",
                "//h:0/w?password=secret|has a port that is no number from 1 to 65535",
                "//one:1,two:65536/w?password=secret|has a port that is no number from 1 to 65535",
                "//u:secret@h/w|names a user before the host: write ?user=…&password=… at its end instead",
                "//u:secret@h:5432/w|names a user before the host: write ?user=…&password=… at its end instead",
                "//h/w?password=se%cret|has a % that is not followed by two hexadecimal digits: write %25 for it",
                "//h?password=secret|must look like jdbc:postgresql://HOST:PORT/NAME?user=…&password=… and does not",
                "//h/w/secret|must look like jdbc:postgresql://HOST:PORT/NAME?user=…&password=… and does not",
                "/secret|must look like jdbc:postgresql://HOST:PORT/NAME?user=…&password=… and does not"
            })
    void saysWhatIsWrongWithADatabaseUrlWithoutShowingIt(String url, String objection) {
        assertThat(problems("--db", "jdbc:postgresql:" + url))
                .containsExactly("--db " + objection + "; its value is not shown, as it may hold a password.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "w",
                "w?user=u&password=100%25",
                "///w",
                "//h/w?password=a/b?c@d:e",
                "//h:05432/w",
                "//[::1]/w",
                "//[::1]:5432/w",
                "//one:1,two/w?targetServerType=primary"
            })
    void takesWhatTheDriverTakes(String url) {
        assertThat(Settings.objectionToUrl("--db", "jdbc:postgresql:" + url)).isEmpty();
        assertThat(Driver.parseURL("jdbc:postgresql:" + url, null)).isNotNull();
    }

    @Test
    void usageListsEveryOption() {
        for (Option option : Settings.OPTIONS) {
            assertThat(Settings.usage())
                    .contains("  " + option.flag() + " ")
                    .contains(" " + option.variable() + " ")
                    .contains(" " + option.meaning() + " (default ");
        }
    }

    private static List<String> problems(String... arguments) {
        return catchThrowableOfType(WrongUsage.class, () -> Settings.of(List.of(arguments), Map.of()))
                .problems();
    }

    private static String camelCase(Option option) {
        StringBuilder name = new StringBuilder();
        for (String word : option.name().split("-")) {
            name.append(name.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
        }
        return name.toString();
    }
}
