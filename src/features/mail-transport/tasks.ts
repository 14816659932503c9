import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { minute, second } from '#shared/time.ts'
import { createBoxFollower, sweepBoxes } from './indexing/follow-boxes.ts'
import { sweepGreylist } from './receiving/greylist.ts'

const follower = createBoxFollower()

/** A message whose row a crash prevented, or whose file another program moved, is seen as it is. */
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
