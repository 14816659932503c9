import type { OwnerContext } from '#server/context.ts'
import { nilId } from '#shared/schema.ts'

/** The user's other tabs read their notices again. */
export const tellChanged = ({ events, user }: OwnerContext): void =>
  events.publish({ userId: user.id, kind: 'notification', id: nilId, status: 'changed' })
