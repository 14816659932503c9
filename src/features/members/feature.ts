import type { Feature } from '#server/feature.ts'
import { exports } from './exports.ts'
import { invariants } from './invariants.ts'
import { sweepingMembers } from './jobs.ts'
import { membershipsRouter, membersRouter } from './router.ts'
import { eraseAccount } from './service/erase.ts'

declare module '#server/events.ts' {
  interface LiveKinds {
    member: true
  }
}

export const members = {
  name: 'members',
  procedures: { members: membersRouter, memberships: membershipsRouter },
  work: { main: { tasks: [sweepingMembers] } },
  live: { member: 'owner' },
  invariants,
  exports,
  eraseAccount,
} satisfies Feature
