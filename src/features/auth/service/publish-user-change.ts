import type { Tx } from '#db/types.ts'
import { publish } from '#server/answers/mutate.ts'
import type { Context } from '#server/context.ts'

/** Makes every open page of the user reload who they are. */
export const publishUserChange = (tx: Tx, ctx: Pick<Context, 'events'>, userId: string): void =>
  publish(tx, ctx, { userId, kind: 'user', id: userId, status: 'changed' })
