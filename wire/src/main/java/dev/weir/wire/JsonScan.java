package dev.weir.wire;

import java.util.BitSet;

/**
 * Passes over JSON values without looking at what they mean, in one pass over the bytes: where a value ends, how deep it
 * nests, how long its longest string is, and whether it has characters that cannot be stored. No recursion, so depth is
 * bounded by the size of the body alone.
 */
final class JsonScan {
    private final byte[] json;
    private final int end;

    private int at;
    private int longestString;
    private boolean needsMending;

    JsonScan(byte[] json, int end) {
        this.json = json;
        this.end = end;
    }

    static int afterByteOrderMark(byte[] json) {
        boolean mark = json.length >= 3 && json[0] == (byte) 0xEF && json[1] == (byte) 0xBB && json[2] == (byte) 0xBF;
        return mark ? 3 : 0;
    }

    int skipSpace(int from) {
        int i = from;
        while (i < end && (json[i] == ' ' || json[i] == '\n' || json[i] == '\r' || json[i] == '\t')) {
            i++;
        }
        return i;
    }

    Slice skipValue(int from) {
        at = from;
        longestString = 0;
        needsMending = false;
        int depth = 0;
        if (at >= end) {
            throw notJson(at);
        }
        switch (json[at]) {
            case '"' -> skipString();
            case '{', '[' -> depth = skipNested();
            default -> skipScalar();
        }
        return new Slice(json, from, at, depth, longestString, needsMending, false);
    }

    private int skipNested() {
        BitSet isObject = new BitSet();
        int depth = 0;
        int deepest = 0;
        do {
            if (at >= end) {
                throw notJson(at);
            }
            byte b = json[at];
            switch (b) {
                case '"' -> skipString();
                case '{', '[' -> {
                    isObject.set(depth, b == '{');
                    depth++;
                    deepest = Math.max(deepest, depth);
                    at++;
                }
                case '}', ']' -> {
                    depth--;
                    if (isObject.get(depth) != (b == '}')) {
                        throw notJson(at);
                    }
                    at++;
                }
                default -> skipByte(b);
            }
        } while (depth > 0);
        return deepest;
    }

    private void skipByte(byte b) {
        if (b < 0) {
            skipMultiByte();
        } else {
            at++;
        }
    }

    private void skipScalar() {
        int from = at;
        while (at < end && json[at] != ',' && json[at] != ']' && json[at] != '}' && json[at] > ' ') {
            at++;
        }
        if (at == from) {
            throw notJson(at);
        }
    }

    private void skipString() {
        int length = 0;
        at++;
        while (true) {
            if (at >= end) {
                throw notJson(at);
            }
            byte b = json[at];
            if (b == '"') {
                break;
            }
            if (b == '\\') {
                skipEscape();
            } else {
                skipByte(b);
            }
            length++;
        }
        at++;
        longestString = Math.max(longestString, length);
    }

    private void skipEscape() {
        if (at + 1 < end && json[at + 1] == 'u') {
            int code = hex4(at + 2);
            at += code < 0 ? 2 : 6; // what is no escape is only passed over, up to its string's own end
            if (code == 0) {
                needsMending = true;
            } else if (code >= 0xD800 && code <= 0xDFFF) {
                skipSurrogate(code);
            }
        } else {
            at += 2;
        }
    }

    private void skipSurrogate(int first) {
        boolean pair = first <= 0xDBFF && at + 1 < end && json[at] == '\\' && json[at + 1] == 'u';
        int second = pair ? hex4(at + 2) : -1;
        if (second >= 0xDC00 && second <= 0xDFFF) {
            at += 6;
        } else {
            needsMending = true;
        }
    }

    private int hex4(int from) {
        int code = 0;
        for (int i = from; i < from + 4; i++) {
            int digit = i < end ? Character.digit(json[i], 16) : -1;
            if (digit < 0) {
                return -1; // the decoder will say so
            }
            code = code << 4 | digit;
        }
        return code;
    }

    /** One character of several bytes; anything that is no well-formed UTF-8 is left to be mended. */
    private void skipMultiByte() {
        int lead = json[at] & 0xFF;
        int length = lead >= 0xC2 && lead <= 0xDF
                ? 2
                : lead >= 0xE0 && lead <= 0xEF ? 3 : lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
        if (length == 0 || at + length > end || !continues(at + 1, at + length) || !isShortestForm(lead)) {
            needsMending = true;
            at++;
            return;
        }
        at += length;
    }

    private boolean continues(int from, int to) {
        for (int i = from; i < to; i++) {
            if ((json[i] & 0xC0) != 0x80) {
                return false;
            }
        }
        return true;
    }

    private boolean isShortestForm(int lead) {
        int next = json[at + 1] & 0xFF;
        return switch (lead) {
            case 0xE0 -> next >= 0xA0;
            case 0xED -> next <= 0x9F;
            case 0xF0 -> next >= 0x90;
            case 0xF4 -> next <= 0x8F;
            default -> true;
        };
    }

    UnreadableBody notJson(int where) {
        return new UnreadableBody(
                "not_json",
                where >= end
                        ? "The body breaks off after " + end + " bytes: it is not complete JSON."
                        : "The body is not JSON: unexpected '" + printable(json[where]) + "' at byte " + where + ".");
    }

    private static String printable(byte b) {
        return b > ' ' && b < 127 ? String.valueOf((char) b) : "byte " + (b & 0xFF);
    }
}
