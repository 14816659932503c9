import { notInArray, type SQL } from 'drizzle-orm'
import type { Deps } from '#server/context.ts'

/** Work that the list of jobs and the counts of it show. What becomes of mails is read in their own list. */
export function isListed({ features, store }: Deps): SQL {
  const handlers = features.flatMap(({ work = {} }) =>
    Object.values(work).flatMap((each) => each.handlers ?? []),
  )
  const kinds = handlers.filter(({ hasOwnRecord }) => hasOwnRecord).map(({ kind }) => kind)
  return notInArray(store.t.jobs.kind, kinds)
}
