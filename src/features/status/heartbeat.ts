import { lt, sql } from 'drizzle-orm'
import type { JobContext } from '#server/context.ts'
import { after, day, dayInKolkata, minute } from '#shared/time.ts'
import { shownDays } from './contract.ts'

// Longer than is shown, so that the oldest shown day is not mistaken for the portal's first.
const keptDays = shownDays + 10

const startOfMinute = (at: Date): Date => new Date(Math.floor(at.getTime() / minute) * minute)

/** Records the current minute as uptime, once for repeated calls; deletes old days. */
export async function recordHeartbeat({ store, now }: JobContext): Promise<void> {
  const at = now()
  await store.tx(async (tx) => {
    const { statusDays } = tx.t
    await tx
      .insert(statusDays)
      .values({ day: dayInKolkata(at), minutes: 1, firstBeatAt: at, lastBeatAt: at })
      .onConflictDoUpdate({
        target: statusDays.day,
        set: { minutes: sql`${statusDays.minutes} + 1`, lastBeatAt: at },
        setWhere: lt(statusDays.lastBeatAt, startOfMinute(at)),
      })
    await tx.delete(statusDays).where(lt(statusDays.day, dayInKolkata(after(at, -keptDays * day))))
  })
}
