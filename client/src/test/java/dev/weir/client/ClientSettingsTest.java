package dev.weir.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientSettingsTest {

    private static void assertRefused(UnaryOperator<WeirClientBuilder> setting, String sentence) {
        assertThatThrownBy(() -> setting.apply(WeirClient.builder()).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(sentence);
    }

    @Test
    void theUrlMustBePlain() {
        for (String url : new String[] {
            "", "127.0.0.1:8420", "ftp://host", "http://", "http://host?env=x", "http://host#a", "http://me:pw@host"
        }) {
            assertThatThrownBy(() -> WeirClient.builder().url(url).build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("The URL " + url)
                    .hasMessageContaining("must be like http://host:8420");
        }
        assertRefused(b -> b.url("http://a b"), "The URL http://a b cannot be read; it must be like http://host:8420.");
    }

    @Test
    void textsMustNotBeBlank() {
        assertRefused(b -> b.apiKey("a b"), "The API key must consist of visible ASCII characters only.");
        assertRefused(b -> b.apiKey("key\n"), "The API key must consist of visible ASCII characters only.");
        assertRefused(b -> b.env(""), "The environment must not be blank; leave it out instead.");
        assertRefused(b -> b.serviceKey(" "), "The service key must not be blank; leave it out instead.");
    }

    @Test
    void sizesHaveBounds() {
        assertRefused(b -> b.batchSize(0), "The batch size must be from 1 to 10000, not 0.");
        assertRefused(
                b -> b.bufferLimit(99, 1 << 20), "The buffer's number of events must be from 100 to 10000000, not 99.");
        assertRefused(
                b -> b.bufferLimit(100, 1_000),
                "The buffer in bytes must be from 262144 to 4611686018427387903, not 1000.");
        assertRefused(b -> b.maxEventBytes(100), "The largest event in bytes must be from 4096 to 1048576, not 100.");
        assertRefused(b -> b.spoolLimit(-1), "The spool in bytes must be from 4194304 to 4611686018427387903, not -1.");
    }

    @Test
    void timesHaveBounds() {
        Duration negative = Duration.ofMillis(-1);
        assertRefused(
                b -> b.maxDelay(negative),
                "The delay before a batch is sent must be from PT0S to PT1H, not PT-0.001S.");
        assertRefused(
                b -> b.connectTimeout(Duration.ZERO), "The time to connect must be from PT0.001S to PT1H, not PT0S.");
        assertRefused(
                b -> b.requestTimeout(Duration.ofDays(1)),
                "The time for a request must be from PT0.001S to PT1H, not PT24H.");
        assertRefused(b -> b.closeTimeout(negative), "The time to close must be from PT0S to PT1H, not PT-0.001S.");
        assertRefused(
                b -> b.retryDelay(Duration.ofSeconds(2), Duration.ofSeconds(1)),
                "The longest delay before a retry must be from PT2S to PT1H, not PT1S.");
    }

    @Test
    void theSpoolMustNotBeAFile(@TempDir Path directory) throws IOException {
        Path file = Files.createFile(directory.resolve("file"));

        assertRefused(
                b -> b.spoolDirectory(file),
                "The spool directory " + file + " is a file; name a directory, or one that can be created.");
    }

    @Test
    void allDefaultsAreValid() {
        WeirClient client = WeirClient.builder().build();
        client.close();

        assertThat(client.stats().tracked()).isZero();
    }
}
