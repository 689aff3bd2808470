import type { Account } from "../../api/types";
import { addUp, type Sum, unaccounted } from "../../model/accounting";
import { count, counted } from "../../model/text";
import { Env } from "../../parts/Env";
import { Icon } from "../../parts/Icon";
import { Empty } from "../../parts/States";
import { When } from "../../parts/When";

/** received = accepted + duplicates + ignored + rejected, written as that sum for each source. */
export function Accounting({ accounts }: { accounts: readonly Account[] }) {
  if (accounts.length === 0) return <Empty title="No source has sent anything here yet." />;
  const all = addUp(accounts);
  const missing = unaccounted(all);
  return (
    <>
      <p className="ink2">
        {counted(all.received, "event")} received from {counted(accounts.length, "source")}.{" "}
        {missing === 0 ? "Every one is accounted for." : null}
      </p>
      {missing === 0 ? null : (
        <p className="banner bad" role="alert">
          <Icon name="warning" />
          {counted(missing, "event")} cannot be accounted for.
        </p>
      )}
      <div className="scroll-x" tabIndex={0}>
        <table className="table accounting" aria-label="Accounting per source">
          <thead>
            <tr>
              <th scope="col">Source</th>
              <th scope="col" className="k-env">
                Env
              </th>
              <th scope="col" className="k-key">
                Key
              </th>
              <th scope="col" className="number">
                Received
              </th>
              <th scope="col" className="number">
                = accepted
              </th>
              <th scope="col" className="number">
                + duplicates
              </th>
              <th scope="col" className="number">
                + ignored
              </th>
              <th scope="col" className="number">
                + rejected
              </th>
              <th scope="col" className="number">
                Last event
              </th>
            </tr>
          </thead>
          <tbody>
            {accounts.map((account) => (
              <tr key={`${account.env} ${account.serviceKey} ${account.credential}`}>
                <td>
                  <bdi className="strong" title={account.serviceKey}>
                    {account.serviceKey}
                  </bdi>
                </td>
                <td>
                  <Env name={account.env} short />
                </td>
                <td className="small dim">
                  <bdi title={account.credential}>{account.credential === "" ? "none" : account.credential}</bdi>
                </td>
                <SumCells sum={account} />
                <td className="number ink2">
                  <When at={account.lastEventAt} />
                </td>
              </tr>
            ))}
          </tbody>
          {accounts.length > 1 ? (
            <tfoot>
              <tr>
                <th scope="row" colSpan={3}>
                  Together
                </th>
                <SumCells sum={all} />
                <td />
              </tr>
            </tfoot>
          ) : null}
        </table>
      </div>
    </>
  );
}

function SumCells({ sum }: { sum: Sum }) {
  const quiet = (n: number) => <span className={n === 0 ? "dim" : undefined}>{count(n)}</span>;
  return (
    <>
      <td className="number strong">{count(sum.received)}</td>
      <td className="number">{quiet(sum.accepted)}</td>
      <td className="number">{quiet(sum.duplicates)}</td>
      <td className="number">{quiet(sum.ignored)}</td>
      <td className="number">{sum.rejected === 0 ? quiet(0) : <b className="tone-warn">{count(sum.rejected)}</b>}</td>
    </>
  );
}
