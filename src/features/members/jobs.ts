import { and, isNull, lt } from 'drizzle-orm'
import { removeRows } from '#db/rows/remove.ts'
import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { after, day, hour } from '#shared/time.ts'
import { keptEndedDays } from './contract.ts'

/** Removes memberships and invitations that ended long ago; until then the owner sees them. */
export const sweepingMembers: ScheduledTask = {
  name: 'members',
  everyMs: hour,
  async run({ store, now }) {
    const { serviceMembers: m } = store.t
    const limit = after(now(), -keptEndedDays * day)
    // Sequential queries, because each has its own index.
    for (const which of [lt(m.endsAt, limit), and(isNull(m.memberId), lt(m.inviteExpiresAt, limit))])
      await removeRows(store, { table: m, key: m.id, which })
  },
}
