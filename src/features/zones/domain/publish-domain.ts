import type { Tx } from '#db/types.ts'
import { publish } from '#server/answers/mutate.ts'
import type { Deps } from '#server/context.ts'
import type { DomainRow } from './own.ts'

/** Makes the owner's open screens refetch the domain once the change is committed. */
export const publishDomain = (
  tx: Tx,
  ctx: Pick<Deps, 'events'>,
  { id, userId, status }: Pick<DomainRow, 'id' | 'userId' | 'status'>,
): void => publish(tx, ctx, { userId, kind: 'domain', id, status })
