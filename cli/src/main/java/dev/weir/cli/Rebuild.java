package dev.weir.cli;

import dev.weir.store.SchemaAge;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "rebuild",
        description = {
            "Folds everything again from the log, key by key, also while events come in.",
            "With --verify it changes nothing, compares, and exits with 1 if there is a difference."
        },
        sortOptions = false)
final class Rebuild implements Callable<Integer> {
    @Option(names = "--verify", fallbackValue = "true", description = "Only compares.")
    private boolean verify;

    @Mixin
    private InstanceOptions instance = new InstanceOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private static void requireThisVersion(InstanceDatabase database) {
        switch (SchemaAge.of(database.dataSource())) {
            case OLDER ->
                throw new Refusal(
                        Weir.NO,
                        "The database has no Weir of this version in it: start one on it with weir up, or name another with"
                                + " --data or --db.");
            case NEWER ->
                throw new Refusal(
                        Weir.NO,
                        "The schema of the database is newer than this Weir: use the version that it was last used with, or a"
                                + " later one.");
            case SAME -> {}
        }
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        StatusLine status = new StatusLine(spec.commandLine().getErr());
        try (InstanceDatabase database = instance.database()) {
            database.connect().close(); // says in its own words that nobody is there
            requireThisVersion(database);
            dev.weir.store.Rebuild.Report report = new dev.weir.store.Rebuild(database.dataSource())
                    .run(verify, done -> status.show(text(done), System.nanoTime()));
            status.clear();
            print(report, out);
            return verify && report.differences() > 0 ? Weir.NO : Weir.FINE;
        } catch (SQLException e) {
            throw InstanceDatabase.refusal(e);
        }
    }

    private String text(dev.weir.store.Rebuild.Progress done) {
        return String.format(
                Locale.ROOT, "%s %,d of %,d keys", verify ? "Compared" : "Folded", done.keysDone(), done.keysTotal());
    }

    private void print(dev.weir.store.Rebuild.Report report, PrintWriter out) {
        String what = verify ? "compared" : "folded again";
        out.print(String.format(
                Locale.ROOT, "%,d keys %s, %,d differences found\n", report.keys(), what, report.differences()));
        report.firstDifferences().forEach(difference -> out.print("  " + difference + "\n"));
        long more = report.differences() - report.firstDifferences().size();
        if (more > 0) {
            out.print(String.format(Locale.ROOT, "  and %,d more\n", more));
        }
        if (report.waiting() > 0) {
            out.print(String.format(Locale.ROOT, "%,d keys wait to be folded and were left out\n", report.waiting()));
        }
    }
}
