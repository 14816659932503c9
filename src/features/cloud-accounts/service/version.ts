import { eq, sql } from 'drizzle-orm'
import { readUnchanged } from '#db/store.ts'
import type { Store } from '#db/types.ts'
import type { PollContext } from '#server/context.ts'
import { recordView } from '../accounts/schedule.ts'
import { isInTransition } from '../contract/transitions.ts'

const ownRevision = ({ read, t: { cloudRevisions } }: Store) =>
  read
    .select({ revision: cloudRevisions.revision, dueAt: cloudRevisions.dueAt })
    .from(cloudRevisions)
    .where(eq(cloudRevisions.userId, sql.placeholder('userId')))
    .prepare('cloud_revision')

/**
 * The key for the answer about the caller's whole cloud: its owner, its revision, and the first and the last transition in
 * progress, so that a status that changes through time alone is never missed.
 */
export async function readVersion(ctx: PollContext): Promise<string> {
  const { store, user, now } = ctx
  // A poll counts as a view, even when it is answered 304.
  await recordView(ctx)
  const [row] = await readUnchanged(store, ownRevision, { userId: user.id })
  const at = now()
  const due = row?.dueAt?.filter((moment) => isInTransition(moment, at)) ?? []
  const ends = due.length === 0 ? '' : `.${due[0]?.toString(36)}.${due.at(-1)?.toString(36)}`
  return `${user.id}.${row?.revision ?? 0}${ends}`
}
