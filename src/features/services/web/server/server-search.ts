import type { MetricRange } from '#features/monitoring/contract/contract.ts'
import { minute, second } from '#shared/time.ts'
import { given, readSearchSort, readSearchWords } from '#web/lib/search-values.ts'
import { type LogKind, longestLogSearch } from '../../contract/log-search.ts'

/** This feature's tabs, each with its label and its order among all tabs of a site. */
export const serverTabs = [
  ['overview', 'Overview', 10],
  ['monitoring', 'Monitoring', 70],
  ['processes', 'Processes', 80],
  ['logs', 'Logs', 90],
  ['settings', 'Settings', 100],
] as const
type ServerTab = (typeof serverTabs)[number][0]

type Range = { range: MetricRange; label: string; words: string; everyMs: number }

/** Ranges of the charts, each refreshed about as often as it gets a new point. */
export const ranges: readonly [Range, ...Range[]] = [
  { range: '1h', label: '1 h', words: 'the last hour', everyMs: 10 * second },
  { range: '24h', label: '24 h', words: 'the last 24 hours', everyMs: minute },
  { range: '7d', label: '7 d', words: 'the last 7 days', everyMs: 5 * minute },
]

/** Search parameters of a server page; absent ones mean the first option. */
export type ServerSearch = {
  tab?: Exclude<ServerTab, 'overview'>
  range?: Exclude<MetricRange, '1h'>
  /** Sort column of the processes, `-cpu` for descending. */
  sort?: string
  /** Filters of the log. */
  kind?: LogKind
  q?: string
}

const isTab = (tab: unknown): tab is Exclude<ServerTab, 'overview'> =>
  tab !== 'overview' && serverTabs.some(([each]) => each === tab)

/** Reads the search parameters; malformed ones are dropped. */
export function readServerSearch(search: Record<string, unknown>): ServerSearch {
  const { tab, range, sort, kind, q } = search
  return {
    ...(isTab(tab) ? { tab } : {}),
    ...(range === '24h' || range === '7d' ? { range } : {}),
    ...given({ sort: readSearchSort(sort), q: readSearchWords(q, longestLogSearch) }),
    ...(kind === 'access' || kind === 'error' ? { kind } : {}),
  }
}
