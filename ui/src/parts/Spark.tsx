import { sparkBars } from "../model/spark";

const HEIGHT = 20;

interface SparkProps {
  counts: readonly (number | null)[];
  /** what it shows, for those who do not see it */
  words: string;
  width?: number;
  /** beyond the usual, or worth a look, or context */
  tone?: "bad" | "warn" | "work" | "quiet";
  /** from which of the counts on it has that tone; the ones before are context */
  since?: number;
}

/** Counts over time without axes; its own greatest is as high as it gets. Where nothing is known, nothing is drawn. */
export function Spark({ counts, words, width = 96, tone = "quiet", since = 0 }: SparkProps) {
  return (
    <svg className={`spark ${tone}`} width={width} height={HEIGHT} role="img" aria-label={words}>
      <title>{words}</title>
      <path d={`M0 ${HEIGHT - 0.5}H${width}`} />
      {sparkBars(counts, width, HEIGHT).map(({ index, ...bar }) => (
        <rect key={index} className={index < since ? "before" : undefined} {...bar} />
      ))}
    </svg>
  );
}
