package dev.weir.wire;

import dev.weir.core.event.EventError;
import dev.weir.core.event.EventType;
import dev.weir.core.event.Ids;
import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.stage.StageEvent;
import dev.weir.core.stage.StageEventType;
import dev.weir.wire.FieldReader.Problem;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * Makes a {@link LogEvent} of each event in a body, or says why not. What one event lacks never touches its neighbours:
 * emitters send a refused batch again as a whole, and then drop it.
 */
public final class EventDecoder {
    private static final Field[] BASE = {Field.WORKFLOW_ID, Field.WORKFLOW_NAME};
    private static final Pattern ADVICE = Pattern.compile(": enable `\\w+\\.\\w+` to allow$");
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cs}]");
    private static final int LONGEST_NUMBER = 1000; // in digits; many a JSON library takes no longer ones

    private final Limits limits;
    private final JsonFactory json;

    public EventDecoder(Limits limits) {
        this.limits = limits;
        json = jsonFactory(limits);
    }

    static JsonFactory jsonFactory(Limits limits) {
        return JsonFactory.builder()
                .disable(TokenStreamFactory.Feature.CHARSET_DETECTION) // what looks like UTF-16 is broken
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(limits.maxDepth() + 2)
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxNameLength(Integer.MAX_VALUE)
                        .maxNumberLength(LONGEST_NUMBER)
                        .build())
                .build();
    }

    /** What stands in for an absent env or serviceKey. */
    public record Defaults(String env, String serviceKey) {
        public static final Defaults NONE = new Defaults("default", "default");
    }

    /** @param now the time of receipt, in microseconds since 1970 */
    public void decode(
            List<Slice> slices, Defaults defaults, long now, Consumer<LogEvent> taken, Consumer<Rejection> rejected) {
        for (int i = 0; i < slices.size(); i++) {
            Draft draft = new Draft(slices.get(i), i, defaults);
            LogEvent event = draft.decode(now);
            if (event != null) {
                taken.accept(event);
            } else {
                rejected.accept(draft.rejection());
            }
        }
    }

    /** The parser quotes what it does not understand, and that may be anything; its advice is for its programmers. */
    static String printable(String message) {
        String quoted = message.lines().findFirst().orElse("");
        return UNPRINTABLE.matcher(ADVICE.matcher(quoted).replaceAll("")).replaceAll("\uFFFD");
    }

    /** One event while it is read. */
    private final class Draft {
        private final Slice slice;
        private final int index;
        private final Defaults defaults;
        private final Map<Field, Object> fields = new EnumMap<>(Field.class);
        private @Nullable Field problemField;
        private @Nullable Problem problem;

        Draft(Slice slice, int index, Defaults defaults) {
            this.slice = slice;
            this.index = index;
            this.defaults = defaults;
        }

        @Nullable
        LogEvent decode(long now) {
            checkLimits();
            byte[] payload = slice.needsMending() ? Mending.mend(slice) : slice.bytes();
            if (slice.broken() || !read(payload)) {
                fail(null, new Problem(RejectCode.NOT_AN_OBJECT, "It is not readable as a JSON object"));
            }
            return problem == null ? event(payload, now) : null;
        }

        /** What is too large is read all the same, for its id and where it comes from. */
        private void checkLimits() {
            String exceeded = limits.exceededBy(slice);
            if (exceeded != null) {
                tooLarge(exceeded);
            }
        }

        private void tooLarge(String message) {
            fail(null, new Problem(RejectCode.TOO_LARGE, message));
        }

        private boolean read(byte[] payload) {
            try (JsonParser parser = json.createParser(ObjectReadContext.empty(), payload)) {
                if (parser.nextToken() != JsonToken.START_OBJECT) {
                    return false;
                }
                FieldReader reader = new FieldReader(parser, limits.maxNameBytes());
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    Field field = Field.of(parser.currentName());
                    if (field == null) {
                        parser.nextToken();
                        parser.skipChildren();
                    } else {
                        put(field, reader.read(field));
                    }
                }
                return parser.nextToken() == null;
            } catch (StreamConstraintsException e) {
                tooLarge("It has a number of more than " + LONGEST_NUMBER + " digits");
                return false;
            } catch (JacksonException e) {
                fail(
                        null,
                        new Problem(
                                RejectCode.NOT_AN_OBJECT,
                                "It is not readable as JSON: " + printable(e.getOriginalMessage())));
                return false;
            }
        }

        private void put(Field field, @Nullable Object value) {
            if (value == null) {
                fields.remove(field);
            } else {
                fields.put(field, value);
            }
        }

        private @Nullable LogEvent event(byte[] payload, long now) {
            String eventId = required(Field.EVENT_ID);
            String typeName = required(Field.TYPE);
            long at = timestamp(now);
            String env = get(Field.ENV, defaults.env());
            String service = get(Field.SERVICE_KEY, defaults.serviceKey());
            if (problem != null) {
                return null;
            }
            EventType type = EventType.of(typeName);
            StageEventType stageType = StageEventType.of(typeName);
            UUID id = Ids.ofEvent(eventId);
            WorkflowEvent event = type == null ? null : workflowEvent(id, type, at);
            StageEvent stage = stageType == null ? null : stageEvent(id, stageType, at);
            if (problem != null) {
                return null;
            }
            String workflowId = fields.get(Field.WORKFLOW_ID) instanceof String text ? text : null;
            return new LogEvent(
                    id, typeName, at, env, service, workflowId, event, stage, payload, slice.needsMending(), index);
        }

        private long timestamp(long now) {
            Object value = fields.get(Field.TIMESTAMP);
            if (!(value instanceof Long at)) {
                problem(Field.TIMESTAMP, value);
                return 0;
            }
            if (at > now + limits.maxFutureMicros()) {
                fail(
                        Field.TIMESTAMP,
                        new Problem(
                                RejectCode.IN_THE_FUTURE,
                                "'timestamp' lies more than " + limits.maxFutureMicros() / 1_000_000
                                        + " s ahead of the server's clock"));
            }
            return at;
        }

        private WorkflowEvent workflowEvent(UUID id, EventType type, long at) {
            for (Field field : BASE) {
                required(field);
            }
            if (type.concernsStep()) {
                required(Field.STEP_NAME);
            }
            for (Map.Entry<Field, Object> field : fields.entrySet()) {
                if (field.getValue() instanceof Problem wrong && field.getKey().isChecked(type, wrong)) {
                    fail(field.getKey(), wrong);
                }
            }
            return new WorkflowEvent(
                    id,
                    type,
                    at,
                    get(Field.WORKFLOW_NAME, ""),
                    as(String.class, Field.EXECUTION_ID),
                    as(String.class, Field.STEP_NAME),
                    as(Integer.class, Field.ATTEMPT),
                    as(Integer.class, Field.MAX_ATTEMPTS),
                    as(Integer.class, Field.ATTEMPTS),
                    as(Long.class, Field.DURATION_MS),
                    as(Long.class, Field.DELAY_MS),
                    as(Long.class, Field.TIMEOUT_MS),
                    as(Long.class, Field.RESUME_AT),
                    as(Long.class, Field.NEXT_ATTEMPT_AT),
                    as(Long.class, Field.DEADLINE),
                    as(String.class, Field.REASON),
                    as(Boolean.class, Field.WILL_RETRY),
                    as(Boolean.class, Field.CACHED),
                    as(EventError.class, Field.ERROR),
                    completedSteps(),
                    hasValue(type));
        }

        /** Its {@code status} is checked, and kept in the payload alone. */
        private StageEvent stageEvent(UUID id, StageEventType type, long at) {
            required(Field.WORKFLOW_ID);
            String stage = required(Field.WORKFLOW_STAGE);
            for (Map.Entry<Field, Object> field : fields.entrySet()) {
                if (field.getValue() instanceof Problem wrong && field.getKey().isCheckedOfStages(wrong)) {
                    fail(field.getKey(), wrong);
                }
            }
            return new StageEvent(
                    id,
                    type,
                    at,
                    as(String.class, Field.WORKFLOW_NAME),
                    stage,
                    as(Long.class, Field.SLA_DUE_TIMESTAMP));
        }

        @SuppressWarnings("unchecked")
        private List<String> completedSteps() {
            return fields.get(Field.COMPLETED_STEPS) instanceof List<?> names ? (List<String>) names : List.of();
        }

        private boolean hasValue(EventType type) {
            Field field = switch (type) {
                case WORKFLOW_QUEUED, WORKFLOW_STARTED -> Field.INPUT;
                case WORKFLOW_COMPLETED -> Field.OUTPUT;
                default -> Field.RESULT;
            };
            return fields.containsKey(field);
        }

        private String required(Field field) {
            if (fields.get(field) instanceof String text) {
                return text;
            }
            problem(field, fields.get(field));
            return "";
        }

        private String get(Field field, String otherwise) {
            Object value = fields.getOrDefault(field, otherwise);
            if (value instanceof String text) {
                return text;
            }
            problem(field, value);
            return otherwise;
        }

        private <T> @Nullable T as(Class<T> type, Field field) {
            Object value = fields.get(field);
            return type.isInstance(value) ? type.cast(value) : null;
        }

        private void problem(Field field, @Nullable Object value) {
            fail(
                    field,
                    value instanceof Problem known
                            ? known
                            : new Problem(RejectCode.MISSING_FIELD, "'" + field.wireName + "' is missing"));
        }

        /** The first problem is the one that is told. */
        private void fail(@Nullable Field field, Problem found) {
            if (problem == null) {
                problem = found;
                problemField = field;
            }
        }

        Rejection rejection() {
            Problem found = Objects.requireNonNull(problem);
            return new Rejection(
                    index,
                    as(String.class, Field.EVENT_ID),
                    found.code(),
                    problemField == null ? null : problemField.wireName,
                    found.message() + ".",
                    fields.get(Field.ENV) instanceof String env ? env : defaults.env(),
                    fields.get(Field.SERVICE_KEY) instanceof String service ? service : defaults.serviceKey(),
                    slice.bytes());
        }
    }
}
