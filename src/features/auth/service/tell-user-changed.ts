import type { Tx } from '#db/types.ts'
import type { Context } from '#server/context.ts'
import { publish } from '#server/mutate.ts'

/** Every open page of the user reads again who they are. */
export const tellUserChanged = (tx: Tx, ctx: Pick<Context, 'events'>, userId: string): void =>
  publish(tx, ctx, { userId, kind: 'user', id: userId, status: 'changed' })
