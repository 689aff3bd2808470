package dev.weir.server.query.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.run.Json;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JsonDifferencesTest {
    private static String between(String here, String there) {
        return JsonDifferences.of(new Json(here), new Json(there)).stream()
                .map(one -> one.path() + ": " + one.here() + " / " + one.there())
                .collect(Collectors.joining("\n"));
    }

    @Test
    void onlyWhatDiffersIsTold() {
        assertThat(between("{\"a\":1,\"b\":{\"c\":[1,2],\"d\":\"x\"}}", "{\"b\":{\"d\":\"x\",\"c\":[1,2]},\"a\":1}"))
                .isEmpty();
        assertThat(between("{\"a\":1,\"b\":{\"c\":[1,2],\"d\":\"x\"}}", "{\"b\":{\"c\":[1,3,4]},\"e\":null,\"a\":1}"))
                .isEqualTo("b.c[1]: 2 / 3\nb.c[2]: null / 4\nb.d: \"x\" / null\ne: null / null");
        assertThat(between("[]", "{}")).isEqualTo("$: [] / {}");
    }

    @Test
    void nothingAndNullAreNotTheSame() {
        assertThat(JsonDifferences.of(null, new Json("null")))
                .containsExactly(new JsonDifferences.Difference("$", null, "null"));
        assertThat(JsonDifferences.of(null, null)).isEmpty();
    }

    @Test
    void itIsBoundedInEveryDirection() {
        String many = "[" + IntStream.range(0, 1000).mapToObj(Integer::toString).collect(Collectors.joining(",")) + "]";
        assertThat(JsonDifferences.of(new Json(many), new Json("[]"))).hasSize(100);
        String deep = "[".repeat(300) + "]".repeat(300);
        assertThat(JsonDifferences.of(new Json(deep), new Json(deep.replace("[]", "[1]"))))
                .singleElement()
                .satisfies(one -> assertThat(one.path()).isEqualTo("[0]".repeat(8)));
        String faces = "\"x" + "😀".repeat(300) + "\"";
        String told = JsonDifferences.of(new Json(faces), null).get(0).here();
        assertThat(told).hasSizeLessThanOrEqualTo(201).endsWith("😀…");
    }

    @Test
    void textThatIsNoJsonIsComparedAsText() {
        assertThat(between("[".repeat(5000), "1")).startsWith("$: \"[[[").endsWith(" / 1");
        assertThat(JsonDifferences.areSame(new Json("{\"a\":1,\"b\":2}"), new Json("{\"b\":2,\"a\":1}")))
                .isTrue();
        assertThat(JsonDifferences.areSame(new Json("1"), new Json("2"))).isFalse();
    }
}
