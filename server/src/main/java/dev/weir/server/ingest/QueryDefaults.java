package dev.weir.server.ingest;

import dev.weir.server.Problem;
import dev.weir.wire.EventDecoder.Defaults;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.util.UriComponents;
import org.springframework.web.util.UriComponentsBuilder;
import org.springframework.web.util.UriUtils;

/** {@code ?env=&service=}: what stands in for an absent env or serviceKey, under the same limits as those. */
final class QueryDefaults {
    private final int mostBytes;

    QueryDefaults(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Read by hand: asking the request for a parameter would make it read a form from the body. */
    Defaults of(@Nullable String query) {
        return of(query, Defaults.NONE.serviceKey());
    }

    /** @param service what an absent one is called */
    Defaults of(@Nullable String query, String service) {
        if (query == null) {
            return new Defaults(Defaults.NONE.env(), service);
        }
        UriComponents parameters =
                UriComponentsBuilder.newInstance().query(query).build();
        return new Defaults(
                parameter(parameters, "env", Defaults.NONE.env()), parameter(parameters, "service", service));
    }

    private String parameter(UriComponents query, String name, String otherwise) {
        String value = query.getQueryParams().getFirst(name);
        if (value == null || value.isEmpty()) {
            return otherwise;
        }
        String text = decoded(name, value);
        if (text.getBytes(StandardCharsets.UTF_8).length > mostBytes) {
            throw wrong(name, "is longer than " + mostBytes + " bytes");
        }
        return text;
    }

    private static String decoded(String name, String value) {
        try {
            return UriUtils.decode(value.replace('+', ' '), StandardCharsets.UTF_8)
                    .replace('\0', '\uFFFD');
        } catch (IllegalArgumentException e) {
            throw wrong(name, "is not percent-encoded");
        }
    }

    private static Problem wrong(String name, String how) {
        return new Problem(HttpStatus.BAD_REQUEST, "bad_parameter", "The parameter '" + name + "' " + how + ".");
    }
}
