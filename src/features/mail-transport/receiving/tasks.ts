import type { ScheduledTask } from '#server/jobs.ts'
import { hour, minute, second } from '#shared/time.ts'
import { emptyFolders } from '#features/mailboxes/filing/empty-folders.ts'
import { createBoxFollower, sweepBoxes } from '../indexing/follow-boxes.ts'
import { sweepGreylist } from './greylist.ts'

const follower = createBoxFollower()

/** A message whose row a crash prevented, or whose file another program moved, is seen as it is. */
export const following: ScheduledTask = {
  name: 'email-index',
  everyMs: 5 * second,
  run: (ctx, stopping) => follower.follow(ctx, stopping),
}

export const emptying: ScheduledTask = { name: 'email-folders', everyMs: hour, run: emptyFolders }

export const sweeping: ScheduledTask = {
  name: 'email-sweep',
  everyMs: 10 * minute,
  async run(ctx) {
    await sweepGreylist(ctx)
    await sweepBoxes(ctx)
  },
}
