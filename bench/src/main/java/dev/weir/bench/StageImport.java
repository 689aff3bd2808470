package dev.weir.bench;

import dev.weir.bench.Figure.Goal;
import dev.weir.bench.Title.Moment;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** An event log of another tool goes in by {@code weir send}, from the start of the command to its end. */
final class StageImport {
    private static final double EVENTS_PER_SECOND = 20_000;

    private final Workplace workplace;
    private final int events;
    private final Consumer<String> progress;

    StageImport(Workplace workplace, int events, Consumer<String> progress) {
        this.workplace = workplace;
        this.events = events;
        this.progress = progress;
    }

    /** A file, and how many events are in it. */
    private record Log(Path file, int events) {}

    /** Both orders, so that each is sent once to a Weir that has just started and once to one that is warm. */
    List<Figure> measure() throws IOException {
        Log xes = write("import.xes", true);
        Log ndjson = write("import.ndjson", false);
        progress.accept("Sending an XES file to a fresh Weir, and then the same events as NDJSON");
        double[] first = rates("xes-first", xes, ndjson);
        progress.accept("Sending NDJSON to another one, and then the XES file");
        double[] second = rates("ndjson-first", ndjson, xes);
        return List.of(
                figure("xes-cold", "weir send of XES, just started", first[0], second[0]),
                figure("xes", "weir send of XES, warmed up", second[1], first[1]));
    }

    private Figure figure(String name, String what, double rate, double ndjson) {
        String beside = String.format(Locale.ROOT, "%,d events; the same as NDJSON: %,.0f events/s", events, ndjson);
        return Figure.of(name, what, rate, "events/s", beside).with(Goal.atLeast(EVENTS_PER_SECOND));
    }

    private double[] rates(String name, Log one, Log other) throws IOException {
        WeirProcess weir = WeirProcess.start(workplace, "data-" + name, "server-" + name + ".txt");
        try {
            return new double[] {rate(weir, one), rate(weir, other)};
        } finally {
            weir.stop();
        }
    }

    private double rate(WeirProcess weir, Log log) throws IOException {
        String name = log.file().getFileName().toString();
        Path answer = workplace.directory().resolve(name + ".txt");
        long began = System.nanoTime();
        Process send = workplace.start(new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dfile.encoding=UTF-8",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.weir.cli.Weir",
                        "send",
                        log.file().toString(),
                        "--env",
                        "archive",
                        "--service",
                        "studio",
                        "--name",
                        "title",
                        "--url",
                        weir.url().toString()))
                .redirectErrorStream(true)
                .redirectOutput(answer.toFile()));
        try {
            int code = send.waitFor();
            double seconds = (System.nanoTime() - began) / 1e9;
            String expected = String.format(Locale.ROOT, "%,d accepted", log.events());
            String told = Files.readString(answer);
            if (code != 0 || !told.contains(expected)) {
                throw new IOException("The file was not taken as a whole: " + told.strip());
            }
            return log.events() / seconds;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("The benchmark was interrupted.", e);
        }
    }

    private Log write(String name, boolean xes) throws IOException {
        Path file = workplace.directory().resolve(name);
        Titles titles = new Titles("import", System.currentTimeMillis() * 1000, events, false);
        StageEventText text = new StageEventText();
        int written = 0;
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
            out.write((xes ? "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<log xes.version=\"1.0\">\n" : "")
                    .getBytes(StandardCharsets.UTF_8));
            for (int number = 0; written < events; number++) {
                Title title = titles.next();
                if (xes) {
                    out.write(trace(title, text).getBytes(StandardCharsets.UTF_8));
                } else {
                    for (int i = 0; i < title.moments().size(); i++) {
                        Moment moment = title.moments().get(i);
                        out.write(text.json(title, moment, StageEventText.id(number, i, moment.at())));
                        out.write('\n');
                    }
                }
                written += title.moments().size();
            }
            out.write((xes ? "</log>\n" : "").getBytes(StandardCharsets.UTF_8));
        }
        return new Log(file, written);
    }

    private static String trace(Title title, StageEventText text) {
        StringBuilder xml = new StringBuilder("  <trace>\n    <string key=\"concept:name\" value=\"");
        xml.append(title.id()).append("\"/>\n");
        for (Moment moment : title.moments()) {
            xml.append("    <event>\n      <string key=\"concept:name\" value=\"")
                    .append(moment.stage());
            xml.append("\"/>\n      <string key=\"lifecycle:transition\" value=\"");
            xml.append(moment.isStart() ? "start" : "complete");
            xml.append("\"/>\n      <string key=\"org:resource\" value=\"operator-")
                    .append(moment.at() / 1000 % 50);
            xml.append("\"/>\n      <date key=\"time:timestamp\" value=\"");
            text.time(xml, moment.at() / 1000);
            xml.append("\"/>\n    </event>\n");
        }
        return xml.append("  </trace>\n").toString();
    }
}
