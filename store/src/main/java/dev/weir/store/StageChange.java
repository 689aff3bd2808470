package dev.weir.store;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What has become of the stages of one workflow id. It is always saved together with a run of the same key, whose stamp
 * tells whether another writer was faster.
 *
 * @param before as it is stored, null if it is not
 * @param after null if there are none any more
 */
public record StageChange(
        UUID id, @Nullable StageSheet before, @Nullable StageSheet after) {

    boolean isNone() {
        return after == null ? before == null : after.equals(before);
    }

    /** Stages whose rows are to go, or to be replaced. */
    List<StageFigures> outdated() {
        return without(before, after);
    }

    /** Stages whose rows are to be written. */
    List<StageFigures> fresh() {
        return without(after, before);
    }

    private static List<StageFigures> without(@Nullable StageSheet sheet, @Nullable StageSheet other) {
        List<StageFigures> rest = new ArrayList<>();
        if (sheet != null) {
            for (StageFigures figures : sheet.stages().values()) {
                boolean same = other != null
                        && other.source() == sheet.source()
                        && figures.equals(other.stages().get(figures.stage()));
                if (!same) {
                    rest.add(figures);
                }
            }
        }
        return rest;
    }
}
