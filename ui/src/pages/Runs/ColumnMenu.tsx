import { Drop } from "../../parts/Drop";
import { Icon } from "../../parts/Icon";
import { changeSearch } from "../../shell/url";
import { COLUMN_IDS, type ColumnId } from "./columnIds";
import { COLUMNS } from "./columns";
import { type RunsUrl, writeColumns } from "./url";

/** Which columns, in which order; it is part of the address, and so of a shared view. */
export function ColumnMenu({ url }: { url: RunsUrl }) {
  const shown = url.columns;
  const write = (columns: readonly ColumnId[]) => changeSearch({ columns: writeColumns(columns) }, true);
  const move = (id: ColumnId, by: number) => {
    const list = [...shown];
    const at = list.indexOf(id);
    const to = at + by;
    if (to < 0 || to >= list.length) return;
    list.splice(to, 0, ...list.splice(at, 1));
    write(list);
  };
  const toggle = (id: ColumnId) => {
    const next = shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id];
    if (next.length > 0) write(next);
  };
  return (
    <Drop name="Columns" label="Columns" icon="columns" className="button bare columns-button" chevron={false}>
      {() => (
        <div className="column-menu">
          {[...shown, ...COLUMN_IDS.filter((id) => !shown.includes(id))].map((id) => (
            <div key={id} className="line">
              <label className="choice">
                <input type="checkbox" checked={shown.includes(id)} onChange={() => toggle(id)} />
                {COLUMNS.get(id)?.title}
              </label>
              {shown.includes(id) ? (
                <>
                  <button
                    type="button"
                    className="button bare square"
                    onClick={() => move(id, -1)}
                    aria-label={`Move ${id} left`}
                  >
                    <Icon name="arrowUp" size={12} />
                  </button>
                  <button
                    type="button"
                    className="button bare square"
                    onClick={() => move(id, 1)}
                    aria-label={`Move ${id} right`}
                  >
                    <Icon name="arrowDown" size={12} />
                  </button>
                </>
              ) : null}
            </div>
          ))}
          <hr />
          <button type="button" className="choice" onClick={() => changeSearch({ columns: undefined }, true)}>
            The usual columns
          </button>
        </div>
      )}
    </Drop>
  );
}
