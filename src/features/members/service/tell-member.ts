import type { CustomerContext } from '#server/context.ts'
import type { Membership } from './rows.ts'

type Told = Pick<Membership, 'id' | 'userId' | 'memberId'>

/** Open screens of owner and member re-read who works with what; the member’s streams by what was so far end. */
export function tellMember(
  { events, sessions }: Pick<CustomerContext, 'events' | 'sessions'>,
  { id, userId, memberId }: Told,
  status: 'joined' | 'changed' | 'ended',
): void {
  events.publish({ userId, kind: 'member', id, status })
  if (memberId === null) return
  events.publish({ userId: memberId, kind: 'member', id, status })
  if (status !== 'joined') sessions.tellEnded([{ userId: memberId, publicId: id }])
}
