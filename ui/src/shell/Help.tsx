import { Modal } from "@mantine/core";
import { useStore } from "../model/store";
import { type Shortcut, shortcuts } from "./keys";
import { overlay } from "./overlay";

const WORDS: Record<string, string> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Enter: "↵",
  Escape: "Esc",
  Shift: "Shift",
  " ": "Space",
};

export function Help({ opened }: { opened: boolean }) {
  const all = useStore(shortcuts).filter((shortcut) => !shortcut.quiet);
  const groups = groupBy(all);
  return (
    <Modal
      opened={opened}
      onClose={() => overlay.set(null)}
      title="Shortcuts"
      withCloseButton={false}
      size={560}
      // The page has one banner already: what stands above a dialog's content is none.
      attributes={{ header: { role: "presentation" } }}
      classNames={{ content: "dialog", header: "dialog-head", title: "dialog-title", overlay: "scrim" }}
      transitionProps={{ duration: 120, transition: "fade" }}
    >
      {/* It may be longer than the window: whoever has only keys scrolls it too. */}
      <section className="help" aria-label="All shortcuts" tabIndex={0}>
        <section>
          <h3>Everywhere</h3>
          <Line keys={["⌘", "K"]} label="Search or jump" />
          {(groups.get("Everywhere") ?? []).map((shortcut) => (
            <Line key={shortcut.keys} keys={words(shortcut.keys)} label={shortcut.label} />
          ))}
        </section>
        {[...groups].map(([group, list]) =>
          group === "Everywhere" ? null : (
            <section key={group}>
              <h3>{group}</h3>
              {list.map((shortcut) => (
                <Line key={shortcut.keys} keys={words(shortcut.keys)} label={shortcut.label} />
              ))}
            </section>
          ),
        )}
      </section>
    </Modal>
  );
}

function groupBy(all: readonly Shortcut[]): Map<string, Shortcut[]> {
  const groups = new Map<string, Shortcut[]>();
  for (const shortcut of all) groups.set(shortcut.group, [...(groups.get(shortcut.group) ?? []), shortcut]);
  return groups;
}

const words = (keys: string) =>
  keys === " " ? ["Space"] : keys.split(" ").map((key) => WORDS[key] ?? key.toUpperCase());

function Line({ keys, label }: { keys: string[]; label: string }) {
  return (
    <p className="help-line">
      <span>{label}</span>
      <span className="push line">
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </span>
    </p>
  );
}
