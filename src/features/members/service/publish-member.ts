import type { Tx } from '#db/types.ts'
import { publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Membership } from './rows.ts'

type PublishedMembership = Pick<Membership, 'id' | 'userId' | 'memberId'>

/** Makes open screens of owner and member refetch the memberships, and ends the member’s streams of the previous access. */
export function publishMember(
  tx: Tx,
  ctx: CustomerContext,
  { id, userId, memberId }: PublishedMembership,
  status: 'joined' | 'changed' | 'ended',
): void {
  publish(tx, ctx, { userId, kind: 'member', id, status })
  if (memberId === null) return
  publish(tx, ctx, { userId: memberId, kind: 'member', id, status })
  if (status !== 'joined')
    tx.afterCommit(() => ctx.sessions.publishEnded([{ userId: memberId, publicId: id }]))
}
