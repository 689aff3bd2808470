package dev.weir.store;

import java.sql.SQLException;

/** Another writer has saved a run since it was loaded: nothing was lost, the transaction has to be done again. */
public final class StaleRunException extends SQLException {
    private static final long serialVersionUID = 1L;

    StaleRunException(int rows) {
        super(rows + " runs were saved by another writer in the meantime", "40001");
    }
}
