import { eq } from 'drizzle-orm'
import type { Store } from '#db/types.ts'

type Sighting = { at: Date; address: string }

/** When and from where sessions are used: kept in memory and written once a minute, so that a request waits for no write. */
export interface Sightings {
  note(sid: string, seen: Sighting): void
  /** Writes what was noted since; what a killed process had not written is lost. */
  flush(store: Store): Promise<void>
}

// At most this many in a transaction: nobody waits long for the writer.
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
