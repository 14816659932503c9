import { lt } from 'drizzle-orm'
import { removeRows } from '#db/rows/remove.ts'
import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { after, day, hour } from '#shared/time.ts'
import { keptExpiredDays } from './contract.ts'

/** Removes keys that expired long ago; until then their owner can see why a program stopped. */
export const sweepingKeys: ScheduledTask = {
  name: 'api-keys',
  everyMs: hour,
  async run({ store, now }) {
    const { apiKeys: k } = store.t
    const which = lt(k.expiresAt, after(now(), -keptExpiredDays * day))
    await removeRows(store, { table: k, key: k.id, which })
  },
}
