package dev.weir.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/** One command as a script sees it: exit code, standard output, standard error. */
record CommandRun(int code, String out, String err) {
    static CommandRun of(String... arguments) {
        return of(Map.of(), arguments);
    }

    static CommandRun of(Map<String, String> environment, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Weir.run(arguments, environment, new PrintWriter(out), new PrintWriter(err));
        return new CommandRun(code, out.toString(), err.toString());
    }
}
