import type { Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'

/** Ends a user's sessions, except the given one, and closes their streams. */
export async function endSessions(
  tx: Tx,
  { sessions }: Pick<Deps, 'sessions'>,
  user: { userId: string; keptPublicId: string | null },
): Promise<void> {
  const ended = await sessions.endOthers(tx, user)
  tx.afterCommit(() => sessions.publishEnded(ended))
}
