package dev.weir.cli;

import java.util.Map;

/**
 * Where a command's output goes.
 *
 * @param columns how wide it is; 0 where lines may be as long as they like
 */
record Screen(int columns, boolean coloured) {
    static final Screen PLAIN = new Screen(0, false);

    enum Colour {
        NONE(""),
        DIM("2"),
        BOLD("1"),
        RED("31"),
        YELLOW("33"),
        BLUE("34"),
        MAGENTA("35");

        private final String code;

        Colour(String code) {
            this.code = code;
        }
    }

    /** The launcher knows how wide the terminal is, if standard output is one. */
    static Screen of(Map<String, String> environment) {
        int columns = Integer.getInteger("weir.columns", 0);
        boolean unwanted = !environment.getOrDefault("NO_COLOR", "").isEmpty()
                || environment.getOrDefault("TERM", "").equals("dumb");
        return new Screen(columns, columns > 0 && !unwanted);
    }

    String paint(Colour colour, String text) {
        return coloured && colour != Colour.NONE && !text.isBlank()
                ? "\u001b[" + colour.code + "m" + text + "\u001b[0m"
                : text;
    }
}
