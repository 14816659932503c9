import type { MetricRange } from '#features/monitoring/contract.ts'
import { minute, second } from '#shared/time.ts'
import { given, readSearchSort } from '#web/lib/search-values.ts'

export const serverTabs = ['overview', 'monitoring', 'processes', 'settings'] as const
export type ServerTab = (typeof serverTabs)[number]

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
}

export function readServerSearch({ tab, range, sort }: Record<string, unknown>): ServerSearch {
  return {
    ...(tab === 'monitoring' || tab === 'processes' || tab === 'settings' ? { tab } : {}),
    ...(range === '24h' || range === '7d' ? { range } : {}),
    ...given({ sort: readSearchSort(sort) }),
  }
}

/** The address of a tab: Overview is the page itself. */
export const searchOfTab = (tab: ServerTab): ServerSearch => (tab === 'overview' ? {} : { tab })
