import { lt } from 'drizzle-orm'
import { removeRows } from '#db/rows/remove.ts'
import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { after, hour } from '#shared/time.ts'
import { noticeLifeMs } from './contract/limits.ts'

/** Deletes expired notices, read or not. */
export const sweeping: ScheduledTask = {
  name: 'notifications-sweep',
  everyMs: hour,
  async run({ store, now }) {
    const { notifications: n } = store.t
    await removeRows(store, { table: n, key: n.id, which: lt(n.createdAt, after(now(), -noticeLifeMs)) })
  },
}
