package dev.weir.host;

import java.sql.SQLException;

/** What an error of the database means for whoever writes. */
public final class SqlState {
    private static final String TAKEN_OVER = "WE001";

    private SqlState() {}

    /** A value that the database cannot hold, or too much of it: the rest of a group would go in without it. */
    public static boolean isAboutContent(SQLException e) {
        String state = e.getSQLState();
        return state != null && (state.startsWith("22") || state.startsWith("54"));
    }

    /** Another writer was faster: the same again will work. */
    public static boolean isConflict(SQLException e) {
        String state = e.getSQLState();
        return "23505".equals(state) || "40001".equals(state) || "40P01".equals(state);
    }

    /** The other kind of host folds this database now, as {@code record_commit} says. */
    public static boolean isTakenOver(SQLException e) {
        return TAKEN_OVER.equals(e.getSQLState());
    }

    /** The same, known without asking. */
    public static SQLException takenOver() {
        return new SQLException("Another kind of host has taken the database over", TAKEN_OVER);
    }

    /** The user lacks a privilege, or nobody may write there at all. */
    public static boolean isNotAllowed(SQLException e) {
        return "42501".equals(e.getSQLState()) || "25006".equals(e.getSQLState());
    }

    /** The database is away or on its way down or up; it may be back in a moment. */
    public static boolean isUnreachable(SQLException e) {
        String state = e.getSQLState();
        return state == null || state.startsWith("08") || state.startsWith("57P") || state.startsWith("53");
    }
}
