import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { minute, second } from '#shared/time.ts'
import { followOrders } from './service/follow-orders.ts'
import { placeTrials } from './service/place-trials.ts'
import { sweepTrials } from './service/sweep.ts'

/** Kept sites wait for their orders, and move to the services opened for them. */
export const keeping: ScheduledTask = {
  name: 'trials-kept',
  everyMs: 5 * second,
  async run(ctx) {
    await followOrders(ctx)
    await placeTrials(ctx)
  },
}

/** Temporary sites still expire after TRY_SITES is turned off. */
export const sweepingTrials: ScheduledTask = { name: 'trials', everyMs: 10 * minute, run: sweepTrials }
