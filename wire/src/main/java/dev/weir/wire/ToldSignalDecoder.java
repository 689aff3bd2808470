package dev.weir.wire;

import dev.weir.core.event.Ids;
import dev.weir.core.signal.Signal;
import dev.weir.core.signal.SignalKind;
import dev.weir.core.signal.SignalPhase;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Makes a {@link ToldSignal} of a body, or says why not. The job is named by the address; it is put into what is stored, so
 * that the log can be read again without it.
 */
public final class ToldSignalDecoder {
    private static final String JOB = "jobId";
    private static final int MOST_JSON = 16 * 1024; // of what is shown beside the sentence, each
    private static final long LONGEST_ETA = Integer.MAX_VALUE;
    private static final String ACTIONS = "nextActions";
    private static final Pattern LINK = Pattern.compile("(?is)https?://\\S+|/(?!/)\\S*");

    private final Limits limits;
    private final JsonFactory json;

    public ToldSignalDecoder(Limits limits) {
        this.limits = limits;
        json = EventDecoder.jsonFactory(limits);
    }

    /**
     * @param job null if the body itself says which
     * @param now the time of receipt, in microseconds since 1970, which counts where no other is told
     */
    public void decode(
            Slice slice,
            @Nullable UUID job,
            EventDecoder.Defaults source,
            long now,
            Consumer<ToldSignal> taken,
            Consumer<Rejection> rejected) {
        byte[] content = slice.bytes();
        ToldSignal told;
        try {
            Map<String, String> fields = fields(slice.needsMending() ? Mending.mend(slice) : content, slice);
            if (job != null) {
                fields.put(JOB, CanonicalJson.quoted(job.toString()));
            }
            content = CanonicalJson.object(fields).getBytes(StandardCharsets.UTF_8);
            told = signal(fields, content, slice.needsMending(), source, now);
        } catch (NotTaken e) {
            rejected.accept(new Rejection(
                    0,
                    null,
                    e.problem.code(),
                    e.field,
                    e.problem.message() + ".",
                    source.env(),
                    source.serviceKey(),
                    content));
            return;
        }
        taken.accept(told);
    }

    private Map<String, String> fields(byte[] payload, Slice slice) {
        String exceeded = limits.exceededBy(slice);
        if (exceeded != null) {
            throw new NotTaken(RejectCode.TOO_LARGE, null, exceeded);
        }
        try (JsonParser parser = json.createParser(ObjectReadContext.empty(), payload)) {
            if (!slice.broken() && parser.nextToken() == JsonToken.START_OBJECT) {
                return new TreeMap<>(CanonicalJson.fields(parser));
            }
        } catch (JacksonException e) {
            // told below
        }
        throw new NotTaken(RejectCode.NOT_AN_OBJECT, null, "It is not readable as a JSON object");
    }

    private ToldSignal signal(
            Map<String, String> fields, byte[] content, boolean mended, EventDecoder.Defaults source, long now) {
        UUID job = Ids.parse(required(fields, JOB));
        if (job == null) {
            throw NotTaken.wrongType(JOB, "a UUID");
        }
        long at = time(fields, now);
        String eventId = text(fields, "eventId");
        UUID id = eventId != null
                ? Ids.ofEvent(eventId)
                : Ids.named("signal", Long.toString(at), new String(content, StandardCharsets.UTF_8));
        LogEvent log = new LogEvent(
                id, ToldSignal.TYPE, at, source.env(), source.serviceKey(), null, null, null, content, mended, 0);
        String diagnostics = structure(fields, "diagnostics", '{');
        return new ToldSignal(
                log,
                job,
                word(fields, "kind", null, SignalKind.labels()),
                word(fields, "phase", SignalPhase.UNKNOWN.label(), SignalPhase.labels()),
                summary(fields),
                eta(fields),
                structure(fields, "lastKnownOutcome", '{'),
                actions(fields),
                diagnostics == null ? "{}" : diagnostics);
    }

