import { type Name, parentOf } from '../wire/name.ts'
import type { Zone } from './zone.ts'

/** The served zones, with a cache of answers. */
export interface Zones {
  readonly size: number
  /** The closest zone that contains a name. */
  find(name: Name): Zone | null
  get(apex: Name): Zone | undefined
  set(zone: Zone): void
  remove(apex: Name): void
  all(): IteratorObject<Zone>
  /** The zone of an unverified name: it answers for its apex only, and is not found for names below it. */
  awaited(apex: Name): Zone | null
  setAwaited(zone: Zone): void
  removeAwaited(zone: Pick<Zone, 'apex' | 'id'>): void
  /** A cached answer, valid until a zone changes. */
  recall(question: string): Buffer | undefined
  remember(question: string, answer: Buffer): void
}

/** A larger cache would fill with queries for random names, which do not repeat. */
const maxAnswers = 10_000

export function createZones(): Zones {
  const zones = new Map<Name, Zone>()
  // Several customers may wait for one name.
  const waiting = new Map<Name, Map<string, Zone>>()
  // An alias may cross zones, so a change of any zone clears the cache.
  const answers = new Map<string, Buffer>()
  return {
    get size() {
      return zones.size
    },
    find(name) {
      for (let rest = name; ; rest = parentOf(rest)) {
        const zone = zones.get(rest)
        if (zone || rest === '') return zone ?? null
      }
    },
    get: (apex) => zones.get(apex),
    set(zone) {
      zones.set(zone.apex, zone)
      answers.clear()
    },
    remove(apex) {
      zones.delete(apex)
      answers.clear()
    },
    all: () => zones.values(),
    awaited: (apex) => waiting.get(apex)?.values().next().value ?? null,
    setAwaited(zone) {
      const same = waiting.get(zone.apex) ?? new Map<string, Zone>()
      waiting.set(zone.apex, same.set(zone.id, zone))
      answers.clear()
    },
    removeAwaited({ apex, id }) {
      const same = waiting.get(apex)
      if (!same?.delete(id)) return
      if (same.size === 0) waiting.delete(apex)
      answers.clear()
    },
    recall: (question) => answers.get(question),
    remember(question, answer) {
      if (answers.size >= maxAnswers) answers.clear()
      answers.set(question, answer)
    },
  }
}
