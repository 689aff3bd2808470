package dev.weir.core.signal;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Addresses of pages, from the root of the UI on: the same as {@code ui/src/model/runAddress.ts} writes. An id may be
 * anything; what browsers would resolve ({@code .}, {@code ..}) or swallow (nothing at all) has a tilde in front.
 */
public final class RunAddress {
    private static final String PLAIN = "-_.!~*'()";
    private static final char[] HEX = "0123456789ABCDEF".toCharArray();

    private RunAddress() {}

    /** The newest run of a workflow id. */
    public static String of(String env, String serviceKey, String workflowId) {
        return "/runs/" + segment(env) + "/" + segment(serviceKey) + "/" + segment(workflowId);
    }

    /** One run of a workflow id, which stays that one when there are newer ones. */
    public static String of(String env, String serviceKey, String workflowId, int runSeq) {
        return of(env, serviceKey, workflowId) + "?run=" + runSeq;
    }

    /** A step in one run of a workflow id. */
    public static String of(String env, String serviceKey, String workflowId, int runSeq, String step) {
        return of(env, serviceKey, workflowId, runSeq) + "&step=" + encode(step);
    }

    /**
     * All runs of one workflow, whenever they were.
     *
     * @param status as the list's filter has it, null for any
     */
    public static String ofWorkflow(String env, String serviceKey, String name, @Nullable String status) {
        return "/runs?env=" + encode(env) + "&service=" + encode(serviceKey) + "&name=" + encode(name)
                + (status == null ? "" : "&status=" + encode(status)) + "&from=all";
    }

    private static String segment(String text) {
        boolean risky = text.isEmpty() || text.equals(".") || text.equals("..") || text.startsWith("~");
        return encode(risky ? "~" + text : text);
    }

    /** As {@code encodeURIComponent} does it; {@code URLEncoder} makes a plus of a space, which paths do not know. */
    private static String encode(String text) {
        StringBuilder encoded = new StringBuilder(text.length() + 16);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (isPlain(c)) {
                encoded.append(c);
            } else {
                encoded.append('%').append(HEX[c >> 4]).append(HEX[c & 0xf]);
            }
        }
        return encoded.toString();
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || PLAIN.indexOf(c) >= 0;
    }
}
