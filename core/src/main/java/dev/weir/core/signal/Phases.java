package dev.weir.core.signal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which phase a step belongs to, by the words in its name. Written in one line: {@code fetch=download*,pull;
 * analyze=scan*,check}. A word stands for itself, whatever its case, and with a star at its end for all words that begin
 * with it. What comes first in the line wins; a step without any of the words is of the phase {@code unknown}.
 *
 * <p>Words and not mere parts of names: otherwise {@code check} would find a {@code checkout}. Names are taken apart as
 * people read them, {@code downloadImage_v2} into download, image, v and 2.
 */
public final class Phases {

    public static final Phases DEFAULT = parse("resolve=resolv*,plan*,prepar*,init*,validat*,lookup,discover*;"
            + "fetch=fetch*,download*,pull*,clon*,checkout,import*,load*,read*,extract*;"
            + "restore=restor*,install*,cach*,unpack*,setup,provision*;"
            + "analyze=analy*,scan*,check*,build*,compil*,test*,process*,transform*,comput*,index*,train*;"
            + "policy=polic*,approv*,verif*,authori*,sign*,gate*,review*,complian*;"
            + "report=report*,publish*,notif*,upload*,send*,export*,email*,archiv*,deploy*");

    /** @param word in lower case, without its star */
    private record Word(String word, boolean begins) {

        boolean matches(String other) {
            return begins ? other.startsWith(word) : other.equals(word);
        }

        @Override
        public String toString() {
            return begins ? word + "*" : word;
        }
    }

    private record Rule(SignalPhase phase, List<Word> words) {

        boolean matches(List<String> name) {
            return words.stream().anyMatch(word -> name.stream().anyMatch(word::matches));
        }

        @Override
        public String toString() {
            return phase.label() + "=" + words.stream().map(Word::toString).collect(Collectors.joining(","));
        }
    }

    private static final int MOST_REMEMBERED = 10_000;

    private final List<Rule> rules;
    /** What was found before: every event of a run asks for its step, and there are few steps. */
    private final Map<String, SignalPhase> found = new ConcurrentHashMap<>();

    private Phases(List<Rule> rules) {
        this.rules = List.copyOf(rules);
    }

    /**
     * Nothing at all is a mapping, too: every step is unknown then.
     *
     * @throws IllegalArgumentException which says what is wrong, and where
     */
    public static Phases parse(String setting) {
        List<Rule> rules = new ArrayList<>();
        for (String part : parts(setting, ';')) {
            if (!part.isEmpty()) {
                rules.add(rule(part));
            }
        }
        return new Phases(rules);
    }

    private static Rule rule(String part) {
        int equals = part.indexOf('=');
        if (equals < 0) {
            throw new IllegalArgumentException(
                    "'" + part + "' says no phase: write the phase, '=', and its words, as in 'fetch=download*,pull'");
        }
        String phase = part.substring(0, equals).strip().toLowerCase(Locale.ROOT);
        if (!SignalPhase.labels().contains(phase)) {
            throw new IllegalArgumentException("'" + phase + "' in '" + part + "' is no phase: phases are "
                    + String.join(", ", SignalPhase.labels()));
        }
        List<Word> words = new ArrayList<>();
        for (String word : parts(part.substring(equals + 1), ',')) {
            words.add(word(word, part));
        }
        return new Rule(SignalPhase.of(phase), List.copyOf(words));
    }

    private static Word word(String text, String part) {
        boolean begins = text.endsWith("*");
        String word = lower(begins ? text.substring(0, text.length() - 1) : text);
        if (word.isEmpty()) {
            throw new IllegalArgumentException("'" + part + "' has a word missing");
        }
        if (word.codePoints().anyMatch(c -> !Character.isLetterOrDigit(c))) {
            throw new IllegalArgumentException("'" + text + "' in '" + part
                    + "' is not one word: only letters and digits, and a '*' at the end, can be found in names");
        }
        if (words(word).size() > 1) {
            throw new IllegalArgumentException("'" + text + "' in '" + part
                    + "' is not one word: letters and digits are told apart in names, so write one of them");
        }
        return new Word(word, begins);
    }

    /** The phase of a step. */
    public SignalPhase of(@Nullable String stepName) {
        if (stepName == null) {
            return SignalPhase.UNKNOWN;
        }
        SignalPhase known = found.get(stepName);
        if (known != null) {
            return known;
        }
        SignalPhase phase = look(stepName);
        if (found.size() < MOST_REMEMBERED) {
            found.put(stepName, phase);
        }
        return phase;
    }

    private SignalPhase look(String stepName) {
        List<String> name = words(stepName);
        for (Rule rule : rules) {
            if (rule.matches(name)) {
                return rule.phase();
            }
        }
        return SignalPhase.UNKNOWN;
    }

    /** In one line, the same for all settings that mean the same words in the same order. */
    public String setting() {
        return rules.stream().map(Rule::toString).collect(Collectors.joining(";"));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Phases phases && rules.equals(phases.rules);
    }

    @Override
    public int hashCode() {
        return rules.hashCode();
    }

    @Override
    public String toString() {
        return setting();
    }

    private static List<String> parts(String text, char separator) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int to = text.indexOf(separator); to >= 0; to = text.indexOf(separator, from)) {
            parts.add(text.substring(from, to).strip());
            from = to + 1;
        }
        parts.add(text.substring(from).strip());
        return parts;
    }

    /** The words of a name, in lower case. */
    static List<String> words(String name) {
        List<String> words = new ArrayList<>(4);
        int from = 0;
        for (int i = 1; i <= name.length(); i++) {
            if (i == name.length() || isSeam(name, i)) {
                if (Character.isLetterOrDigit(name.codePointAt(from))) {
                    words.add(lower(name.substring(from, i)));
                }
                from = i;
            }
        }
        return words;
    }

    /** Whether another word, or what is between words, begins here: pull|Image, HTTP|Server, scan|2, scan|-. */
    private static boolean isSeam(String name, int at) {
        if (Character.isLowSurrogate(name.charAt(at))) {
            return false;
        }
        int here = name.codePointAt(at);
        int before = name.codePointBefore(at);
        if (!Character.isLetter(here) || !Character.isLetter(before)) {
            return Character.isDigit(here) != Character.isDigit(before)
                    || Character.isLetter(here) != Character.isLetter(before);
        }
        int next = at + Character.charCount(here);
        boolean nextIsSmall = next < name.length() && Character.isLowerCase(name.codePointAt(next));
        return Character.isUpperCase(here) && (!Character.isUpperCase(before) || nextIsSmall);
    }

    /** Letter by letter, so that no language has a say in it. */
    private static String lower(String text) {
        return text.codePoints()
                .map(Character::toLowerCase)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
