import type { StageVariant } from "../../api/types";
import type { SortColumns } from "../../model/sorting";
import { pathParts, shareWords } from "../../model/stageFigures";
import { ANY_PATH, behindHref } from "../../model/stagesBehind";
import { count, counted, seen } from "../../model/text";
import { Go } from "../../parts/Go";
import { Failed } from "../../parts/States";
import { SortHead, useSorting } from "../../shell/sorting";
import { changeSearch, useSearch } from "../../shell/url";
import { Ms } from "./Ms";
import { useVariants } from "./queries";
import { FEW_PATHS, MANY_PATHS, type StagesUrl } from "./url";

const COLUMNS: SortColumns<StageVariant> = {
  n: (path) => path.n,
  share: (path) => path.n,
  open: (path) => path.open,
  p50: (path) => path.cycleTime.p50Ms,
  p90: (path) => path.cycleTime.p90Ms,
};

/** The ways that workflows took as a whole, the most frequent first; a stage that is done again is underlined. */
export function Paths({ url }: { url: StagesUrl }) {
  const { data, error, refetch } = useVariants(url);
  const search = useSearch();
  const table = useSorting("pathSort", COLUMNS);
  const usual = data?.items[0]?.cycleTime.p50Ms ?? null;
  const slower = (ms: number | null) => usual !== null && ms !== null && ms > usual * 1.5;
  return (
    <section className="stages-paths" aria-label="Paths">
      <div className="section-head">
        <h2>Paths</h2>
        <span className="small dim">
          {data === undefined ? (
            ""
          ) : (
            <>
              {count(data.variants)} seen, of{" "}
              <Go className="link" href={behindHref(search, { variant: ANY_PATH })}>
                {counted(data.total, "workflow")}
              </Go>
            </>
          )}
        </span>
      </div>
      {error ? <Failed what="The paths" error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined || data.items.length === 0 ? null : (
        <div className="panel scroll-x">
          <table className="table paths">
            <thead>
              <tr>
                <th>Path, a stage done again is underlined</th>
                <SortHead table={table} column="n">
                  Workflows
                </SortHead>
                <SortHead table={table} column="share">
                  Share
                </SortHead>
                <SortHead table={table} column="open" title="May still become another path">
                  Under way
                </SortHead>
                <SortHead table={table} column="p50">
                  Took, p50
                </SortHead>
                <SortHead table={table} column="p90">
                  p90
                </SortHead>
              </tr>
            </thead>
            <tbody>
              {table.sorted(data.items).map(({ id, variant, n, open, cycleTime }) => (
                <tr key={id}>
                  <td className="path">
                    <Path variant={variant} />
                  </td>
                  <td className="number">
                    <Go href={behindHref(search, { variant: id })} title="Opens the workflows that took this path.">
                      {count(n)}
                    </Go>
                  </td>
                  <td className="number">{shareWords(n, data.total)}</td>
                  <td className="number">
                    {open === 0 ? (
                      <span className="dim">0</span>
                    ) : (
                      <Go href={behindHref(search, { variant: id, is: "open-now" })}>{count(open)}</Go>
                    )}
                  </td>
                  <td className={`number ${slower(cycleTime.p50Ms) ? "tone-warn" : ""}`}>
                    <Ms ms={cycleTime.p50Ms} figure={cycleTime} behind={{ variant: id }} />
                  </td>
                  <td className="number">
                    <Ms ms={cycleTime.p90Ms} figure={cycleTime} behind={{ variant: id }} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data !== undefined && data.variants > FEW_PATHS ? (
        <button
          type="button"
          className="button bare"
          onClick={() => changeSearch({ paths: url.paths === FEW_PATHS ? "all" : undefined })}
        >
          {url.paths === FEW_PATHS
            ? `${count(Math.min(MANY_PATHS, data.variants) - FEW_PATHS)} more`
            : data.variants > MANY_PATHS
              ? `Fewer; the ${count(data.variants - MANY_PATHS)} rarest are left out`
              : "Fewer"}
        </button>
      ) : null}
    </section>
  );
}

function Path({ variant }: { variant: readonly string[] }) {
  return (
    <ol className="path-parts">
      {pathParts(variant).map(({ at, stage, again }) => (
        <li key={at} className={again ? "again" : ""}>
          <bdi>{seen(stage)}</bdi>
          {again ? <span className="unseen"> again</span> : null}
        </li>
      ))}
    </ol>
  );
}
