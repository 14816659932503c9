import type { MetricRange } from '#features/monitoring/contract/contract.ts'
import { minute, second } from '#shared/time.ts'
import { given, readSearchSort, readSearchWords } from '#web/lib/search-values.ts'
import { type LogKind, longestLogSearch } from '../../contract/log-search.ts'

/** The services' own tabs, each with its words and its order among all tabs of a site. */
export const serverTabs = [
  ['overview', 'Overview', 10],
  ['monitoring', 'Monitoring', 70],
  ['processes', 'Processes', 80],
  ['logs', 'Logs', 90],
  ['settings', 'Settings', 100],
] as const
type ServerTab = (typeof serverTabs)[number][0]

type Range = { range: MetricRange; label: string; words: string; everyMs: number }

/** The ranges of the charts, each read again about as often as it gets a new point. */
export const ranges: readonly [Range, ...Range[]] = [
  { range: '1h', label: '1 h', words: 'the last hour', everyMs: 10 * second },
  { range: '24h', label: '24 h', words: 'the last 24 hours', everyMs: minute },
  { range: '7d', label: '7 d', words: 'the last 7 days', everyMs: 5 * minute },
]

/** What the page of a server keeps in its address; what is absent is the first of its kind. */
export type ServerSearch = {
  tab?: Exclude<ServerTab, 'overview'>
  range?: Exclude<MetricRange, '1h'>
  /** Column of the processes, `-cpu` for descending. */
  sort?: string
  /** Of the log. */
  kind?: LogKind
  q?: string
}

const isTab = (tab: unknown): tab is Exclude<ServerTab, 'overview'> =>
  tab !== 'overview' && serverTabs.some(([each]) => each === tab)

/** The page of a server as its address says; what is malformed is left out. */
export function readServerSearch(search: Record<string, unknown>): ServerSearch {
  const { tab, range, sort, kind, q } = search
  return {
    ...(isTab(tab) ? { tab } : {}),
    ...(range === '24h' || range === '7d' ? { range } : {}),
    ...given({ sort: readSearchSort(sort), q: readSearchWords(q, longestLogSearch) }),
    ...(kind === 'access' || kind === 'error' ? { kind } : {}),
  }
}
