import type { Tx } from '#db/types.ts'
import { publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'

/** The owner's screens read the project again, once the change is committed. */
export const tellProject = (tx: Tx, ctx: CustomerContext, id: string, status: string): void =>
  publish(tx, ctx, { userId: ctx.user.id, kind: 'project', id, status })
