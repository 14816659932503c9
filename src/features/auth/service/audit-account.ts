import { appendAudit } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import type { Context } from '#server/context.ts'

type AccountEvent = {
  action: `auth.${string}` | `user.${string}`
  /** The account concerned; `null` when none has the identifier. */
  account: { id: string; email: string } | null
  /** The actor; the caller's own session by default. */
  actor?: { id: string; email: string } | null
  note?: string
}

/** Writes an account event to the audit log, in the transaction of the change. */
export async function auditAccount(
  tx: Tx,
  ctx: Context,
  { action, account, actor, note }: AccountEvent,
): Promise<void> {
  const by = actor === undefined ? ctx.user : actor
  await appendAudit(tx, {
    at: ctx.now(),
    actorId: by?.id ?? null,
    actorEmail: by?.email ?? 'visitor',
    action,
    targetType: 'user',
    targetId: account?.id ?? null,
    userId: account?.id ?? null,
    note: note ?? null,
    address: ctx.client.address,
    requestId: ctx.requestId,
  })
}
