package dev.weir.server.query;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Texts in the order in which PostgreSQL's collation "C" has them. */
public final class Utf8Order {
    private Utf8Order() {}

    public static int compare(String a, String b) {
        return Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }
}
