import { asc, gte, lt, sql } from 'drizzle-orm'
import type { Store, Tx } from '#db/types.ts'
import { after, day, dayInKolkata } from '#shared/time.ts'

/** Samples of sites that should run, and how many were reachable for visitors. */
export type SiteSamples = { samples: number; upSamples: number }

const keptDays = 100

/** Adds the samples to their day. */
export async function addToSiteDay(tx: Tx, at: Date, { samples, upSamples }: SiteSamples): Promise<void> {
  const { siteDays } = tx.t
  await tx
    .insert(siteDays)
    .values({ day: dayInKolkata(at), samples, upSamples })
    .onConflictDoUpdate({
      target: siteDays.day,
      set: {
        samples: sql`${siteDays.samples} + ${samples}`,
        upSamples: sql`${siteDays.upSamples} + ${upSamples}`,
      },
    })
}

/** Deletes days that are too old to show. */
export async function forgetSiteDays(tx: Tx, now: Date): Promise<void> {
  const { siteDays } = tx.t
  await tx.delete(siteDays).where(lt(siteDays.day, dayInKolkata(after(now, -keptDays * day))))
}

/** The recorded days from `first` on, oldest first. */
export function listSiteDays({ read, t }: Store, first: Date): Promise<({ day: string } & SiteSamples)[]> {
  const { siteDays } = t
  return read
    .select()
    .from(siteDays)
    .where(gte(siteDays.day, dayInKolkata(first)))
    .orderBy(asc(siteDays.day))
}
