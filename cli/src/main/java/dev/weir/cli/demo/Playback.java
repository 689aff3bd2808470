package dev.weir.cli.demo;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * What happens in the demonstration from some moment on, in order. What lies before the present is told more briefly the
 * longer ago it is: a few thousand runs show six hours, and are there at once.
 */
public final class Playback {
    private static final long MINUTE = 60_000;
    private static final double FULL_UP_TO_MS = 10 * MINUTE;
    private static final double LONG_AGO_MS = 360 * MINUTE;
    private static final double LEAST_SHARE = 0.12;

    private final List<Family> families;
    private final long after;
    private final long present;
    private long nextMinute;
    private final PriorityQueue<Going> going =
            new PriorityQueue<>(Comparator.comparingLong(Going::at).thenComparingLong(Going::number));

    /** A story and how far it is told. */
    private static final class Going {
        private final Story story;
        private int next;

        Going(Story story) {
            this.story = story;
        }

        long at() {
            return story.events().get(next).atMs();
        }

        long number() {
            return story.number();
        }

        boolean isOver() {
            return next == story.events().size();
        }
    }

    /**
     * @param after stories that begin later than this are told
     * @param present what begins from here on is told in full
     */
    public Playback(List<Family> families, long after, long present) {
        this.families = families;
        this.after = after;
        this.present = present;
        nextMinute = Math.floorDiv(after, MINUTE);
    }

    /** Goes on with a story that an earlier playback began. */
    public void resume(String mark, long toldUpTo) {
        for (Family family : families) {
            family.marked(mark).map(Going::new).ifPresent(story -> {
                while (!story.isOver() && story.at() <= toldUpTo) {
                    story.next++;
                }
                if (!story.isOver()) {
                    going.add(story);
                }
            });
        }
    }

    /** The next events that have happened by now, in order; fewer than the most only if there are no more. */
    public List<DemoEvent> until(long now, int most) {
        List<DemoEvent> events = new ArrayList<>();
        while (events.size() < most) {
            Going first = going.peek();
            long at = first == null ? Long.MAX_VALUE : first.at();
            if (nextMinute * MINUTE <= Math.min(at, now)) {
                begin(nextMinute++);
            } else if (first == null || at > now) {
                break;
            } else {
                going.remove();
                events.add(first.story.events().get(first.next));
                first.next++;
                if (!first.isOver()) {
                    going.add(first);
                }
            }
        }
        return events;
    }

    private void begin(long minute) {
        for (Family family : families) {
            for (Story story : family.begunIn(minute)) {
                if (story.beginsAt() > after && story.rarity() < share(present - story.beginsAt())) {
                    going.add(new Going(story));
                }
            }
        }
    }

    private static double share(long age) {
        double far = (age - FULL_UP_TO_MS) / (LONG_AGO_MS - FULL_UP_TO_MS);
        return far <= 0 ? 1 : Math.max(LEAST_SHARE, (1 - far) * 0.5);
    }
}
