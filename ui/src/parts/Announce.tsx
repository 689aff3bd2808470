import { useEffect, useRef, useState } from "react";

const AT_MOST_EVERY_MS = 5_000;

/** Says changes to those who do not see them: politely, at most once in 5 s, and nothing when the page opens. */
export function Announce({ words }: { words: string }) {
  const [said, setSaid] = useState("");
  const last = useRef({ words, at: 0 });
  useEffect(() => {
    if (last.current.words === words) return;
    const wait = Math.max(0, last.current.at + AT_MOST_EVERY_MS - Date.now());
    const timer = setTimeout(() => {
      last.current = { words, at: Date.now() };
      setSaid(words);
    }, wait);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <span className="unseen" role="status">
      {said}
    </span>
  );
}
