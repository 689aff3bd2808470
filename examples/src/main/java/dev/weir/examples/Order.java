package dev.weir.examples;

import java.math.BigDecimal;
import java.util.List;

/** What a customer ordered; Weir shows it as the input of the run. */
record Order(String id, String customer, List<Line> lines, BigDecimal total) {

    record Line(String article, int quantity) {}
}
