import { appendAudit } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import type { Context } from '#server/context.ts'

type Entry = {
  action: `auth.${string}` | `user.${string}`
  /** The account it is about; `null` when nobody has it. */
  account: { id: string; email: string } | null
  /** Who did it; the caller's own session by default. */
  actor?: { id: string; email: string } | null
  note?: string
}

/** Writes what happened to an account into the audit log, in the transaction of the change. */
export async function auditAccount(
  tx: Tx,
  ctx: Context,
  { action, account, actor, note }: Entry,
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
