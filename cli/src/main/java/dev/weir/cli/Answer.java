package dev.weir.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What the server made of a batch; what is queued, a job behind it finds out more about. */
record Answer(long received, long accepted, long duplicates, long ignored, long queued, List<Reject> rejected) {
    record Reject(int index, String code, String message) {}

    /** The part of an RFC 9457 problem that a person wants to read. */
    record Problem(@Nullable String title, @Nullable String detail) {}

    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES) // it is either counted or queued
            .build();

    /** Null if the body is no accounting of as many events: then it was not Weir that answered. */
    static @Nullable Answer of(byte[] body, int events) {
        try {
            Answer answer = JSON.readValue(body, Answer.class);
            long sum = answer.accepted + answer.duplicates + answer.ignored + answer.queued + answer.rejected.size();
            return answer.received == events && sum == events ? answer : null;
        } catch (JacksonException | NullPointerException e) {
            return null;
        }
    }

    static String problem(byte[] body) {
        try {
            Problem problem = JSON.readValue(body, Problem.class);
            String words = problem.detail() != null ? problem.detail() : problem.title();
            return words == null ? "" : words;
        } catch (JacksonException e) {
            return "";
        }
    }
}
