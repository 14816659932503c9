import { type Name, parentOf } from '../wire/name.ts'
import type { Zone } from './zone.ts'

/** The zones that are served, and answers that were made from them. */
export interface Zones {
  readonly size: number
  /** The closest zone that a name lies in. */
  find(name: Name): Zone | null
  get(apex: Name): Zone | undefined
  set(zone: Zone): void
  remove(apex: Name): void
  all(): IteratorObject<Zone>
  /** The zone of a name that is not verified yet: it answers for its apex alone, and no name is found in it. */
  awaited(apex: Name): Zone | null
  setAwaited(zone: Zone): void
  removeAwaited(zone: Pick<Zone, 'apex' | 'id'>): void
  /** An answer made since the last change of any zone. */
  recall(question: string): Buffer | undefined
  remember(question: string, answer: Buffer): void
}

/** More would be questions for random names, which nobody asks again. */
const maxAnswers = 10_000

export function createZones(): Zones {
  const zones = new Map<Name, Zone>()
  // Several may wait for one name.
  const waiting = new Map<Name, Map<string, Zone>>()
  // An alias leads from one zone to another: a change of one ends all answers.
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
