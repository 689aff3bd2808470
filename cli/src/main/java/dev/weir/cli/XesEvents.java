package dev.weir.cli;

import java.io.CharConversionException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Events in XES, the XML of event logs: a trace is a workflow, the name of an event its stage. Only attributes of an event
 * itself count, not those nested in others, nor the examples that a log declares as global. An event that is no good costs
 * only itself.
 */
final class XesEvents {
    private static final XMLInputFactory FACTORY = factory();

    private final StageEvents events;
    private final LogTimes times;
    private final Remembering in;
    private final Map<String, String> standardKeys = new HashMap<>();

    XesEvents(String file, InputStream in, LogOptions options, StageEvents events) {
        this.in = new Remembering(in);
        this.events = events;
        times = LogTimes.of(options, file);
        standardKeys.put("concept:name", "concept:name");
        standardKeys.put("lifecycle:transition", "lifecycle:transition");
        standardKeys.put("time:timestamp", "time:timestamp");
    }

    /** Nothing is ever fetched or expanded, so the limits that guard against that may go: they also stop large files. */
    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty("jdk.xml.totalEntitySizeLimit", "0");
        factory.setProperty("jdk.xml.maxGeneralEntitySizeLimit", "0");
        factory.setProperty("jdk.xml.entityExpansionLimit", "0");
        return factory;
    }

    /** After a mistake in the XML nobody knows where the next event begins, so that is where it ends. */
    void read() throws IOException {
        long line = 1;
        try {
            XMLStreamReader xml = FACTORY.createXMLStreamReader(in);
            try {
                readLog(xml);
            } finally {
                line = line(xml);
                xml.close();
            }
        } catch (XMLStreamException e) {
            in.rethrow();
            if (e.getNestedException() instanceof IOException cause && !(cause instanceof CharConversionException)) {
                throw cause;
            }
            events.reject("not_xml", "Not XML, and nothing after it is read: " + words(e), line);
        }
    }

    private void readLog(XMLStreamReader xml) throws XMLStreamException {
        toNextChild(xml);
        if (!xml.getLocalName().equals("log")) {
            events.reject(
                    "not_xes", "It is no XES: it begins with <" + xml.getLocalName() + ">, not <log>.", line(xml));
            return;
        }
        while (toNextChild(xml)) {
            switch (xml.getLocalName()) {
                case "extension" -> {
                    noteExtension(xml);
                    skip(xml);
                }
                case "trace" -> readTrace(xml);
                case "event" -> readEvent(xml, null);
                default -> skip(xml);
            }
        }
    }

    /** A log may give the standard extensions prefixes of its own. */
    private void noteExtension(XMLStreamReader xml) {
        String prefix = xml.getAttributeValue(null, "prefix");
        String uri = String.valueOf(xml.getAttributeValue(null, "uri"));
        String name = uri.substring(uri.lastIndexOf('/') + 1).replace(".xesext", "");
        if (prefix != null && !prefix.equals(name)) {
            switch (name) {
                case "concept" -> standardKeys.put(prefix + ":name", "concept:name");
                case "lifecycle" -> standardKeys.put(prefix + ":transition", "lifecycle:transition");
                case "time" -> standardKeys.put(prefix + ":timestamp", "time:timestamp");
                default -> {}
            }
        }
    }

    private void readTrace(XMLStreamReader xml) throws XMLStreamException {
        String workflow = null;
        while (toNextChild(xml)) {
            if (xml.getLocalName().equals("event")) {
                readEvent(xml, workflow);
            } else {
                String key = String.valueOf(xml.getAttributeValue(null, "key"));
                if ("concept:name".equals(standardKeys.get(key))) {
                    workflow = xml.getAttributeValue(null, "value");
                }
                skip(xml);
            }
        }
    }

    private void readEvent(XMLStreamReader xml, @Nullable String workflow) throws XMLStreamException {
        long line = line(xml);
        Map<String, String> standard = new HashMap<>();
        Map<String, String> others = new LinkedHashMap<>();
        while (toNextChild(xml)) {
            String key = xml.getAttributeValue(null, "key");
            String value = xml.getAttributeValue(null, "value");
            if (key != null && value != null) {
                String known = standardKeys.get(key);
                (known == null ? others : standard).put(known == null ? key : known, value);
            }
            skip(xml);
        }
        try {
            events.event(event(workflow, standard, others), line);
        } catch (Unusable reason) {
            events.reject(reason, line);
        }
    }

    private StageEvents.Found event(@Nullable String workflow, Map<String, String> standard, Map<String, String> others)
            throws Unusable {
        return new StageEvents.Found(
                required(workflow, "The trace of the event has no concept:name, so its workflow is unknown."),
                required(standard.get("concept:name"), "The event has no concept:name, so its stage is unknown."),
                Lifecycle.eventType(standard.get("lifecycle:transition")),
                times.parse(required(standard.get("time:timestamp"), "The event has no time:timestamp.")),
                null,
                null,
                others);
    }

    private static String required(@Nullable String value, String sentence) throws Unusable {
        if (value == null || value.isBlank()) {
            throw new Unusable("missing_field", sentence);
        }
        return value;
    }

    /** To the next element inside this one. @return false at its end */
    private static boolean toNextChild(XMLStreamReader xml) throws XMLStreamException {
        while (true) {
            int token = xml.next();
            if (token == XMLStreamConstants.START_ELEMENT) {
                return true;
            }
            if (token == XMLStreamConstants.END_ELEMENT) {
                return false;
            }
        }
    }

    private static void skip(XMLStreamReader xml) throws XMLStreamException {
        for (int depth = 1; depth > 0; ) {
            depth += toNextChild(xml) ? 1 : -1;
        }
    }

    private static long line(XMLStreamReader xml) {
        return Math.max(1, xml.getLocation().getLineNumber());
    }

    private static String words(XMLStreamException e) {
        String message = String.valueOf(e.getMessage());
        int from = message.indexOf("Message: ");
        return Foreign.line(from < 0 ? message : message.substring(from + 9));
    }

    /** The parser takes a file that breaks off for one that ends, and says so in words of its own. */
    private static final class Remembering extends FilterInputStream {
        private Optional<IOException> failure = Optional.empty();

        Remembering(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            try {
                return super.read();
            } catch (IOException e) {
                failure = Optional.of(e);
                throw e;
            }
        }

        @Override
        public int read(byte[] bytes, int from, int count) throws IOException {
            try {
                return super.read(bytes, from, count);
            } catch (IOException e) {
                failure = Optional.of(e);
                throw e;
            }
        }

        void rethrow() throws IOException {
            if (failure.isPresent()) {
                throw failure.get();
            }
        }
    }
}
