import { eq } from 'drizzle-orm'
import type { Store } from '#db/types.ts'

type Sighting = { at: Date; address: string }

/**
 * When and from where sessions are used: collected in memory and written once a minute, so that requests do not wait for writes.
 */
export interface Sightings {
  note(sid: string, seen: Sighting): void
  /** Writes the collected sightings; those of a killed process are lost. */
  flush(store: Store): Promise<void>
}

// At most this many per transaction, so that other writers do not wait long.
const batch = 200

export function createSightings(): Sightings {
  let seen = new Map<string, Sighting>()
  return {
    note(sid, sighting) {
      seen.set(sid, sighting)
    },
    async flush(store) {
      const due = [...seen]
      seen = new Map()
      for (let from = 0; from < due.length; from += batch)
        await store.tx(async (tx) => {
          const { sessions } = tx.t
          for (const [sid, { at, address }] of due.slice(from, from + batch))
            await tx.update(sessions).set({ seenAt: at, seenFrom: address }).where(eq(sessions.sid, sid))
        })
    },
  }
}
