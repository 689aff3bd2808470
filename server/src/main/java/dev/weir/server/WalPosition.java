package dev.weir.server;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;

/** A place in what a database has written and its replica repeats: whoever has repeated up to it shows all from before. */
record WalPosition(long bytes) {
    static final WalPosition START = new WalPosition(0);
    private static final long LOOK_AGAIN_MS = 10;
    private static final String WRITTEN = "SELECT pg_current_wal_flush_lsn() - '0/0'::pg_lsn";
    private static final String REPLAYED = "SELECT pg_last_wal_replay_lsn() >= '0/0'::pg_lsn + ?::numeric";

    /** Behind everything that was committed before. */
    static WalPosition written(Connection database) throws SQLException {
        try (Statement select = database.createStatement();
                ResultSet row = select.executeQuery(WRITTEN)) {
            row.next();
            return new WalPosition(row.getLong(1));
        }
    }

    boolean isReplayed(Connection replica) throws SQLException {
        try (PreparedStatement select = replica.prepareStatement(REPLAYED)) {
            select.setLong(1, bytes);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        }
    }

    /** @return false if the replica was not there in time */
    boolean awaitReplayed(Connection replica, long mostMs) throws SQLException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(mostMs);
        while (!isReplayed(replica)) {
            if (System.nanoTime() > deadline || !pause()) {
                return false;
            }
        }
        return true;
    }

    /** @return false if somebody wants this thread to end */
    static boolean pause() {
        try {
            Thread.sleep(LOOK_AGAIN_MS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
