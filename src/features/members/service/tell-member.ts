import type { Tx } from '#db/types.ts'
import { publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Membership } from './rows.ts'

type Told = Pick<Membership, 'id' | 'userId' | 'memberId'>

/** Open screens of owner and member re-read who works with what; the member’s streams by what was so far end. */
export function tellMember(
  tx: Tx,
  ctx: CustomerContext,
  { id, userId, memberId }: Told,
  status: 'joined' | 'changed' | 'ended',
): void {
  publish(tx, ctx, { userId, kind: 'member', id, status })
  if (memberId === null) return
  publish(tx, ctx, { userId: memberId, kind: 'member', id, status })
  if (status !== 'joined')
    tx.afterCommit(() => ctx.sessions.publishEnded([{ userId: memberId, publicId: id }]))
}
