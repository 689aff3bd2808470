import { type ReactNode, useEffect, useState } from "react";
import { Problem } from "../api/client";
import { Icon } from "./Icon";

/** Nothing for 150 ms, then the page's own shape; no shimmer. */
export function Loading({ children, label = "Loading" }: { children: ReactNode; label?: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true" role="status">
      <span className="unseen">{label}</span>
      {shown ? children : null}
    </div>
  );
}

/** Rows of a table that is on its way. */
export function LoadingRows({ rows = 12 }: { rows?: number }) {
  return (
    <div className="loading-rows">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={row}>
          <i style={{ width: 90 + ((row * 37) % 40) }} />
          <i style={{ width: 150 + ((row * 53) % 90) }} />
          <i style={{ width: 60 }} />
          <i style={{ width: 120 + ((row * 29) % 60) }} />
        </div>
      ))}
    </div>
  );
}

/** What could not be loaded and why; older data may stand below. */
export function Failed({ what, error, onRetry }: { what: string; error: unknown; onRetry: () => void }) {
  const problem = error instanceof Problem ? error : null;
  return (
    <div className="banner bad" role="alert">
      <Icon name="warning" />
      <p>
        <b>{what} could not be loaded.</b> {problem?.message ?? "Something in this page went wrong."}{" "}
        <span className="mono dim">{problem?.code ?? "page_error"}</span>
      </p>
      <button type="button" className="button push" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="strong">{title}</p>
      {children}
    </div>
  );
}
