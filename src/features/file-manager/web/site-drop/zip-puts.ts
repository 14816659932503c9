import type { ExtractState } from '../extract/use-extract.ts'

/** Progress of a zip. */
export type PutState = ExtractState | { is: 'sending'; name: string; share: number } | { is: 'done' }

const idle: PutState = { is: 'idle' }
const states = new Map<string, PutState>()
const watchers = new Set<() => void>()

const isUnderWay = ({ is }: PutState): boolean => is === 'sending' || is === 'running'

/** A reload would discard unfinished work, so the browser asks first. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** The zips that this tab is putting on sites, by drop zone; they continue across pages. */
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
