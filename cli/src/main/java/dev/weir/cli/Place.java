package dev.weir.cli;

import java.util.Comparator;

/**
 * Where an event stands, so that a person finds it.
 *
 * @param fileNumber which of the files on the command line, from 0
 * @param line from 1
 * @param index among the events of the file, from 0
 */
record Place(int fileNumber, String file, long line, long index) implements Comparable<Place> {
    private static final Comparator<Place> AS_WRITTEN =
            Comparator.comparingInt(Place::fileNumber).thenComparingLong(Place::index);

    @Override
    public int compareTo(Place other) {
        return AS_WRITTEN.compare(this, other);
    }

    @Override
    public String toString() {
        return file + ", line " + line + " (event " + index + ")";
    }
}
