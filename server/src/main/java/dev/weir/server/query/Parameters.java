package dev.weir.server.query;

import dev.weir.server.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** The query parameters of a request, checked: a filter that is not understood must not silently find everything. */
public final class Parameters {
    private static final int LONGEST = 1000;
    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

    private final Map<Parameter, List<String>> given = new EnumMap<>(Parameter.class);

    private Parameters(Map<String, String[]> raw, List<Parameter> known) {
        raw.forEach((name, values) -> {
            Parameter parameter = Parameter.of(name, known);
            if (parameter == null) {
                throw new Problem(
                        HttpStatus.BAD_REQUEST,
                        "unknown_parameter",
                        "There is no parameter '" + name + "' here, "
                                + (known.isEmpty() ? "nor any other." : "only " + labels(known) + "."));
            }
            given.put(parameter, List.of(values));
        });
        given.forEach(Parameters::check);
    }

    private static String labels(List<Parameter> parameters) {
        return String.join(", ", parameters.stream().map(p -> p.label).toList());
    }

    public static Parameters of(Map<String, String[]> raw, List<Parameter> known) {
        return new Parameters(raw, known);
    }

    private static void check(Parameter parameter, List<String> values) {
        if (parameter.form != Parameter.Form.TEXTS && values.size() > 1) {
            throw bad(parameter, "may be given only once");
        }
        for (String value : values) {
            if (value.length() > LONGEST && parameter != Parameter.CURSOR) {
                throw bad(parameter, "is longer than " + LONGEST + " characters");
            }
            if (value.indexOf('\0') >= 0) {
                throw bad(parameter, "holds a character that no text can have");
            }
            if (!parameter.values.isEmpty() && !parameter.values.contains(value)) {
                throw bad(parameter, "must be one of " + String.join(", ", parameter.values));
            }
        }
    }

    static Problem bad(Parameter parameter, String what) {
        return bad(parameter.label, what);
    }

    private static Problem bad(String name, String what) {
        return new Problem(HttpStatus.BAD_REQUEST, "bad_value", "The parameter '" + name + "' " + what + ".");
    }

    public Set<String> texts(Parameter parameter) {
        return new LinkedHashSet<>(given.getOrDefault(parameter, List.of()));
    }

    public @Nullable String text(Parameter parameter) {
        List<String> values = given.get(parameter);
        return values == null || values.get(0).isEmpty() ? null : values.get(0);
    }

    public String text(Parameter parameter, String otherwise) {
        String value = text(parameter);
        return value == null ? otherwise : value;
    }

    public @Nullable Instant time(Parameter parameter) {
        return time(parameter.label, text(parameter));
    }

    public static @Nullable Instant time(String name, @Nullable String value) {
        if (value == null || value.isEmpty()) {
            return null;
        }
        try {
            Instant time = OffsetDateTime.parse(value).toInstant();
            if (!time.isBefore(EARLIEST) && !time.isAfter(LATEST)) {
                return time;
            }
        } catch (DateTimeException e) {
            // told below
        }
        throw bad(name, "must be a time such as 2026-01-31T09:30:00Z");
    }

    public static void checkRange(@Nullable Instant from, @Nullable Instant to) {
        if (from != null && to != null && to.isBefore(from)) {
            throw new Problem(
                    HttpStatus.BAD_REQUEST, "bad_range", "The range ends before it begins: 'to' is before 'from'.");
        }
    }

    public int limit() {
        return Page.limit(text(Parameter.LIMIT) == null ? null : number(Parameter.LIMIT, 0));
    }

    public long number(Parameter parameter, long otherwise) {
        String value = text(parameter);
        if (value == null) {
            return otherwise;
        }
        if (!value.matches("\\d{1,18}")) {
            throw bad(parameter, "must be a whole number" + (parameter == Parameter.LIMIT ? " above 0" : ""));
        }
        return Long.parseLong(value);
    }

    /** Gives every handler that asks for its parameters those of its request. */
    static final class Resolver implements HandlerMethodArgumentResolver {
        @Override
        public boolean supportsParameter(MethodParameter parameter) {
            return parameter.getParameterType() == Parameters.class;
        }

        @Override
        public Object resolveArgument(
                MethodParameter parameter,
                @Nullable ModelAndViewContainer container,
                NativeWebRequest request,
                @Nullable WebDataBinderFactory binder) {
            Takes takes = Objects.requireNonNull(parameter.getMethodAnnotation(Takes.class));
            HttpServletRequest servlet = Objects.requireNonNull(request.getNativeRequest(HttpServletRequest.class));
            return of(servlet.getParameterMap(), Arrays.asList(takes.value()));
        }
    }
}
