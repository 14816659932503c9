import type { Tx } from '../types.ts'

export type NewAuditEntry = {
  at: Date
  /** NULL for a visitor or the program itself. */
  actorId: string | null
  actorEmail?: string | undefined
  action: string
  targetType: string
  targetId: string | null
  /** The customer whom the entry concerns. */
  userId?: string | null | undefined
  note?: string | null | undefined
  details?: Record<string, unknown> | undefined
  address?: string | null | undefined
  requestId?: string | null | undefined
}

/** Writes an audit entry within the transaction of the change; a seal covers it later. Returns its id. */
export async function appendAudit(tx: Tx, { actorEmail, ...entry }: NewAuditEntry): Promise<string> {
  const id = Bun.randomUUIDv7()
  await tx.insert(tx.t.auditLog).values({ ...entry, id, actor: actorEmail ?? null })
  await tx.insert(tx.t.auditPending).values({ id })
  return id
}

/** The caller, from the context of a request. */
type Caller = {
  now: () => Date
  user: { id: string; email: string } | null
  client: { address: string }
  requestId: string
  /** The API key that was used. */
  key?: { id: string; name: string } | null
  /** The membership used to act for the user, and the member. */
  shared?: { membershipId: string; actor: { id: string; email: string } } | null
  /** The view used to read as the user, and the administrator. */
  viewing?: { id: string; actor: { id: string; email: string } } | null
}

type Change = Omit<NewAuditEntry, 'at' | 'actorId' | 'actorEmail' | 'address' | 'requestId'>

/**
 * Writes an audit entry with the caller, the time and the address, within the transaction of the change; a visitor has no id.
 * Returns the entry's id.
 */
export const auditCaller = (
  tx: Tx,
  { now, user, client, requestId, key, shared, viewing }: Caller,
  entry: Change,
): Promise<string> => {
  const by = (shared ?? viewing)?.actor ?? user
  return appendAudit(tx, {
    ...entry,
    ...(key ? { details: { ...entry.details, apiKey: key.id, apiKeyName: key.name } } : {}),
    ...(shared ? { details: { ...entry.details, membership: shared.membershipId } } : {}),
    ...(viewing ? { details: { ...entry.details, view: viewing.id } } : {}),
    at: now(),
    actorId: by?.id ?? null,
    actorEmail: by?.email,
    address: client.address,
    requestId,
  })
}

/** The same for an action of a caller or of later durable work; without a caller the portal is the actor. */
export const auditWork = (tx: Tx, context: Caller | Pick<Caller, 'now'>, entry: Change): Promise<string> =>
  'user' in context && context.user
    ? auditCaller(tx, context, entry)
    : appendAudit(tx, { ...entry, at: context.now(), actorId: null })
