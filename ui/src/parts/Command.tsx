import { Copy } from "./Copy";

/** A command to type, or to copy. */
export function Command({ title, text }: { title: string; text: string }) {
  return (
    <section className="command">
      <header className="line">
        <p className="small dim">{title}</p>
        <span className="push">
          <Copy text={text} label={`Copy: ${title}`} />
        </span>
      </header>
      <pre className="mono" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
