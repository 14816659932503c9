import type { Tx } from '#db/types.ts'
import { publish } from '#server/answers/mutate.ts'
import type { OwnerContext } from '#server/context.ts'
import { nilId } from '#shared/schema.ts'

/** Makes the user's other tabs refetch their notices. */
export const publishNoticesChanged = (tx: Tx, ctx: OwnerContext): void =>
  publish(tx, ctx, { userId: ctx.user.id, kind: 'notification', id: nilId, status: 'changed' })
