package dev.weir.cli;

import dev.weir.cli.ColumnChoice.Role;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where the columns of a CSV file stand: as they were chosen, the others as they are usually called. */
final class CsvColumns {
    private static final Map<Role, List<String>> USUAL_NAMES = Map.of(
            Role.WORKFLOW,
            List.of("caseconceptname", "workflowid", "workflow", "caseid", "case", "traceid", "trace", "instanceid"),
            Role.STAGE,
            List.of(
                    "conceptname",
                    "workflowstage",
                    "stage",
                    "activity",
                    "activityname",
                    "task",
                    "taskname",
                    "step",
                    "stepname",
                    "eventname",
                    "event"),
            Role.START,
            List.of("starttimestamp", "starttime", "start", "startedat", "startdate", "started", "begin"),
            Role.END,
            List.of(
                    "endtimestamp",
                    "completetimestamp",
                    "endtime",
                    "end",
                    "endedat",
                    "completedat",
                    "completiontime",
                    "enddate",
                    "completed",
                    "finishedat",
                    "finished",
                    "finish"),
            Role.TIME,
            List.of("timetimestamp", "timestamp", "eventtimestamp", "time", "eventtime", "datetime", "date"),
            Role.LIFECYCLE,
            List.of("lifecycletransition", "lifecycle", "transition", "eventtype"),
            Role.SLA,
            List.of("sladuetimestamp", "sladue", "sla", "duedate", "due", "deadline"),
            Role.NAME,
            List.of("workflowname", "processname", "process"));

    private final String file;
    private final List<String> header;
    private final Map<Role, Integer> places = new EnumMap<>(Role.class);
    private final boolean guessed;

    CsvColumns(String file, List<String> header, ColumnChoice choice) throws UnreadableLog {
        this.file = Foreign.line(file);
        this.header = header;
        for (Map.Entry<Role, String> given : choice.columns().entrySet()) {
            places.put(given.getKey(), chosen(given.getValue()));
        }
        int known = places.size();
        guess(Role.WORKFLOW);
        guess(Role.STAGE);
        guess(Role.SLA);
        guess(Role.NAME);
        if (!has(Role.START) && !has(Role.END) && !has(Role.TIME)) {
            guessTimes();
        }
        if (has(Role.TIME)) {
            guess(Role.LIFECYCLE);
        }
        guessed = places.size() > known;
        check();
    }

    /** Where a start has a column of its own, any other time is the end. */
    private void guessTimes() {
        guess(Role.START);
        guess(Role.END);
        guess(Role.TIME);
        Integer time = places.get(Role.TIME);
        if (has(Role.START) && !has(Role.END) && time != null) {
            places.put(Role.END, time);
        }
        if (has(Role.START) || (has(Role.END) && time == null)) {
            places.remove(Role.TIME);
        } else {
            places.remove(Role.END);
        }
    }

    private void guess(Role role) {
        for (String usual : has(role) ? List.<String>of() : USUAL_NAMES.getOrDefault(role, List.of())) {
            for (int i = 0; i < header.size(); i++) {
                String name = header.get(i).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
                if (name.equals(usual) && !places.containsValue(i)) {
                    places.put(role, i);
                    return;
                }
            }
        }
    }

    private int chosen(String column) throws UnreadableLog {
        int place = header.indexOf(column);
        for (int i = 0; place < 0 && i < header.size(); i++) {
            place = header.get(i).strip().equalsIgnoreCase(column) ? i : -1;
        }
        if (place < 0) {
            throw new UnreadableLog(
                    "The file " + file + " has no column \"" + Foreign.line(column) + "\": it has " + names() + ".");
        }
        return place;
    }

    private void check() throws UnreadableLog {
        String missing = !has(Role.WORKFLOW)
                ? "the workflow: name it with --map workflow=COLUMN"
                : !has(Role.STAGE)
                        ? "the stage: name it with --map stage=COLUMN"
                        : !has(Role.START) && !has(Role.END) && !has(Role.TIME)
                                ? "the time: name it with --map time=COLUMN, or start=COLUMN and end=COLUMN"
                                : "";
        if (!missing.isEmpty()) {
            throw new UnreadableLog(
                    "No column of the file " + file + " seems to tell " + missing + "; it has " + names() + ".");
        }
    }

    private String names() {
        return header.stream().map(name -> "\"" + Foreign.line(name) + "\"").collect(Collectors.joining(", "));
    }

    boolean has(Role role) {
        return places.containsKey(role);
    }

    /** Whether anything was not said but guessed. */
    boolean isGuessed() {
        return guessed;
    }

    /** As one would say it. */
    String asOption() {
        return places.entrySet().stream()
                .map(place -> place.getKey().word() + "="
                        + Foreign.line(header.get(place.getValue()).strip()))
                .collect(Collectors.joining(",", "--map ", ""));
    }

    /** Null where there is none, or nothing in it. */
    @Nullable
    String get(List<String> row, Role role) {
        int place = places.getOrDefault(role, Integer.MAX_VALUE);
        return place < row.size() && !row.get(place).isBlank() ? row.get(place) : null;
    }

    /** Whether a column tells something that is not part of the event's own fields. */
    boolean isOther(int place) {
        return !places.containsValue(place) && !header.get(place).isBlank();
    }
}
