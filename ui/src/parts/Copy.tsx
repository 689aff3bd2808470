import { useState } from "react";
import { Icon } from "./Icon";

export function Copy({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <button type="button" className="button bare square" onClick={copy} aria-label={label} title={label}>
      <Icon name={copied ? "check" : "copy"} size={14} />
    </button>
  );
}
