import { type ThemeChoice, themeChoice, useTheme } from "../model/preferences";
import { scopeOnly } from "../model/scope";
import { stringifySearch } from "../model/search";
import { count } from "../model/text";
import { type PageEntry, pageOf, RAIL } from "../pages";
import { Choice, Drop } from "../parts/Drop";
import { Go } from "../parts/Go";
import { Icon } from "../parts/Icon";
import { useBadge } from "./badges";
import { openPalette, overlay } from "./overlay";
import { Pinned } from "./Pinned";
import { ServiceChoices } from "./ScopeBar";
import { usePath, useSearch } from "./url";

const THEMES: Record<ThemeChoice, string> = { light: "Light", dark: "Dark", system: "System" };
const NEXT_THEME: Record<ThemeChoice, ThemeChoice> = { light: "dark", dark: "system", system: "light" };

export function Rail() {
  const { choice } = useTheme();
  return (
    <nav className="rail" aria-label="Main">
      <div className="brand">
        <Mark />
        <span>Weir</span>
      </div>
      <button type="button" className="find" onClick={openPalette}>
        <Icon name="search" />
        <span>Search or jump</span>
        <kbd>⌘K</kbd>
      </button>
      {([1, 2, 3] as const).map((group) => (
        <RailGroup key={group} pages={RAIL.filter((page) => page.rail?.group === group)} />
      ))}
      <Pinned />
      <div className="rail-foot">
        <button type="button" className="nav small" onClick={() => overlay.set("help")} title="Help, shortcuts">
          <Icon name="help" />
          <span>Help, shortcuts</span>
          <kbd className="push">?</kbd>
        </button>
        <button
          type="button"
          className="nav small"
          onClick={() => themeChoice.set(NEXT_THEME[choice])}
          title={`Theme: ${THEMES[choice]}`}
        >
          <Icon name="theme" />
          <span>Theme</span>
          <span className="push dim">{THEMES[choice]}</span>
        </button>
      </div>
    </nav>
  );
}

function RailGroup({ pages }: { pages: readonly PageEntry[] }) {
  if (pages.length === 0) return null;
  return (
    <div className="rail-group">
      {pages.map((page) => (
        <NavLink key={page.path} page={page} className="nav" />
      ))}
    </div>
  );
}

function NavLink({ page, className }: { page: PageEntry; className: string }) {
  const here = pageOf(usePath())?.path ?? "";
  const search = useSearch();
  const badge = useBadge(page.path);
  const current = here === page.path || here.startsWith(`${page.path}/`);
  return (
    <Go
      href={page.path + stringifySearch(scopeOnly(search))}
      className={className}
      aria-current={current ? "page" : undefined}
      title={page.title}
    >
      <Icon name={page.rail?.icon ?? "runs"} />
      <span>{page.title}</span>
      {badge === null ? null : (
        <span className={`badge ${badge.tone}`} title={badge.words}>
          {count(badge.count)}
          <span className="unseen"> {badge.words}</span>
        </span>
      )}
    </Go>
  );
}

/** On a phone: the first four pages, the rest behind More. */
export function TabBar() {
  const { choice } = useTheme();
  return (
    <nav className="tabbar" aria-label="Main, small">
      {RAIL.slice(0, 4).map((page) => (
        <NavLink key={page.path} page={page} className="tab" />
      ))}
      <Drop
        name="More"
        className="tab"
        align="top-end"
        chevron={false}
        label={
          <>
            <Icon name="more" />
            <span>More</span>
          </>
        }
      >
        {(close) => (
          <>
            {RAIL.slice(4).map((page) => (
              <NavLink key={page.path} page={page} className="nav" />
            ))}
            <Choice
              on={false}
              onChoose={() => {
                close();
                openPalette();
              }}
            >
              Search or jump
            </Choice>
            <Pinned />
            <h2>Services</h2>
            <ServiceChoices />
            <h2>Theme</h2>
            {(Object.keys(THEMES) as ThemeChoice[]).map((theme) => (
              <Choice key={theme} on={theme === choice} onChoose={() => themeChoice.set(theme)}>
                {THEMES[theme]}
              </Choice>
            ))}
          </>
        )}
      </Drop>
    </nav>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">
      <path d="M1 3h4l4 8 4-8h4v12.2a.8.8 0 0 1-.8.8H1.8a.8.8 0 0 1-.8-.8z" fill="var(--ink)" />
      <path d="M6.5 6h5" stroke="var(--runF)" strokeWidth="1.8" />
    </svg>
  );
}
