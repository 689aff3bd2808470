package dev.weir.core.run;

import java.util.Arrays;
import java.util.Locale;

/** Names of enum constants as SQL and JSON spell them, computed once. */
final class Labels {

    private Labels() {}

    static String[] of(Enum<?>[] values) {
        return Arrays.stream(values)
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .toArray(String[]::new);
    }
}
