import type { ExtractState } from '../extract/use-extract.ts'

/** How far a zip on its way to a site is. */
export type PutState = ExtractState | { is: 'sending'; name: string; share: number } | { is: 'done' }

const idle: PutState = { is: 'idle' }
const states = new Map<string, PutState>()
const watchers = new Set<() => void>()

const isUnderWay = ({ is }: PutState): boolean => is === 'sending' || is === 'running'

/** A reload would give up what is not in place yet: the browser asks first. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** The zips that this tab puts on sites, by place: they go on whatever page is shown. */
export const zipPuts = {
  of: (place: string): PutState => states.get(place) ?? idle,

  set(place: string, state: PutState): void {
    states.set(place, state)
    if ([...states.values()].some(isUnderWay)) window.addEventListener('beforeunload', warn)
    else window.removeEventListener('beforeunload', warn)
    for (const changed of watchers) changed()
  },

  watch(changed: () => void): () => void {
    watchers.add(changed)
    return () => {
      watchers.delete(changed)
    }
  },
}
