package dev.weir.bench;

import dev.weir.bench.DatabaseCosts.StatementCost;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The figures, for eyes or for programs. */
final class Report {
    private static final int MOST_STATEMENTS = 14;
    private static final int STATEMENT_WIDTH = 76;

    private final String setting;
    private final List<Figure> figures = new ArrayList<>();
    private final List<StatementCost> statements = new ArrayList<>();
    private double statementEvents = 1;

    /** @param setting what it was measured on */
    Report(String setting) {
        this.setting = setting;
    }

    void add(Figure figure) {
        figures.add(figure);
    }

    /** @param events that these statements served */
    void add(List<StatementCost> costs, double events) {
        statements.addAll(costs);
        statementEvents = Math.max(1, events);
    }

    String asText() {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"Figure", "Value", "Beside it", "Goal"});
        figures.forEach(
                figure -> rows.add(new String[] {figure.what(), figure.shown(), figure.beside(), figure.verdict()}));
        List<String[]> costs = new ArrayList<>();
        costs.add(new String[] {"Statement", "µs per event", "calls", "rows"});
        statements.stream()
                .limit(MOST_STATEMENTS)
                .forEach(cost -> costs.add(new String[] {
                    cost.shortSql(STATEMENT_WIDTH),
                    String.format(Locale.ROOT, "%.2f", cost.micros() / statementEvents),
                    Long.toString(cost.calls()),
                    Long.toString(cost.rows())
                }));
        if (statements.isEmpty()) {
            return setting + "\n\n" + table(rows);
        }
        return setting + "\n\n" + table(rows) + "\nPostgreSQL's time by statement at the top rate\n\n" + table(costs);
    }

    private static String table(List<String[]> rows) {
        int[] widths = new int[rows.get(0).length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                String gap = " ".repeat(widths[i] - row[i].length());
                line.append(i == 1 ? gap + row[i] : row[i] + gap).append("   ");
            }
            text.append(line.toString().stripTrailing()).append('\n');
            if (row == rows.get(0)) {
                text.append("-".repeat(line.toString().stripTrailing().length()))
                        .append('\n');
            }
        }
        return text.toString();
    }

    String asJson() {
        ObjectNode report = JsonMapper.shared().createObjectNode();
        report.put("setting", setting);
        ArrayNode all = report.putArray("figures");
        for (Figure figure : figures) {
            ObjectNode node = all.addObject()
                    .put("name", figure.name())
                    .put("what", figure.what())
                    .put("unit", figure.unit())
                    .put("beside", figure.beside());
            Figure.Goal goal = figure.goal();
            if (Double.isNaN(figure.value())) {
                node.putNull("value");
            } else {
                node.put("value", figure.value());
            }
            if (goal != null) {
                node.putObject("goal")
                        .put(goal.isLeast() ? "atLeast" : "atMost", goal.bound())
                        .put("reached", goal.isReachedBy(figure.value()));
            }
        }
        ArrayNode costs = report.putArray("statements");
        statements.forEach(cost -> costs.addObject()
                .put("sql", cost.sql())
                .put("calls", cost.calls())
                .put("rows", cost.rows())
                .put("microsPerEvent", cost.micros() / statementEvents));
        return report.toPrettyString() + "\n";
    }
}
