package dev.weir.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Who runs this process. Asked of {@code id}: Java knows names only, and containers run users without one. */
final class CurrentUser {
    static final int UID = numberFrom("id", "-u");
    static final boolean IS_ROOT = UID == 0;

    private CurrentUser() {}

    static String name() {
        return System.getProperty("user.name", "?");
    }

    /** A user id without an entry in the list of users; initdb insists on one. */
    static boolean isNameless() {
        return name().equals("?");
    }

    /** -1 where the command gives no number. */
    static int numberFrom(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            return output.matches("\\d{1,9}") ? Integer.parseInt(output) : -1;
        } catch (IOException e) {
            return -1;
        }
    }
}
