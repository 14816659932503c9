import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { minute, second } from '#shared/time.ts'
import { createBoxFollower, sweepBoxes } from './indexing/follow-boxes.ts'
import { sweepGreylist } from './receiving/greylist.ts'

const follower = createBoxFollower()

/** Finds messages whose row is missing after a crash, or whose file another program moved. */
export const following: ScheduledTask = {
  name: 'email-index',
  everyMs: 5 * second,
  run: (ctx, stopping) => follower.follow(ctx, stopping),
}

export const sweeping: ScheduledTask = {
  name: 'email-sweep',
  everyMs: 10 * minute,
  async run(ctx) {
    await sweepGreylist(ctx)
    await sweepBoxes(ctx)
  },
}
