import type { Tx } from '#db/types.ts'
import { publish } from '#server/answers/mutate.ts'
import type { OwnerContext } from '#server/context.ts'

/** Publishes a change of the account to its owner's screens after the commit. */
export const publishAccount = (
  tx: Tx,
  ctx: OwnerContext,
  { id, status }: { id: string; status: string },
): void => publish(tx, ctx, { userId: ctx.user.id, kind: 'email', id, status })
