import type { MetricRange } from '../contract/figures.ts'

export const serverTabs = ['overview', 'monitoring', 'processes', 'settings'] as const
export type ServerTab = (typeof serverTabs)[number]

export const ranges: readonly { range: MetricRange; label: string; words: string }[] = [
  { range: '1h', label: '1 h', words: 'the last hour' },
  { range: '24h', label: '24 h', words: 'the last 24 hours' },
  { range: '7d', label: '7 d', words: 'the last 7 days' },
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
    ...(typeof sort === 'string' && sort !== '' ? { sort } : {}),
  }
}

/** The address of a tab: Overview is the page itself. */
export const searchOfTab = (tab: ServerTab): ServerSearch => (tab === 'overview' ? {} : { tab })