    private long time(Map<String, String> fields, long now) {
        String sent = text(fields, "timestamp");
        long at = sent == null ? now : Timestamps.parse(sent);
        if (at < 0) {
            throw new NotTaken(
                    RejectCode.BAD_TIMESTAMP, "timestamp", "'timestamp' is not a time such as 2026-01-31T12:00:00Z");
        }
        if (at > now + limits.maxFutureMicros()) {
            throw new NotTaken(
                    RejectCode.IN_THE_FUTURE, "timestamp", "'timestamp' lies too far ahead of the server's clock");
        }
        return at;
    }

    private static String summary(Map<String, String> fields) {
        String summary = required(fields, "summary").strip();
        if (summary.isEmpty()) {
            throw NotTaken.missing("summary");
        }
        if (summary.length() > Signal.LONGEST_SUMMARY) {
            throw new NotTaken(
                    RejectCode.TOO_LARGE,
                    "summary",
                    "'summary' has more than " + Signal.LONGEST_SUMMARY + " characters: one sentence is meant");
        }
        return summary;
    }

    private static @Nullable Integer eta(Map<String, String> fields) {
        String eta = fields.getOrDefault("etaSeconds", "null");
        if (eta.equals("null")) {
            return null;
        }
        if (!eta.matches("\\d{1,10}") || Long.parseLong(eta) > LONGEST_ETA) {
            throw new NotTaken(
                    RejectCode.OUT_OF_RANGE,
                    "etaSeconds",
                    "'etaSeconds' must be a whole number of seconds, not negative");
        }
        return Integer.valueOf(eta);
    }

    private static String word(
            Map<String, String> fields, String name, @Nullable String otherwise, List<String> known) {
        String word = text(fields, name);
        if (word == null && otherwise != null) {
            return otherwise;
        }
        if (word == null) {
            throw NotTaken.missing(name);
        }
        if (!known.contains(word)) {
            throw new NotTaken(
                    RejectCode.OUT_OF_RANGE, name, "'" + name + "' must be one of " + String.join(", ", known));
        }
        return word;
    }

    private static @Nullable String structure(Map<String, String> fields, String name, char bracket) {
        String value = fields.getOrDefault(name, "null");
        if (value.equals("null")) {
            return null;
        }
        if (value.charAt(0) != bracket) {
            throw NotTaken.wrongType(name, bracket == '{' ? "an object" : "an array");
        }
        if (value.length() > MOST_JSON) {
            throw new NotTaken(
                    RejectCode.TOO_LARGE, name, "'" + name + "' is longer than " + MOST_JSON + " characters");
        }
        return value;
    }

    /** People click on them: each has a label, and leads to a web address or to a page of this instance. */
    private @Nullable String actions(Map<String, String> fields) {
        String actions = structure(fields, ACTIONS, '[');
        if (actions == null) {
            return null;
        }
        try (JsonParser parser = json.createParser(ObjectReadContext.empty(), actions)) {
            parser.nextToken();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                if (parser.currentToken() != JsonToken.START_OBJECT) {
                    throw NotTaken.wrongType(ACTIONS, "an array of objects");
                }
                Map<String, String> action = CanonicalJson.fields(parser);
                required(action, "label");
                if (!LINK.matcher(required(action, "href")).matches()) {
                    throw new NotTaken(
                            RejectCode.OUT_OF_RANGE, ACTIONS, "'href' must begin with http://, https:// or /");
                }
            }
        }
        return actions;
    }

    private static String required(Map<String, String> fields, String name) {
        String text = text(fields, name);
        if (text == null) {
            throw NotTaken.missing(name);
        }
        return text;
    }

    private static @Nullable String text(Map<String, String> fields, String name) {
        String value = fields.getOrDefault(name, "null");
        if (value.equals("null")) {
            return null;
        }
        if (value.charAt(0) != '"') {
            throw NotTaken.wrongType(name, "a string");
        }
        return CanonicalJson.unquoted(value);
    }
}
