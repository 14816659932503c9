import { and, lt, ne } from 'drizzle-orm'
import { removeRows } from '#db/rows/remove.ts'
import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { after, hour } from '#shared/time.ts'
import { deliveryLifeMs } from './contract/limits.ts'

/** Deletes deliveries after their retention period; queued ones stay. */
export const sweeping: ScheduledTask = {
  name: 'webhooks-sweep',
  everyMs: hour,
  async run({ store, now }) {
    const { webhookDeliveries: d } = store.t
    const isOver = and(lt(d.createdAt, after(now(), -deliveryLifeMs)), ne(d.status, 'queued'))
    await removeRows(store, { table: d, key: d.id, which: isOver })
  },
}
