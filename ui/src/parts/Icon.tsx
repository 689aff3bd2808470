import type { ReactNode } from "react";

/** All drawings of one stroke on a 16 px grid. `solid` parts are filled; `cut` parts are drawn in the ground's colour. */
const DRAWINGS = {
  overview: <path d="M2.5 13.500h11M4 13.500V8.500M8 13.500v-11M12 13.500v-7" />,
  active: <path d="M1.5 8.200h3L6.7 3l2.8 10 1.9-4.800h3.1" />,
  runs: <path d="M2 4.200h12M2 8h12M2 11.800h7.5" />,
  failures: (
    <>
      <path d="M5.3 2h5.400L14 5.300v5.400L10.7 14H5.300L2 10.700V5.300z" />
      <path d="M8 5.200v3.300M8 10.900v.1" />
    </>
  ),
  stages: (
    <>
      <rect x="1.7" y="6" width="4" height="4.6" rx="1" />
      <rect x="10.3" y="6" width="4" height="4.6" rx="1" />
      <path d="M5.7 8.300h4.600M12.3 6c0-3.8-8.6-3.8-8.6 0" />
    </>
  ),
  sessions: (
    <>
      <rect x="1.7" y="3.7" width="8.8" height="8.6" rx="1.5" />
      <path d="m10.5 7.2 3.8-2.200v6l-3.8-2.2" />
    </>
  ),
  signals: (
    <>
      <path d="M8 9.500V14M4.6 10.800a4.5 4.5 0 1 1 6.8 0M2.5 12.600a7.2 7.2 0 1 1 11 0" />
      <circle className="solid" cx="8" cy="8" r="1.3" />
    </>
  ),
  analytics: <path d="M2.2 2.200v11.600h11.600M4.8 10.300l2.8-3.7 2.4 1.9 3.6-4.6" />,
  alerts: (
    <path d="M4.2 7.200a3.8 3.8 0 0 1 7.6 0c0 3.3 1.5 4.3 1.5 4.300H2.700s1.5-1 1.5-4.300ZM6.7 13.700c.6.9 2 .9 2.6 0" />
  ),
  interventions: (
    <path d="M3 2.200v5M3 10v3.800M8 2.200v2M8 7v6.800M13 2.200v6.800M13 11.800v2M1.6 8.600h2.800M6.6 5.600h2.800M11.6 10.400h2.8" />
  ),
  services: (
    <path d="M2.2 2.500h11.600v4.300H2.200zM2.2 9.200h11.600v4.300H2.200zM4.600 4.650h.1M4.600 11.350h.1M7.500 4.650h3.800M7.500 11.350h3.8" />
  ),
  ingest: <path d="M8 2.200v7.600M4.8 6.8 8 10l3.2-3.200M2.2 13.500h11.6" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.4" />
      <path d="m10.3 10.3 3.5 3.5" />
    </>
  ),
  help: (
    <>
      <circle cx="8" cy="8" r="6.2" />
      <path d="M6.2 6.300c.1-2.3 3.7-2.2 3.6.1 0 1.4-1.8 1.4-1.8 2.700M8 11.300v.1" />
    </>
  ),
  theme: <path d="M13.3 9.700A5.8 5.8 0 1 1 6.3 2.700a4.9 4.9 0 0 0 7 7Z" />,
  down: <path d="m4.5 6.3 3.5 3.5 3.5-3.5" />,
  left: <path d="M9.7 4.5 6.2 8l3.5 3.5" />,
  fold: <path d="M2 8h12M5 5.300 2.3 8 5 10.700M11 5.300 13.7 8 11 10.7" />,
  table: <path d="M2 3h12v10H2zM2 6.300h12M2 9.700h12M6.5 6.300V13" />,
  zoomIn: (
    <>
      <circle cx="7" cy="7" r="4.4" />
      <path d="m10.3 10.3 3.5 3.500M7 5.200v3.600M5.2 7h3.6" />
    </>
  ),
  zoomOut: (
    <>
      <circle cx="7" cy="7" r="4.4" />
      <path d="m10.3 10.3 3.5 3.500M5.2 7h3.6" />
    </>
  ),
  right: <path d="m6.3 4.5 3.5 3.5-3.5 3.5" />,
  close: <path d="m4.5 4.5 7 7m0-7-7 7" />,
  plus: <path d="M8 3.200v9.600M3.2 8h9.6" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="6.2" />
      <path d="M8 4.500V8l2.3 1.6" />
    </>
  ),
  arrowUp: <path d="M8 13V3M4.5 6.5 8 3l3.5 3.5" />,
  arrowDown: <path d="M8 3v10M4.5 9.5 8 13l3.5-3.5" />,
  columns: <path d="M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10" />,
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M3.5 10.500h-1v-8h8v1" />
    </>
  ),
  check: <path d="m3.5 8.5 3 3 6-7" />,
  more: <path d="M3.5 8h.1M8 8h.1M12.5 8h.1" strokeWidth="2.2" />,
  pause: <path d="M5.7 3.500v9M10.3 3.500v9" />,
  play: <path d="M5 3.200v9.600L12.5 8z" />,
  warning: <path d="M8 2.3 14.3 13.500H1.700zM8 6.500v3.300M8 11.600v.1" />,
  person: (
    <>
      <circle cx="8" cy="5.5" r="2.7" />
      <path d="M2.8 14c.6-3 2.7-4.2 5.2-4.200s4.6 1.2 5.2 4.2" />
    </>
  ),
  signatures: (
    <path d="M3.200 11.500c.6-1.600.5-2.700.5-3.700a4.300 4.300 0 0 1 8.600 0c0 1 0 1.900-.2 2.900M5.300 13.600c.8-1.700 1-3.400 1-5.800a1.700 1.700 0 0 1 3.400 0c0 2.500-.3 4.600-1.100 6.500M2.200 5.500A6.500 6.500 0 0 1 13.800 5.500" />
  ),
  edit: <path d="m3 13 .6-2.900 7.300-7.300 2.300 2.300-7.300 7.300L3 13ZM9.500 4.200l2.300 2.300" />,
  outside: <path d="M6.500 9.500 13 3M8.500 3H13v4.500M11 9.500v4H2.500V5h4" />,
  // states of signatures
  new: (
    <>
      <circle className="solid" cx="8" cy="8" r="3.8" />
      <circle cx="8" cy="8" r="6.5" strokeWidth="1.2" />
    </>
  ),
  regressed: <path d="M2 5.200c3.6-3 8.6-1.700 10 2.400M14 4.400 12.2 8 8.800 6.200M3.400 12.600h9.200" />,
  known: <path d="M4 2.200h8v11.600l-4-3-4 3z" />,
  ignored: (
    <path d="M1.800 8s2.200-4.300 6.200-4.300S14.200 8 14.200 8 12 12.300 8 12.300 1.800 8 1.800 8ZM6.200 8a1.800 1.800 0 0 1 3.6 0 1.800 1.800 0 0 1-3.600 0M2.800 13.200 13.200 2.800" />
  ),
  // statuses
  running: (
    <>
      <path d="M8 1.800a6.2 6.2 0 1 1-5.9 4.3" />
      <circle className="solid" cx="8" cy="8" r="2" />
    </>
  ),
  retrying: <path d="M13.6 8A5.6 5.6 0 1 1 11.8 3.900M13.8 1.700v2.900h-2.9" />,
  sleeping: <path d="M13.3 9.700A5.8 5.8 0 1 1 6.3 2.700a4.9 4.9 0 0 0 7 7Z" />,
  queued: <circle cx="8" cy="8" r="6.2" strokeDasharray="1.6 2.3" />,
  completed: (
    <>
      <circle cx="8" cy="8" r="6.2" />
      <path d="m5.3 8.2 1.9 1.9 3.5-4" />
    </>
  ),
  cancelled: (
    <>
      <circle cx="8" cy="8" r="6.2" />
      <path d="m3.7 12.3 8.6-8.6" />
    </>
  ),
  failed: (
    <>
      <circle className="solid" cx="8" cy="8" r="7" />
      <path className="cutout" d="m5.7 5.7 4.6 4.600m0-4.6-4.6 4.6" />
    </>
  ),
  overdue: (
    <>
      <circle className="solid" cx="8" cy="8" r="7" />
      <path className="cutout" d="M8 4.200V8l2.6 1.7" />
    </>
  ),
  stuck: (
    <>
      <path className="solid" d="M5.1 1h5.800L15 5.100v5.800L10.9 15H5.100L1 10.900V5.100z" />
      <path className="cutout" d="M6.2 5.600v4.800M9.8 5.600v4.8" />
    </>
  ),
  late: (
    <>
      <path d="M3.500 14.500v-12" />
      <path className="solid" d="M3.500 2.200h9.200l-2.200 3 2.200 3H3.500z" />
    </>
  ),
  burning: (
    <path d="M8 14.200c2.8 0 4.600-1.900 4.600-4.400 0-3.300-3.200-4.200-3.300-7.800-2.300 1.100-3.300 3.300-2.900 5.400-.9-.2-1.400-.9-1.600-1.800-1 1.100-1.400 2.500-1.400 4.100 0 2.600 1.800 4.500 4.600 4.500Z" />
  ),
  silent: (
    <>
      <circle cx="8" cy="8" r="6.2" strokeDasharray="3.2 2.2" />
      <path d="M4.800 8h1.400M7.400 8h1.200M9.800 8h1.400" />
    </>
  ),
  lost: (
    <>
      <circle cx="8" cy="8" r="6.2" strokeDasharray="4 2.5" />
      <path d="M5 8h6" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof DRAWINGS;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" width={size} height={size} aria-hidden="true">
      {DRAWINGS[name]}
    </svg>
  );
}
