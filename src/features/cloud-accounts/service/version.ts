import { eq, sql } from 'drizzle-orm'
import { readUnchanged } from '#db/store.ts'
import type { Store } from '#db/types.ts'
import type { PollContext } from '#server/context.ts'
import { noteViewed } from '../accounts/schedule.ts'
import { isInTransition } from '../contract/transitions.ts'

const ownRevision = ({ read, t: { cloudRevisions } }: Store) =>
  read
    .select({ revision: cloudRevisions.revision, dueAt: cloudRevisions.dueAt })
    .from(cloudRevisions)
    .where(eq(cloudRevisions.userId, sql.placeholder('userId')))
    .prepare('cloud_revision')

/**
 * What the answer about all of the caller's cloud depends on: whose it is, its revision, and the first and the last of
 * the transitions under way, so that a status that changes by time alone is never hidden.
 */
export async function readVersion(ctx: PollContext): Promise<string> {
  const { store, user, now } = ctx
  // Whoever polls is looking, also when nothing has changed.
  await noteViewed(ctx)
  const [row] = await readUnchanged(store, ownRevision, { userId: user.id })
  const at = now()
  const due = row?.dueAt?.filter((moment) => isInTransition(moment, at)) ?? []
  const ends = due.length === 0 ? '' : `.${due[0]?.toString(36)}.${due.at(-1)?.toString(36)}`
  return `${user.id}.${row?.revision ?? 0}${ends}`
}
