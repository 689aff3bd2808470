package dev.weir.flink.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ComposeFileTest {
    private static final Path DEPLOY = Path.of("../deploy");

    private static String text() throws IOException {
        return Files.readString(DEPLOY.resolve("compose.yaml"));
    }

    @Test
    void isWellFormed() throws IOException {
        ComposeFile file = ComposeFile.parse(text());
        assertThat(file.problems()).isEmpty();
        assertThat(file.services().keySet().toArray())
                .containsExactly(
                        "postgres", "kafka", "weir", "zookeeper", "flink-state", "jobmanager", "taskmanager", "submit");
    }

    /** What runs in containers is what is built and tried here. */
    @Test
    void hasTheVersionsOfTheBuild() throws IOException {
        ComposeFile file = ComposeFile.parse(text());
        assertThat(file.service("jobmanager").get("image")).isEqualTo("flink:" + property("flink") + "-java17");
        assertThat(file.service("taskmanager").get("image")).isEqualTo("flink:" + property("flink") + "-java17");
        assertThat(file.service("submit").get("image")).isEqualTo("flink:" + property("flink") + "-java17");
        assertThat(file.service("kafka").get("image")).isEqualTo("apache/kafka:" + property("kafka"));
        assertThat(property("postgres-binaries")).startsWith("18.");
        assertThat(file.service("postgres").get("image")).isEqualTo("postgres:18");
        assertThat(Files.readString(DEPLOY.resolve("Dockerfile")))
                .contains(file.service("weir").get("image").toString().replace(':', '-') + ".tar.gz");
    }

    /** The class paths of processes have no parent that would tell them. */
    @Test
    void processesHaveTheVersionsOfTheBuild() throws IOException {
        assertThat(Files.readString(Path.of("broker/pom.xml")))
                .containsPattern("kafka_2.13</artifactId>\\s*<version>" + Pattern.quote(property("kafka")) + "<");
        Matcher flink = Pattern.compile("<artifactId>flink-[^<]*</artifactId>\\s*<version>([^<]*)<")
                .matcher(Files.readString(Path.of("cluster/pom.xml")));
        assertThat(flink.results().map(result -> result.group(1))).isNotEmpty().containsOnly(property("flink"));
    }

    private static String property(String name) throws IOException {
        Matcher found =
                Pattern.compile("<" + name + ".version>([^<]*)<").matcher(Files.readString(Path.of("../pom.xml")));
        assertThat(found.find()).as(name).isTrue();
        return found.group(1);
    }

    @Test
    void aMistakeIsFound() throws IOException {
        assertThat(problemsWith("    restart: unless-stopped", "    restart: whenever"))
                .contains("service postgres has a restart that compose does not know");
        assertThat(problemsWith("127.0.0.1:5432:5432", "5432:5432"))
                .contains("service postgres has a port that is not on loopback: 5432:5432");
        assertThat(problemsWith("condition: service_healthy", "condition: healthy"))
                .contains("service weir depends on postgres under no condition that compose knows");
        assertThat(problemsWith("      zookeeper:\n        condition", "      zookeper:\n        condition"))
                .contains("service jobmanager depends on zookeper, which is not there");
        assertThat(problemsWith("- zookeeper:/data", "- zoo:/data"))
                .contains("service zookeeper mounts zoo, which is not among the volumes");
        assertThat(problemsWith("    shm_size", "    shm-size"))
                .contains("service postgres has \"shm-size\", which compose does not know");
        assertThat(problemsWith("interval: 2s", "interval: two"))
                .contains("service postgres has a healthcheck whose interval is no time");
        assertThat(problemsWith("image: postgres:18", "image: postgres"))
                .contains("service postgres has an image without a version");
    }

    private static Iterable<String> problemsWith(String part, String instead) throws IOException {
        assertThat(text()).contains(part);
        return ComposeFile.parse(text().replaceFirst(Pattern.quote(part), Matcher.quoteReplacement(instead)))
                .problems();
    }
}
