import { notInArray, type SQL } from 'drizzle-orm'
import type { Deps } from '#server/context.ts'

/** Jobs in the list and its counts. Mails have their own list. */
export function isListed({ features, store }: Deps): SQL {
  const handlers = features.flatMap(({ work = {} }) =>
    Object.values(work).flatMap((each) => each.handlers ?? []),
  )
  const kinds = handlers.filter(({ hasOwnRecord }) => hasOwnRecord).map(({ kind }) => kind)
  return notInArray(store.t.jobs.kind, kinds)
}
