import type { Tx } from '#db/types.ts'
import { publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'

/** Makes the owner's screens refetch the project after the commit. */
export const publishProjectEvent = (tx: Tx, ctx: CustomerContext, id: string, status: string): void =>
  publish(tx, ctx, { userId: ctx.user.id, kind: 'project', id, status })
