package dev.weir.cli;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The records of a CSV file. A field in quotes may hold separators, lines and doubled quotes. When a quote is never closed,
 * only the line that it is in is lost: reading goes on with the next one.
 */
final class CsvRecords {
    private static final int LONGEST_RECORD = 1 << 20;
    private static final char[] SEPARATORS = {',', ';', '\t', '|'};

    private final Reader in;
    private final char[] buffer = new char[1 << 16];
    private int from;
    private int to;
    private boolean afterCarriageReturn;

    private final Deque<String> putBack = new ArrayDeque<>();
    private char separator = ',';
    private long linesRead;
    private long line;

    CsvRecords(Reader in) {
        this.in = in;
    }

    /** Of the record that was read last: where it begins, from 1. */
    long line() {
        return line;
    }

    /** Looks at the first line to see what separates its fields. Null if there is none. */
    @Nullable
    List<String> header() throws IOException, Unusable {
        String first = nextFilledLine();
        if (first == null) {
            return null;
        }
        putBack(List.of(first));
        separator = mostFrequent(first);
        return next();
    }

    static char mostFrequent(String header) {
        char best = ',';
        long most = 0;
        for (char candidate : SEPARATORS) {
            long count = header.replaceAll("\"[^\"]*\"", "")
                    .chars()
                    .filter(c -> c == candidate)
                    .count();
            if (count > most) {
                most = count;
                best = candidate;
            }
        }
        return best;
    }

    /** Null at the end. Empty lines are passed over. */
    @Nullable
    List<String> next() throws IOException, Unusable {
        String first = nextFilledLine();
        line = linesRead;
        if (first == null) {
            return null;
        }
        Fields fields = new Fields();
        List<String> more = new ArrayList<>(0);
        int length = first.length();
        String problem = fields.take(first);
        while (problem == null && fields.isInQuotes()) {
            String next = length > LONGEST_RECORD ? null : nextLine();
            if (next == null) {
                problem = "A quote is opened and never closed.";
            } else {
                more.add(next);
                length += next.length();
                problem = fields.take(next);
            }
        }
        if (problem == null && length > LONGEST_RECORD) {
            problem = "The row has more than 1,048,576 characters.";
        }
        if (problem != null) {
            putBack(more);
            throw new Unusable("bad_row", problem);
        }
        return fields.values;
    }

    private @Nullable String nextFilledLine() throws IOException {
        String text = nextLine();
        while (text != null && text.isBlank()) {
            text = nextLine();
        }
        return text;
    }

    private void putBack(List<String> lines) {
        for (int i = lines.size() - 1; i >= 0; i--) {
            putBack.addFirst(lines.get(i));
        }
        linesRead -= lines.size();
    }

    /** Without its end; one that is too long is cut a little beyond what a record may have. */
    private @Nullable String nextLine() throws IOException {
        if (!putBack.isEmpty()) {
            linesRead++;
            return putBack.remove();
        }
        StringBuilder text = null;
        while (fill()) {
            if (text == null) {
                text = new StringBuilder();
            }
            int start = from;
            while (from < to && buffer[from] != '\n' && buffer[from] != '\r') {
                from++;
            }
            if (text.length() <= LONGEST_RECORD) {
                text.append(buffer, start, from - start);
            }
            if (from < to) {
                afterCarriageReturn = buffer[from++] == '\r';
                break;
            }
        }
        linesRead += text == null ? 0 : 1;
        return text == null ? null : text.toString();
    }

    /** @return whether there is a character to look at; a line feed after a carriage return belongs to the line before */
    private boolean fill() throws IOException {
        while (true) {
            if (from == to) {
                from = 0;
                to = Math.max(0, in.read(buffer));
                if (to == 0) {
                    return false;
                }
            }
            if (!afterCarriageReturn || buffer[from] != '\n') {
                afterCarriageReturn = false;
                return true;
            }
            from++;
            afterCarriageReturn = false;
        }
    }

    /** A record while it is read. */
    private final class Fields {
        final List<String> values = new ArrayList<>();
        private final StringBuilder value = new StringBuilder();
        private boolean inQuotes;
        private boolean afterQuotes;

        boolean isInQuotes() {
            return inQuotes;
        }

        /** @return what is wrong with it, null if nothing is */
        @Nullable
        String take(String text) {
            if (inQuotes) {
                value.append('\n');
            }
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (inQuotes) {
                    boolean doubled = c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"';
                    if (c != '"' || doubled) {
                        value.append(c);
                        i += doubled ? 1 : 0;
                    } else {
                        inQuotes = false;
                        afterQuotes = true;
                    }
                } else if (c == separator) {
                    endField();
                } else if (c == '"' && value.isEmpty() && !afterQuotes) {
                    inQuotes = true;
                } else if (!afterQuotes) {
                    value.append(c);
                } else if (c != ' ') {
                    return "There is text after a closing quote.";
                }
            }
            if (!inQuotes) {
                endField();
            }
            return null;
        }

        private void endField() {
            values.add(value.toString());
            value.setLength(0);
            afterQuotes = false;
        }
    }
}
